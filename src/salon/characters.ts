const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Counts the characters of a text as people do: an emoji, a flag, or a letter with its accents is one, in any encoding. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of SEGMENTER.segment(text)) count += 1;
  return count;
}

/** Whether a text has at most so many characters as people count them. */
export const isWithin = (text: string, most: number): boolean =>
  text.length <= most || countCharacters(text) <= most;

/** The beginning of a text, of so many characters at most. */
export const firstCharacters = (text: string, most: number): string =>
  isWithin(text, most)
    ? text
    : Array.from(SEGMENTER.segment(text), ({ segment }) => segment)
        .slice(0, most)
        .join('');

/** The most code points of one character that people type: couples with skin tones have ten. */
const MOST_CODE_POINTS = 10;

/** The most code points that are looked at in a text of so many characters. */
export const roomFor = (characters: number): number => MOST_CODE_POINTS * characters;
