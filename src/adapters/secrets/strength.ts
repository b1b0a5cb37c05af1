const SHORTEST = 32;
/** Random text of that length has at least so many different characters, in hexadecimal digits, too. */
const FEWEST_CHARACTERS = 9;

/** What people write while they mean to put something better there. Too long to come about by chance. */
const PLACEHOLDER =
  /change.?me|secret|passwor|placeholder|example|default|replace|insert|random|qwerty|letmein|booking/i;

/** The shortest text of which this one is a repetition, in whole or in part; the text itself where it is none. */
function periodOf(text: string): number {
  for (let period = 1; period < text.length; period += 1) {
    if (text.startsWith(text.slice(period))) return period;
  }
  return text.length;
}

/** How many characters are the same as the one before, or follow it in the alphabet or the digits, either way. */
const stepsIn = (text: string): number =>
  [...text].filter((_, at) => at > 0 && Math.abs(text.charCodeAt(at) - text.charCodeAt(at - 1)) <= 1).length;

/** Has letters and digits; or, as base64 without a digit has, many letters of either case. */
const isMixed = (text: string): boolean =>
  (/\d/.test(text) && /[a-z]/i.test(text)) || (/([A-Z].*){6}/.test(text) && /([a-z].*){6}/.test(text));

/**
 * Whether a key could be the 32 random bytes that it is meant to be, in hexadecimal digits or base64. It can't be told
 * of a text that it is random, but of many that somebody made it up: sentences, repetitions, rows of the keyboard.
 */
export function looksRandom(key: string): boolean {
  return (
    key.length >= SHORTEST &&
    /^[!-~]+$/.test(key) &&
    isMixed(key) &&
    new Set(key).size >= FEWEST_CHARACTERS &&
    periodOf(key) > key.length / 2 &&
    stepsIn(key) < key.length / 2 &&
    !PLACEHOLDER.test(key)
  );
}
