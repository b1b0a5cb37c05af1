/** A link that stands by itself, 44 px high, with or without an arrow behind it. */
export const textLinkClass =
  'inline-flex min-h-11 items-center gap-2 font-medium underline decoration-brass decoration-1 underline-offset-6 hover:decoration-2';
