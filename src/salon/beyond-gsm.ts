import { isInGsm } from './sms-length.ts';

/** What of a text is in no alphabet of GSM, each character once: with any of it, all of the text takes more room. */
export const charactersBeyondGsm = (text: string): readonly string[] => [
  ...new Set(
    [...new Intl.Segmenter('en').segment(text)]
      .map(({ segment }) => segment)
      .filter((character) => !isInGsm(character)),
  ),
];
