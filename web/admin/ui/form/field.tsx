import { type ComponentProps, useId } from 'react';
import { type FieldTexts, Labelled } from '../../../ui/form/labelled.tsx';

/** Class names of a control: 36 px high; on touch screens 44 px, with text of 16 px, since iOS would zoom in on smaller text. */
export const controlClass =
  'w-full min-h-9 rounded-md border border-stone/50 bg-panel px-3 text-sm text-ink transition-colors placeholder:text-stone/80 hover:border-ink aria-invalid:border-bad aria-invalid:scroll-mb-14 pointer-coarse:min-h-11 pointer-coarse:text-base';

/** The label of public pages, in the admin area's size. */
function AdminLabelled({
  className = '',
  ...field
}: Omit<ComponentProps<typeof Labelled>, 'id' | 'labelClass' | 'className'> & {
  className: string | undefined;
}) {
  return <Labelled {...field} id={useId()} labelClass="text-sm" className={`space-y-1 ${className}`} />;
}

type FieldProps<Control extends 'input' | 'textarea' | 'select'> = FieldTexts &
  Omit<ComponentProps<Control>, 'id'>;

export function AdminField({ label, hint, error, className, ...input }: FieldProps<'input'>) {
  return (
    <AdminLabelled {...{ label, hint, error, className }} isOptional={!input.required}>
      {(control) => <input type="text" {...input} {...control} className={controlClass} />}
    </AdminLabelled>
  );
}

export function AdminTextArea({ label, hint, error, className, ...area }: FieldProps<'textarea'>) {
  return (
    <AdminLabelled {...{ label, hint, error, className }} isOptional={!area.required}>
      {(control) => <textarea rows={3} {...area} {...control} className={`${controlClass} block py-2`} />}
    </AdminLabelled>
  );
}

/** A native select, which works well on every device. */
export function AdminSelect({
  label,
  hint,
  error,
  warning,
  isLive = false,
  className,
  children,
  ...select
}: FieldProps<'select'> & {
  /** A hint that doesn't prevent saving. */
  warning?: string | undefined;
  /** Whether screen readers announce hint, warning and error when they change. */
  isLive?: boolean;
}) {
  return (
    <AdminLabelled
      {...{ label, error, isLive, className }}
      hint={[warning, hint].filter(Boolean).join(' ')}
      {...(warning && { hintClass: 'font-medium text-warn' })}
      isOptional={!select.required}
    >
      {(control) => (
        <select {...select} {...control} className={controlClass}>
          {children}
        </select>
      )}
    </AdminLabelled>
  );
}
