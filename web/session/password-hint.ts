/**
 * What a password must be, wherever one is chosen: what the server refuses, said before.
 *
 * @param least how many characters it must have
 */
export const passwordHint = (least: number | string): string =>
  `At least ${least} characters; not your email address, and no password that many people use. A few words together are easy to remember and hard to guess.`;
