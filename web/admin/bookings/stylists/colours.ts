import type { Resource } from './resources.ts';

/** Colours that are told from each other, and from the tints of appointments, in both themes. Initials stand beside them, since they come again. */
const COLOURS = [
  'light-dark(#2f6fb0, #8fbdf0)',
  'light-dark(#a8326e, #f09ac4)',
  'light-dark(#2e7d4f, #8fd3a8)',
  'light-dark(#8a5a00, #e5c06e)',
  'light-dark(#6a4fb3, #bfaaf2)',
  'light-dark(#0f7480, #76d0d8)',
  'light-dark(#b3402a, #f2a48f)',
  'light-dark(#5b6470, #b9c2cc)',
] as const;

/** The text on them. */
export const ON_COLOUR = 'light-dark(#ffffff, #1c1519)';

export const colourOf = ({ order }: Pick<Resource, 'order'>): string =>
  COLOURS[order % COLOURS.length] ?? COLOURS[0];

/** The edge of what is a stylist's, where several stand together. */
export const edgeOf = (by: Pick<Resource, 'order'> | undefined) =>
  by && { borderRight: `3px solid ${colourOf(by)}` };
