import type { ComponentProps } from 'react';

/** A radio button, or a checkbox, with its label. */
export function Choice({ className = '', children, ...input }: ComponentProps<'input'>) {
  return (
    <label className={`flex min-h-9 items-center gap-2.5 pointer-coarse:min-h-11 ${className}`}>
      <input type="radio" {...input} className="size-4.5 shrink-0 accent-action" />
      {children}
    </label>
  );
}
