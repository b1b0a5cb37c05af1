import { type ComponentProps, type ReactNode, useId } from 'react';

/** Class names of a control: 36 px high, 44 px under a finger; 16 px of text there, or iOS zooms in. */
export const controlClass =
  'w-full min-h-9 rounded-md border border-stone/50 bg-panel px-3 text-sm text-ink transition-colors placeholder:text-stone/80 hover:border-ink aria-invalid:border-bad pointer-coarse:min-h-11 pointer-coarse:text-base';

interface Labels {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  /** To be noticed before going on, which it doesn't forbid. */
  readonly warning?: string | undefined;
}

/** Label above, hint or error below, associated with the control for screen readers. */
function Labelled({
  label,
  hint,
  error,
  warning,
  isOptional,
  className = '',
  children,
}: Labels & {
  isOptional: boolean;
  className?: string | undefined;
  children: (control: { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string }) => ReactNode;
}) {
  const id = useId();
  const note = error || [warning, hint].filter(Boolean).join(' ');
  return (
    <div className={`space-y-1 ${className}`}>
      <label htmlFor={id} className="block text-sm font-medium">
        {label}
        {isOptional && <span className="font-normal text-stone"> (optional)</span>}
      </label>
      {children({
        id,
        ...(error && { 'aria-invalid': true }),
        ...(note && { 'aria-describedby': `${id}-note` }),
      })}
      {note && (
        <p
          id={`${id}-note`}
          className={`text-sm ${error ? 'font-medium text-bad' : warning ? 'font-medium text-warn' : 'text-stone'}`}
        >
          {note}
        </p>
      )}
    </div>
  );
}

export function AdminField({
  label,
  hint,
  error,
  className,
  ...input
}: Labels & Omit<ComponentProps<'input'>, 'id'>) {
  return (
    <Labelled {...{ label, hint, error, className }} isOptional={!input.required}>
      {(control) => <input type="text" {...input} {...control} className={controlClass} />}
    </Labelled>
  );
}

export function AdminTextArea({
  label,
  hint,
  error,
  className,
  ...area
}: Labels & Omit<ComponentProps<'textarea'>, 'id'>) {
  return (
    <Labelled {...{ label, hint, error, className }} isOptional={!area.required}>
      {(control) => <textarea rows={3} {...area} {...control} className={`${controlClass} py-2`} />}
    </Labelled>
  );
}

/** The system's own list: it is at hand on every device. */
export function AdminSelect({
  label,
  hint,
  error,
  warning,
  className,
  children,
  ...select
}: Labels & Omit<ComponentProps<'select'>, 'id'>) {
  return (
    <Labelled {...{ label, hint, error, warning, className }} isOptional={!select.required}>
      {(control) => (
        <select {...select} {...control} className={controlClass}>
          {children}
        </select>
      )}
    </Labelled>
  );
}
