/** Words that people write beside a number, to say which of their phones it is. */
const LABEL = String.raw`(?:\([\p{L}\p{M}'’ .]{1,20}\)|(?:cell(?:ular)?|mob(?:ile)?|home|work|office|land ?line|main|(?:tele)?phone|tel|ph|text|sms|whatsapp)(?![\p{L}\d])[.:]?)`;
const NUMBER = String.raw`[([]?\+?[\d ()[\].\-/·•‧∙⋅_~]*\d[ )\].\-]*`;
const EXTENSION = String.raw`(?:[(,;] ?)?(?:ext(?:ension|n)?|x(?:tn?)?|#|,)[.:=]? ?\d{1,7}\)?`;
const WRITTEN = new RegExp(
  `^(?:${LABEL} ?[:,-]? ?){0,2}(${NUMBER})(?:,? ?${EXTENSION})?(?:,? ?(?:- ?)?${LABEL}){0,2}$`,
  'iu',
);

/** The fewest digits that a number has without a country's code, and with a plus and the code: Niue has seven. */
const FEWEST_DIGITS = { national: 10, international: 7 };

/**
 * The digits of a phone number as people write it, with a plus if it has one, and without an extension and words such as `(cell)`.
 *
 * @param written on one line, in plain digits and hyphens
 * @returns null for a text that is something else
 */
export function numberIn(written: string): string | null {
  const [, number] = WRITTEN.exec(written) ?? [];
  return number === undefined ? null : number.replace(/[^\d+]/g, '').replace(/^00(?=[1-9])/, '+');
}

/** Whether a text has as many digits as a phone number needs. Whether there is such a number is another question. */
export function isNumber(written: string): boolean {
  const number = numberIn(written) ?? '';
  const { national, international } = FEWEST_DIGITS;
  return number.startsWith('+') ? number.length > international : number.length >= national;
}
