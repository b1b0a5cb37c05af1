/** How a text travels: the alphabet it needs, its length in characters of that alphabet, and how many parts are paid for. */
interface SmsLength {
  readonly alphabet: 'GSM-7' | 'UCS-2';
  readonly characters: number;
  readonly parts: number;
}

/** The default alphabet of GSM 03.38. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Its extension, whose characters take the place of two. */
const EXTENDED = new Set('\f^{}\\[~]|€');

/** How many characters a text of one part has, and each part of a longer one, whose header takes some. */
export const SMS_ROOM = { 'GSM-7': [160, 153], 'UCS-2': [70, 67] } as const;

/** Units of the characters in parts; one that takes two isn't split between parts. */
function partsOf(sizes: readonly number[], [single, each]: readonly [number, number]): number {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= single) return 1;
  let [parts, used] = [1, 0];
  for (const size of sizes) {
    if (used + size > each) [parts, used] = [parts + 1, 0];
    used += size;
  }
  return parts;
}

/** Whether the alphabet of GSM has all of it. */
export const isInGsm = (text: string): boolean =>
  [...text].every((one) => BASIC.has(one) || EXTENDED.has(one));

/** Counts a text as mobile networks do. */
export function smsLength(text: string): SmsLength {
  const characters = [...text];
  const isGsm = isInGsm(text);
  const alphabet = isGsm ? 'GSM-7' : 'UCS-2';
  const sizes = characters.map((one) => (isGsm ? (EXTENDED.has(one) ? 2 : 1) : one.length));
  return {
    alphabet,
    characters: sizes.reduce((sum, size) => sum + size, 0),
    parts: partsOf(sizes, SMS_ROOM[alphabet]),
  };
}
