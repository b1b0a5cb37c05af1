import { randomBytes } from 'node:crypto';
import { type PasswordHashing, passwordHashing } from '../../adapters/password-hashing/hashing.ts';

/** Makes and compares the hashes of passwords. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Whether it is the password of this hash. Without a hash the answer is no, after the same work: the time doesn't tell
   * whether there is an account.
   */
  verify(password: string, hash: string | null | undefined): Promise<boolean>;
}

export function createPasswords(hashing: PasswordHashing = passwordHashing()): Passwords {
  const nobodys = hashing.hash(randomBytes(32).toString('base64url'));
  // Who needs it waits for it anyway.
  nobodys.catch(() => {});
  return {
    hash: hashing.hash,
    async verify(password, known) {
      const matches = await hashing.verify(known ?? (await nobodys), password);
      return matches && typeof known === 'string';
    },
  };
}
