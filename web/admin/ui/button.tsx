import { type ComponentProps, type MouseEvent, useState } from 'react';
import { useIsWaiting } from './controls-of.tsx';

const LOOKS = {
  primary: 'bg-action text-on-action hover:bg-action-deep aria-disabled:bg-stone',
  outline:
    'border border-stone/40 bg-panel text-ink hover:border-ink aria-pressed:border-action aria-pressed:bg-sand aria-disabled:opacity-60',
  quiet: 'text-stone hover:bg-sand hover:text-ink aria-disabled:opacity-60',
  danger: 'bg-bad text-on-bad hover:bg-ink aria-disabled:bg-stone',
} as const;

type Look = keyof typeof LOOKS;

/** Class names of a button of the admin area: 36 px high, a small one 32, and both 44 under a finger. */
export const adminButtonClass = (look: Look = 'outline', isSmall = false) =>
  `inline-flex items-center justify-center gap-1.5 rounded-md py-1.5 font-medium whitespace-nowrap transition-colors pointer-coarse:min-h-11 forced-colors:border aria-disabled:cursor-not-allowed disabled:opacity-50 ${isSmall ? 'min-h-8 px-2.5 text-xs' : 'min-h-9 px-3 text-sm'} ${LOOKS[look]}`;

/** A button of the admin area. While `busy`, or while the thing that it belongs to is, it keeps its size and focus, and ignores presses. */
export function AdminButton({
  look,
  isSmall = false,
  busy: isBusy = false,
  className = '',
  type = 'button',
  onClick,
  ...rest
}: ComponentProps<'button'> & { look?: Look; isSmall?: boolean; busy?: boolean }) {
  const isWaiting = useIsWaiting();
  const busy = isBusy || isWaiting;
  const [width, setWidth] = useState<number>();
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy) return event.preventDefault();
    setWidth(event.currentTarget.offsetWidth);
    onClick?.(event);
  }
  return (
    <button
      type={type}
      aria-disabled={busy || undefined}
      onClick={press}
      style={isBusy ? { minWidth: width } : undefined}
      className={`${adminButtonClass(look, isSmall)} ${className}`}
      {...rest}
    />
  );
}

/** A button that looks like a link in a text. */
export function TextButton({ className = '', ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className={`min-h-6 font-medium underline decoration-brass underline-offset-4 pointer-coarse:min-h-11 ${className}`}
      {...rest}
    />
  );
}
