import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react';

const controlClass =
  'w-full rounded-md border bg-white px-4 py-3 text-base text-ink placeholder:text-stone/70 transition-colors hover:border-ink aria-invalid:border-bad disabled:bg-sand';

interface Field {
  id: string;
  label: string;
  hint?: string;
  problem?: string | undefined;
}

/** Label above, hint or problem below, tied together for screen readers. */
function Labelled({
  id,
  label,
  hint,
  problem,
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
      {problem ? (
        <p id={`${id}-note`} className="text-sm font-medium text-bad">
          {problem}
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

const controlProps = ({ id, hint, problem }: Field) => ({
  id,
  'aria-invalid': problem ? true : undefined,
  'aria-describedby': hint || problem ? `${id}-note` : undefined,
  className: `${controlClass} ${problem ? 'border-bad' : 'border-stone/50'}`,
});

export function TextField({
  label,
  hint = '',
  problem,
  ...input
}: Field & InputHTMLAttributes<HTMLInputElement>) {
  const field = { id: input.id, label, hint, problem };
  return (
    <Labelled {...field} required={input.required ?? false}>
      <input type="text" {...input} {...controlProps(field)} />
    </Labelled>
  );
}

export function TextArea({
  label,
  hint = '',
  problem,
  ...input
}: Field & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const field = { id: input.id, label, hint, problem };
  return (
    <Labelled {...field} required={input.required ?? false}>
      <textarea rows={3} {...input} {...controlProps(field)} />
    </Labelled>
  );
}
