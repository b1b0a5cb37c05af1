import type { JWK } from 'jose';
import { ADVISORY_LOCKS } from '../../../adapters/postgres/advisory-locks.ts';
import type { Queryable } from './queryable.ts';

/** A pair of keys that access tokens are signed and checked with. */
export interface StoredSigningKey {
  readonly kid: string;
  readonly publicJwk: JWK;
  /** Sealed. */
  readonly privateKey: Buffer;
  readonly createdAt: Date;
  /** Published from the start, signs from here on until the next one does. */
  readonly signsFrom: Date;
}

/** One process at a time makes a key. */
export async function lockSigningKeys(db: Queryable): Promise<void> {
  await db.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.signingKeys]);
}

/** In the order in which they sign. */
export async function signingKeys(db: Queryable): Promise<StoredSigningKey[]> {
  const { rows } = await db.query<StoredSigningKey>({
    name: 'accounts-signing-keys',
    text: `select kid, public_jwk as "publicJwk", private_key as "privateKey", created_at as "createdAt",
        signs_from as "signsFrom"
      from accounts.signing_keys order by signs_from, kid`,
  });
  return rows;
}

export async function addSigningKey(db: Queryable, key: StoredSigningKey): Promise<void> {
  await db.query({
    name: 'accounts-signing-key-add',
    text: `insert into accounts.signing_keys (kid, public_jwk, private_key, created_at, signs_from)
      values ($1, $2, $3, $4, $5)`,
    values: [key.kid, JSON.stringify(key.publicJwk), key.privateKey, key.createdAt, key.signsFrom],
  });
}

export async function removeSigningKeys(db: Queryable, kids: readonly string[]): Promise<void> {
  await db.query({
    name: 'accounts-signing-keys-remove',
    text: 'delete from accounts.signing_keys where kid = any($1)',
    values: [kids],
  });
}
