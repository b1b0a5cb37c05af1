import { createHmac, createSecretKey, randomInt } from 'node:crypto';

/** Codes that stand in for a lost second factor. */
export interface RecoveryCodes {
  /** Ten new ones, as they are shown: `k4m9-x7qp-2ab8`. */
  make(): readonly string[];
  /** What is stored instead of a code, however it was typed. */
  hashOf(userId: string, typed: string): Buffer;
}

/** How many are made at once. */
const RECOVERY_CODES = 10;

/** Crockford's base 32: no letter looks like a digit or another letter. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const GROUPS = 3;
const GROUP_LENGTH = 4;

const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
const newCode = () => Array.from({ length: GROUPS }, group).join('-');

/** Without what people add, leave out or mistake. */
const plain = (typed: string) =>
  typed
    .toLowerCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replace(/[il]/g, '1')
    .replaceAll('o', '0');

export function createRecoveryCodes(key: Buffer): RecoveryCodes {
  const secret = createSecretKey(key);
  return {
    make() {
      const codes = new Set<string>();
      while (codes.size < RECOVERY_CODES) codes.add(newCode());
      return [...codes];
    },
    hashOf: (userId, typed) =>
      createHmac('sha256', secret)
        .update(JSON.stringify(['recovery', userId, plain(typed)]))
        .digest(),
  };
}
