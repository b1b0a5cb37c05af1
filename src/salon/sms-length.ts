/** The alphabet of a text message, its length in characters of that alphabet, and the number of segments that are paid for. */
interface SmsLength {
  readonly alphabet: 'GSM-7' | 'UCS-2';
  readonly characters: number;
  readonly segments: number;
}

/** The default alphabet of GSM 03.38. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** The extension of the default alphabet. Each of its characters takes the room of two. */
const EXTENDED = new Set('\f^{}\\[~]|€');

/** Characters that fit into a text message of one segment, and into each segment of a longer one, where a header takes some room. */
export const SMS_ROOM = { 'GSM-7': [160, 153], 'UCS-2': [70, 67] } as const;

/** Number of segments for characters of these sizes. A character that takes the room of two isn't split between segments. */
function segmentsIn(sizes: readonly number[], [single, each]: readonly [number, number]): number {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= single) return 1;
  let [segments, used] = [1, 0];
  for (const size of sizes) {
    if (used + size > each) [segments, used] = [segments + 1, 0];
    used += size;
  }
  return segments;
}

/** Whether GSM's alphabet, with its extension, has all characters of a text. */
const isInGsm = (text: string): boolean => [...text].every((one) => BASIC.has(one) || EXTENDED.has(one));

/** Counts the characters and segments of a text message in the same way as mobile networks. */
export function smsLength(text: string): SmsLength {
  const characters = [...text];
  const isGsm = isInGsm(text);
  const alphabet = isGsm ? 'GSM-7' : 'UCS-2';
  const sizes = characters.map((one) => (isGsm ? (EXTENDED.has(one) ? 2 : 1) : one.length));
  return {
    alphabet,
    characters: sizes.reduce((sum, size) => sum + size, 0),
    segments: segmentsIn(sizes, SMS_ROOM[alphabet]),
  };
}

/** The characters of a text that GSM's alphabets don't have, each one once. A single one of them makes the whole text longer. */
export const charactersBeyondGsm = (text: string): readonly string[] => [
  ...new Set(
    [...new Intl.Segmenter('en').segment(text)]
      .map(({ segment }) => segment)
      .filter((character) => !isInGsm(character)),
  ),
];
