import type { ReactNode } from 'react';

/** The texts of every field. */
export interface FieldTexts {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
}

/** Label above, hint or error below, associated with the control for screen readers. */
export function Labelled({
  id,
  label,
  hint,
  error,
  isOptional,
  className = 'space-y-1.5',
  labelClass = '',
  hintClass = 'text-stone',
  isLive = false,
  children,
}: FieldTexts & {
  /** The id of the control. */
  id: string;
  isOptional: boolean;
  className?: string;
  labelClass?: string;
  hintClass?: string;
  /** Whether screen readers announce hint and error when they change. */
  isLive?: boolean;
  children: (control: { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string }) => ReactNode;
}) {
  const note = error || hint;
  const noteId = `${id}-note`;
  return (
    <div className={className}>
      <label htmlFor={id} className={`block font-medium ${labelClass}`}>
        {label}
        {isOptional && <span className="font-normal text-stone"> (optional)</span>}
      </label>
      {children({ id, ...(error && { 'aria-invalid': true }), ...(note && { 'aria-describedby': noteId }) })}
      {(note || isLive) && (
        <p
          id={noteId}
          role={isLive ? 'status' : undefined}
          className={note ? `text-sm ${error ? 'font-medium text-bad' : hintClass}` : 'sr-only'}
        >
          {note}
        </p>
      )}
    </div>
  );
}
