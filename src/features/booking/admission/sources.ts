import { createHmac, createSecretKey } from 'node:crypto';
import type { SourceSalts } from '../../../adapters/postgres/source-salts.ts';

/** Where a booking came from, as its event says it: keyed hashes of network addresses. */
export interface Source {
  /** Of the IPv4 address, or the IPv6 network of 56 bits. */
  readonly address: string;
  /** Of the IPv6 network of 48 bits; left out for IPv4. */
  readonly network?: string;
}

/** A sender's hashes: this month's, which new bookings are recorded with, and all that bookings may still have. */
export interface SenderSources {
  readonly current: Source;
  readonly all: readonly Source[];
}

/** @param network the IPv6 network of 48 bits that the address belongs to; undefined for IPv4 */
export type SourcesOf = (address: string, network: string | undefined) => Promise<SenderSources>;

/** 128 bits: enough that no two addresses share a hash. */
const HASH_LENGTH = 22;

/**
 * Hashes network addresses so that staff can find what came from one sender, and nobody can find the sender: with a
 * secret, and with a random salt that is made each month (`source-salts.ts` says when it is deleted).
 */
export function createSources(key: Buffer, { saltsAt }: SourceSalts, now: () => Date): SourcesOf {
  const secret = createSecretKey(key);
  const hashOf = (salt: Buffer, address: string) =>
    createHmac('sha256', secret).update(salt).update(address).digest('base64url').slice(0, HASH_LENGTH);

  return async (address, network) => {
    const sourceWith = (salt: Buffer): Source => ({
      address: hashOf(salt, address),
      ...(network !== undefined && { network: hashOf(salt, network) }),
    });
    const { current, previous } = await saltsAt(now());
    const source = sourceWith(current);
    return { current: source, all: previous ? [source, sourceWith(previous)] : [source] };
  };
}
