import type { ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router-dom';

const LOOKS = {
  primary:
    'bg-action text-on-action hover:bg-action-deep disabled:bg-stone forced-color-adjust-none forced-colors:bg-[Highlight] forced-colors:text-[HighlightText]',
  brass: 'bg-gold text-ink hover:bg-white',
  outline: 'border border-stone/50 text-ink hover:border-ink hover:bg-panel',
  light: 'border border-white/50 text-white hover:border-white hover:bg-white/10',
  danger: 'bg-bad text-on-bad hover:bg-ink disabled:bg-stone',
} as const;

export type ButtonLook = keyof typeof LOOKS;

/** Class names of a button, for links and anchors that look like one. At least 44 px high. */
export function buttonClass(look: ButtonLook = 'primary'): string {
  return `inline-flex min-h-12 items-center justify-center gap-2 rounded-md px-6 py-2 text-center font-medium transition-colors forced-colors:border ${LOOKS[look]}`;
}

interface Look {
  look?: ButtonLook;
}

export function Button({ look, className = '', type = 'button', ...rest }: ComponentProps<'button'> & Look) {
  return <button type={type} className={`${buttonClass(look)} ${className}`} {...rest} />;
}

export function ButtonLink({ look, className = '', ...rest }: LinkProps & Look) {
  return <Link className={`${buttonClass(look)} ${className}`} {...rest} />;
}
