const SHORTEST = 32;
/** A random text of 32 characters has practically always at least so many different ones, even in hexadecimal. */
const FEWEST_CHARACTERS = 9;

/** Words that placeholders contain. They are too long to occur in a random text by chance. */
const PLACEHOLDER =
  /change.?me|secret|passwor|placeholder|example|default|replace|insert|random|qwerty|letmein|booking/i;

/** Length of the shortest text whose repetition gives this text; the last repetition may be incomplete. */
function periodOf(text: string): number {
  for (let period = 1; period < text.length; period += 1) {
    if (text.startsWith(text.slice(period))) return period;
  }
  return text.length;
}

/** Number of characters that equal the one before, or are its neighbour in the alphabet or among the digits. */
const stepsIn = (text: string): number =>
  [...text].filter((_, at) => at > 0 && Math.abs(text.charCodeAt(at) - text.charCodeAt(at - 1)) <= 1).length;

/** Whether a text has letters and digits, or many letters of both cases, as in base64 that happens to have no digit. */
const isMixed = (text: string): boolean =>
  (/\d/.test(text) && /[a-z]/i.test(text)) || (/([A-Z].*){6}/.test(text) && /([a-z].*){6}/.test(text));

/**
 * Whether a key may be 32 random bytes in hexadecimal digits or base64. Nobody can prove that a key is random, but this
 * recognizes keys that people make up: sentences, repetitions, rows of the keyboard.
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
