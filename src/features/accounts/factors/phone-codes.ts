import { createHmac, createSecretKey, randomInt } from 'node:crypto';

/** Codes that are sent to phones. */
export interface PhoneCodes {
  /** Six digits. */
  make(): string;
  /** What is stored instead of the code: it fits one challenge only. */
  hashOf(challengeId: string, code: string): Buffer;
}

const DIGITS = 6;

/** @param key without it the million codes there are could be tried against a stolen hash at once */
export function createPhoneCodes(key: Buffer): PhoneCodes {
  const secret = createSecretKey(key);
  return {
    make: () => String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0'),
    hashOf: (challengeId, code) =>
      createHmac('sha256', secret)
        .update(JSON.stringify(['phone', challengeId, code]))
        .digest(),
  };
}

/** The last line makes browsers of phones offer the code on this site alone. */
export const phoneCodeText = (salonName: string, code: string, host: string): string =>
  `${code} is your code for ${salonName}. It is valid for 5 minutes. Never tell it to anyone.\n\n@${host} #${code}`;
