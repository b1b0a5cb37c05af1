import { createPrivateKey, type KeyObject, randomUUID } from 'node:crypto';
import { exportJWK, exportPKCS8, generateKeyPair, type JWK } from 'jose';
import type { Pool } from 'pg';
import { ADVISORY_LOCKS } from '../../../adapters/postgres/advisory-locks.ts';
import { type Queryable, withTransaction } from '../../../adapters/postgres/pool.ts';
import { openBox, sealBox } from '../../../eventsourcing/sealing/sealed-box.ts';
import { type SealingKeys, unshreddedKey } from '../../../eventsourcing/sealing/sealing-keys.ts';
import type { Endpoint } from '../supabase-protocol/endpoint.ts';

/** A key pair: access tokens are signed with one key and checked with the other. */
interface StoredSigningKey {
  readonly kid: string;
  readonly publicJwk: JWK;
  /** The sealed private key. */
  readonly privateKey: Buffer;
  readonly createdAt: Date;
  /** The key is published from its creation on. It signs from this time until the next key does. */
  readonly signsFrom: Date;
}

/** All keys, in the order in which they sign. */
async function signingKeys(db: Queryable): Promise<StoredSigningKey[]> {
  const { rows } = await db.query<StoredSigningKey>({
    name: 'accounts-signing-keys',
    text: `select kid, public_jwk as "publicJwk", private_key as "privateKey", created_at as "createdAt",
        signs_from as "signsFrom"
      from accounts.signing_keys order by signs_from, kid`,
  });
  return rows;
}

async function addSigningKey(db: Queryable, key: StoredSigningKey): Promise<void> {
  await db.query({
    name: 'accounts-signing-key-add',
    text: `insert into accounts.signing_keys (kid, public_jwk, private_key, created_at, signs_from)
      values ($1, $2, $3, $4, $5)`,
    values: [key.kid, JSON.stringify(key.publicJwk), key.privateKey, key.createdAt, key.signsFrom],
  });
}

async function removeSigningKeys(db: Queryable, kids: readonly string[]): Promise<void> {
  await db.query({
    name: 'accounts-signing-keys-remove',
    text: 'delete from accounts.signing_keys where kid = any($1)',
    values: [kids],
  });
}

export const ALGORITHM = 'ES256';
/** How long an access token is valid. */
export const TOKEN_SECONDS = 3_600;

/** Name of the stream whose sealing key seals the private keys. */
const SEALED_AS = 'account-signing-keys';
const DAY_MS = 86_400_000;
/** A key signs for at least this time. The next key is made when a process needs one after that. */
const SIGNS_MS = 30 * DAY_MS;
/** A new key is published this long before it signs, so that every cached list of keys has it by then. */
const PUBLISHED_AHEAD_MS = DAY_MS;
/** A key stays published until the last token signed with it has expired, and for another hour. */
const PUBLISHED_AFTER_MS = 2 * TOKEN_SECONDS * 1000;
/** How long the list of keys is cached. It is short enough that another process's new key is known long before it signs. */
const RELOAD_MS = 60_000;

export type SigningKeyRing = ReturnType<typeof createSigningKeyRing>;

interface RingDeps {
  readonly pool: Pool;
  readonly keys: SealingKeys;
  readonly now: () => Date;
}

/** Keys that nobody needs any more, because the next key has been signing for longer than a token is valid. */
function outdated(keys: readonly StoredSigningKey[], now: Date): StoredSigningKey[] {
  return keys.filter((_, at) => {
    const successor = keys[at + 1];
    return successor !== undefined && successor.signsFrom.getTime() + PUBLISHED_AFTER_MS <= now.getTime();
  });
}

/** When the next key shall begin to sign; undefined if it is too early to make it. */
function nextKeyFrom(keys: readonly StoredSigningKey[], now: Date): Date | undefined {
  const newest = keys.at(-1);
  if (newest === undefined) return now;
  const ends = newest.signsFrom.getTime() + SIGNS_MS;
  if (now.getTime() < ends - PUBLISHED_AHEAD_MS) return undefined;
  return new Date(Math.max(ends, now.getTime() + PUBLISHED_AHEAD_MS));
}

/** The key of this list that signs now: the last one whose `signsFrom` has passed. */
const signerOf = (keys: readonly StoredSigningKey[], now: Date): StoredSigningKey | undefined =>
  keys.findLast(({ signsFrom }) => signsFrom <= now) ?? keys[0];

/** The keys with which access tokens are signed and checked. All processes share them. */
export function createSigningKeyRing({ pool, keys, now }: RingDeps) {
  let loaded: { readonly at: number; readonly keys: Promise<StoredSigningKey[]> } | undefined;
  const opened = new Map<string, KeyObject>();

  const sealingKey = () => unshreddedKey(keys, SEALED_AS);

  async function newKey(signsFrom: Date): Promise<StoredSigningKey> {
    const pair = await generateKeyPair(ALGORITHM, { extractable: true });
    const kid = randomUUID();
    const { kty, crv, x, y } = await exportJWK(pair.publicKey);
    return {
      kid,
      publicJwk: { kty, crv, x, y, kid, alg: ALGORITHM, use: 'sig', key_ops: ['verify'] } as JWK,
      privateKey: sealBox(await sealingKey(), kid, Buffer.from(await exportPKCS8(pair.privateKey))),
      createdAt: now(),
      signsFrom,
    };
  }

  async function load(): Promise<StoredSigningKey[]> {
    const known = await signingKeys(pool);
    const from = nextKeyFrom(known, now());
    const old = outdated(known, now());
    if (from === undefined && old.length === 0) return known;
    const made = from && (await newKey(from));
    return withTransaction(pool, async (client) => {
      // Only one process at a time makes a key.
      await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.signingKeys]);
      await removeSigningKeys(
        client,
        old.map(({ kid }) => kid),
      );
      // Checked again, since another process may have made the key meanwhile.
      if (made && nextKeyFrom(await signingKeys(client), now()) !== undefined)
        await addSigningKey(client, made);
      return signingKeys(client);
    });
  }

  function current(): Promise<StoredSigningKey[]> {
    const at = now().getTime();
    if (loaded === undefined || Math.abs(at - loaded.at) >= RELOAD_MS) {
      const loading = { at, keys: load() };
      loaded = loading;
      loading.keys.catch(() => {
        if (loaded === loading) loaded = undefined;
      });
    }
    return loaded.keys;
  }

  return {
    /** The key that signs now. Makes the first key if there is none, and each further key a day before it is needed. */
    async signer(): Promise<{ readonly kid: string; readonly privateKey: KeyObject }> {
      const key = signerOf(await current(), now());
      if (key === undefined) throw new Error('there is no signing key');
      const known = opened.get(key.kid);
      if (known) return { kid: key.kid, privateKey: known };
      const pem = openBox(await sealingKey(), key.kid, key.privateKey).toString();
      const privateKey = createPrivateKey(pem);
      opened.set(key.kid, privateKey);
      return { kid: key.kid, privateKey };
    },
    /** The public keys of all tokens that are still valid or will be made. */
    published: async (): Promise<readonly JWK[]> => (await current()).map(({ publicJwk }) => publicJwk),
  };
}

/** How long others may cache the list of keys. It is far less than the day for which a key is published before it signs. */
const CACHED_SECONDS = 600;

/** The endpoint with the public keys, with which anybody can check this service's tokens. */
export const jwksEndpoints = (ring: SigningKeyRing): readonly Endpoint[] => [
  {
    method: 'get',
    path: '/.well-known/jwks.json',
    isCounted: () => false,
    handle: async () => ({ body: { keys: await ring.published() }, maxAgeSeconds: CACHED_SECONDS }),
  },
];
