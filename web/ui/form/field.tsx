import type { ComponentProps, ReactNode } from 'react';
import { type FieldTexts, Labelled } from './labelled.tsx';

type FieldProps<Control extends 'input' | 'textarea'> = FieldTexts & ComponentProps<Control> & { id: string };

const controlClass = (error: string | undefined) =>
  // Scrolled to because of an error, it stays below the toast that tells of it.
  `w-full rounded-md border bg-panel px-4 py-3 max-sm:scroll-mt-32 text-base text-ink placeholder:text-stone/70 transition-colors hover:border-ink aria-invalid:border-bad disabled:bg-sand ${error ? 'border-bad' : 'border-stone/50'}`;

export function TextField({
  id,
  label,
  hint,
  error,
  look = '',
  trailing,
  ...input
}: FieldProps<'input'> & {
  /** Further class names of the control. */
  look?: string;
  /** A button at the control's end. */
  trailing?: ReactNode;
}) {
  return (
    <Labelled {...{ id, label, hint, error }} isOptional={!input.required}>
      {(control) => {
        const className = `${controlClass(error)} ${look} ${trailing ? 'pr-12' : ''}`;
        const box = <input type="text" {...input} {...control} className={className} />;
        if (!trailing) return box;
        return (
          <div className="relative">
            {box}
            {trailing}
          </div>
        );
      }}
    </Labelled>
  );
}

export function TextArea({ id, label, hint, error, ...area }: FieldProps<'textarea'>) {
  return (
    <Labelled {...{ id, label, hint, error }} isOptional={!area.required}>
      {(control) => <textarea rows={3} {...area} {...control} className={controlClass(error)} />}
    </Labelled>
  );
}
