import { DASHES, europeanDigits } from '../salon/letters.ts';

/** Cleaning of texts where they enter, whether somebody types them, sends them in a file, or texts them. */

/**
 * Leaves at most four marks on one letter, as many as any script needs. More of them would cover the lines above and below. A joiner
 * between two marks goes with the second.
 */
export const withFewMarks = (typed: string): string =>
  typed.replace(/(\p{M}{4})(?:[\u180e\u200c\u200d]?\p{M})+/gu, '$1');

/** Removes control characters for the writing direction, with which a list would show something else than what a text says. */
export const withoutDirections = (typed: string): string => typed.replace(/\p{Bidi_Control}/gu, '');

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;
const JOINER = /[\u034f\u180e\u200c\u200d]/;
const VARIATION = /\p{Variation_Selector}/u;
/** The flags of England, Scotland and Wales are a black flag and these, which show nothing alone. */
const FLAG_LETTER = /[\u{e0020}-\u{e007f}]/u;
/** The signs of Indic scripts that end a syllable without a vowel. A joiner behind one shapes it, even at the end of a word. */
const VIRAMA = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]/;
const LETTER = /[\p{L}\p{M}]/u;

/** Whether an invisible character shapes the visible ones beside it: inside a word, or as a part of an emoji. */
function shapes(invisible: string, before: string, after: string): boolean {
  if (VARIATION.test(invisible))
    return !INVISIBLE.test(before) && /[\p{Emoji}\p{Extended_Pictographic}]|[^\s\p{ASCII}]/u.test(before);
  if (FLAG_LETTER.test(invisible)) return before === '\u{1f3f4}' || FLAG_LETTER.test(before);
  if (!JOINER.test(invisible) || JOINER.test(before)) return false;
  const isInEmoji =
    /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\u{e007f}/u.test(before) &&
    /\p{Extended_Pictographic}/u.test(after);
  const isInWord = LETTER.test(before) && LETTER.test(after) && !INVISIBLE.test(after);
  return VIRAMA.test(before) || isInWord || isInEmoji;
}

/** Removes invisible characters, except those that shape the visible ones beside them. */
function withoutStrays(typed: string): string {
  if (!INVISIBLE.test(typed)) return typed;
  const mayShape = (character: string) => [JOINER, VARIATION, FLAG_LETTER].some((one) => one.test(character));
  const characters = [...typed].filter((one) => !INVISIBLE.test(one) || mayShape(one));
  const kept: string[] = [];
  for (const [at, character] of characters.entries()) {
    const isStray =
      INVISIBLE.test(character) && !shapes(character, kept.at(-1) ?? '', characters[at + 1] ?? '');
    if (!isStray) kept.push(character);
  }
  return kept.join('');
}

const withSingleSpaces = (text: string): string => text.replace(/[\s\u2800]+/g, ' ').trim();

/** Puts a text on one line, with single spaces. It removes invisible characters, except those that shape a word or an emoji. */
export function oneLine(typed: string): string {
  // Looked for once more, since a mark that went may have left one alone.
  const shaped = withoutStrays(withFewMarks(withoutStrays(typed)));
  return withSingleSpaces(shaped);
}

/** Puts an address or a number on one line, with single spaces and without any invisible character. */
export const visibleLine = (typed: string): string =>
  withSingleSpaces(typed.replace(new RegExp(INVISIBLE, 'gu'), ''));

/** Whether a text has no control characters except tabs and line breaks, and no half of a surrogate pair. */
export const isPlain = (typed: string): boolean => typed.isWellFormed() && !/[^\P{Cc}\t\n\r]/u.test(typed);

/** Turns full-width characters into plain ones, the digits of any script into European ones and every dash into a hyphen; removes `tel:`. */
export const plainPhone = (typed: string): string =>
  europeanDigits(visibleLine(typed.normalize('NFKC')))
    .replace(/^tel: ?/i, '')
    .replace(DASHES, '-');
