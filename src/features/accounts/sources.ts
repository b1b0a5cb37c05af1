import { createHmac, createSecretKey } from 'node:crypto';
import type { SourceSalts } from '../../adapters/postgres/source-salts.ts';

/** The keyed hash of a network address, which changes each month. */
export type SourceHash = (address: string) => Promise<string>;

/** Recognizes network addresses by their hashes. */
export interface SourceHashes {
  readonly current: SourceHash;
  /** All that something of this month or the last may have been recorded with. */
  all(address: string): Promise<readonly string[]>;
}

/** 128 bits: enough that no two addresses share a hash. */
const HASH_LENGTH = 22;

/** Hashes addresses so that sign-ins of one place can be recognized, and nobody can find the place. */
export function createSourceHashes(key: Buffer, { saltsAt }: SourceSalts, now: () => Date): SourceHashes {
  const secret = createSecretKey(key);
  const hashOf = (salt: Buffer, address: string) =>
    createHmac('sha256', secret).update(salt).update(address).digest('base64url').slice(0, HASH_LENGTH);
  return {
    current: async (address) => hashOf((await saltsAt(now())).current, address),
    async all(address) {
      const { current, previous } = await saltsAt(now());
      return [current, previous].flatMap((salt) => (salt === undefined ? [] : [hashOf(salt, address)]));
    },
  };
}
