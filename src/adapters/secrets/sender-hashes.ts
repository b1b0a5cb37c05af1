import { createHmac, createSecretKey } from 'node:crypto';
import type { SourceSalts } from '../postgres/source-salts.ts';

/** A sender's keyed hashes: this month's is recorded, `current`; `all` are those that something recorded may have. */
export interface SenderHashes {
  readonly current: string;
  readonly all: readonly string[];
}

/** @param address IPv4 address, or IPv6 network of 56 bits */
export type SenderHashesOf = (address: string) => Promise<SenderHashes>;

/** In characters; 132 bits, enough that no two addresses ever have the same hash. */
const HASH_LENGTH = 22;

/**
 * Hashes network addresses with a secret, and with a random salt that is made each month (`source-salts.ts` says when it is deleted).
 * So bookings and sign-ins from one sender can be recognized, but nobody can find out who the sender is.
 */
export function createSenderHashes(key: Buffer, { saltsAt }: SourceSalts, now: () => Date): SenderHashesOf {
  const secret = createSecretKey(key);
  return async (address) => {
    const hashWith = (salt: Buffer) =>
      createHmac('sha256', secret).update(salt).update(address).digest('base64url').slice(0, HASH_LENGTH);
    const { current: salt, previous } = await saltsAt(now());
    const current = hashWith(salt);
    return { current, all: previous ? [current, hashWith(previous)] : [current] };
  };
}
