/** How a text is cleaned where it enters, whether somebody types it, sends it in a file, or texts it. */

/** Leaves at most four marks on one letter, as many as any script needs. More of them would cover the lines above and below. */
export const withFewMarks = (typed: string): string => typed.replace(/(\p{M}{4})\p{M}+/gu, '$1');

/** Removes control characters for the writing direction, with which a list would show something else than what a text says. */
export const withoutDirections = (typed: string): string => typed.replace(/\p{Bidi_Control}/gu, '');

/** Puts a text on one line, with single spaces and without invisible characters such as direction marks. */
export const oneLine = (typed: string): string =>
  withFewMarks(typed)
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    .replace(/[\s\u2800]+/g, ' ')
    .trim();

/** Whether a text has no control characters except tabs and line breaks, and no half of a surrogate pair. */
export const isPlain = (typed: string): boolean => typed.isWellFormed() && !/[^\P{Cc}\t\n\r]/u.test(typed);

/** Turns full-width characters into plain ones, Arabic digits into European ones and every dash into a hyphen; removes `tel:`. */
export const plainPhone = (typed: string): string =>
  oneLine(typed.normalize('NFKC'))
    .replace(/^tel: ?/i, '')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) % 16))
    .replace(/[\p{Pd}\u2212]/gu, '-');
