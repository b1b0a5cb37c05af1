/** Class names of a link, or a button, that stays in the background. */
export const quietLinkClass =
  'inline-flex min-h-6 items-center text-xs text-stone underline-offset-4 hover:text-ink hover:underline whitespace-nowrap pointer-coarse:min-h-11';
