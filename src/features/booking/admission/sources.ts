import { createHmac, createSecretKey } from 'node:crypto';
import type { SourceSalts } from '../../../adapters/postgres/source-salts.ts';

/** Where a booking came from, in the form that its event has: keyed hashes of network addresses. */
export interface Source {
  /** Hash of the IPv4 address, or of the IPv6 network of 56 bits. */
  readonly address: string;
  /** Hash of the IPv6 network of 48 bits; left out for IPv4. */
  readonly network?: string;
}

/** A sender's hashes: `current` is this month's, which new bookings get; `all` are those that existing bookings may have. */
export interface SenderSources {
  readonly current: Source;
  readonly all: readonly Source[];
}

/** @param network the IPv6 network of 48 bits that the address belongs to; undefined for IPv4 */
export type SourcesOf = (address: string, network: string | undefined) => Promise<SenderSources>;

/** In characters; 132 bits, enough that no two addresses ever have the same hash. */
const HASH_LENGTH = 22;

/**
 * Hashes network addresses with a secret, and with a random salt that is made each month (`source-salts.ts` says when it is deleted).
 * So staff can find all bookings that came from one sender, but nobody can find out who the sender is.
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
