import { isInGsm } from './sms-length.ts';

/** The characters of a text that GSM's alphabets don't have, each one once. A single one of them makes the whole text longer. */
export const charactersBeyondGsm = (text: string): readonly string[] => [
  ...new Set(
    [...new Intl.Segmenter('en').segment(text)]
      .map(({ segment }) => segment)
      .filter((character) => !isInGsm(character)),
  ),
];
