import type { ComponentProps, ReactNode, TextareaHTMLAttributes } from 'react';

const controlClass =
  // Below a toast, when it is led to for what is wrong in it.
  'w-full rounded-md border bg-panel px-4 py-3 max-sm:scroll-mt-32 text-base text-ink placeholder:text-stone/70 transition-colors hover:border-ink aria-invalid:border-bad disabled:bg-sand';

interface Field {
  id: string;
  label: string;
  hint?: string;
  error?: string | undefined;
}

/** Label above, hint or error below, associated with the control for screen readers. */
function Labelled({
  id,
  label,
  hint,
  error,
  required,
  children,
}: Field & { required: boolean; children: ReactNode }) {
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block font-medium">
        {label}
        {!required && <span className="font-normal text-stone"> (optional)</span>}
      </label>
      {children}
      {error ? (
        <p id={`${id}-note`} className="text-sm font-medium text-bad">
          {error}
        </p>
      ) : (
        hint && (
          <p id={`${id}-note`} className="text-sm text-stone">
            {hint}
          </p>
        )
      )}
    </div>
  );
}

const controlProps = ({ id, hint, error }: Field) => ({
  id,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': hint || error ? `${id}-note` : undefined,
  className: `${controlClass} ${error ? 'border-bad' : 'border-stone/50'}`,
});

export function TextField({
  label,
  hint = '',
  error,
  look = '',
  trailing,
  ...input
}: Field &
  ComponentProps<'input'> & {
    /** Further class names of the control. */
    look?: string;
    /** A button at the control's end. */
    trailing?: ReactNode;
  }) {
  const field = { id: input.id, label, hint, error };
  const { className, ...control } = controlProps(field);
  const box = (
    <input
      type="text"
      {...input}
      {...control}
      className={`${className} ${look} ${trailing ? 'pr-12' : ''}`}
    />
  );
  return (
    <Labelled {...field} required={input.required ?? false}>
      {trailing ? (
        <div className="relative">
          {box}
          {trailing}
        </div>
      ) : (
        box
      )}
    </Labelled>
  );
}

export function TextArea({
  label,
  hint = '',
  error,
  ...input
}: Field & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const field = { id: input.id, label, hint, error };
  return (
    <Labelled {...field} required={input.required ?? false}>
      <textarea rows={3} {...input} {...controlProps(field)} />
    </Labelled>
  );
}
