import type { ComponentProps } from 'react';

const LOOKS = {
  primary: 'bg-action text-on-action hover:bg-action-deep aria-disabled:bg-stone',
  outline: 'border border-stone/40 bg-panel text-ink hover:border-ink',
  quiet: 'text-stone hover:bg-sand hover:text-ink',
  danger: 'bg-bad text-on-bad hover:bg-ink aria-disabled:bg-stone',
} as const;

type Look = keyof typeof LOOKS;

/** Class names of a button of the admin area: 36 px high, 44 px under a finger. */
export const adminButtonClass = (look: Look = 'outline') =>
  `inline-flex min-h-9 items-center justify-center gap-1.5 rounded-md px-3 text-sm font-medium whitespace-nowrap transition-colors pointer-coarse:min-h-11 forced-colors:border aria-disabled:cursor-not-allowed disabled:opacity-50 ${LOOKS[look]}`;

/**
 * A button of the admin area. While `busy`, it keeps its size and focus, and ignores presses.
 */
export function AdminButton({
  look,
  busy = false,
  className = '',
  type = 'button',
  onClick,
  ...rest
}: ComponentProps<'button'> & { look?: Look; busy?: boolean }) {
  return (
    <button
      type={type}
      aria-disabled={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
      className={`${adminButtonClass(look)} ${className}`}
      {...rest}
    />
  );
}
