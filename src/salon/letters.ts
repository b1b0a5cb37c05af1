/** Characters of the same meaning become one wherever typed texts are compared. */

/** Every dash, hyphen and minus sign. */
export const DASHES = /[\p{Pd}\u02d7\u2043\u2212\u2796]/gu;

const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code));

/** The digits of every script as 0 to 9. Unicode has them in rows of ten, zero first. */
export const europeanDigits = (text: string): string =>
  text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let before = 0;
    while (isDigit(code - before - 1)) before += 1;
    return String(before % 10);
  });
