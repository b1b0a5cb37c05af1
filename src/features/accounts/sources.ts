import { createHmac, createSecretKey } from 'node:crypto';
import type { SourceSalts } from '../../adapters/postgres/source-salts.ts';

/** The keyed hash of a network address, which changes each month. */
export type SourceHash = (address: string) => Promise<string>;

/** 128 bits: enough that no two addresses share a hash. */
const HASH_LENGTH = 22;

/** Hashes addresses so that sign-ins of one place can be recognized, and nobody can find the place. */
export function createSourceHash(key: Buffer, { saltsAt }: SourceSalts, now: () => Date): SourceHash {
  const secret = createSecretKey(key);
  return async (address) => {
    const { current } = await saltsAt(now());
    return createHmac('sha256', secret)
      .update(current)
      .update(address)
      .digest('base64url')
      .slice(0, HASH_LENGTH);
  };
}
