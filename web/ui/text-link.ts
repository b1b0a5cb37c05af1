/** Classes of a link outside running text: 44 px high, optionally followed by an arrow. */
export const textLinkClass =
  'inline-flex min-h-11 items-center gap-2 font-medium underline decoration-brass decoration-1 underline-offset-6 hover:decoration-2';
