import { isInGsm } from './sms-length.ts';

/** The characters of a text that aren't in GSM's alphabets, each once. One of them is enough to make the whole text take more room. */
export const charactersBeyondGsm = (text: string): readonly string[] => [
  ...new Set(
    [...new Intl.Segmenter('en').segment(text)]
      .map(({ segment }) => segment)
      .filter((character) => !isInGsm(character)),
  ),
];
