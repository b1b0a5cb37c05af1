import { createPrivateKey, type KeyObject, randomUUID } from 'node:crypto';
import { exportJWK, exportPKCS8, generateKeyPair, type JWK } from 'jose';
import type { Pool } from 'pg';
import { withTransaction } from '../../adapters/postgres/pool.ts';
import { openBox, sealBox } from '../../eventsourcing/sealing/sealed-box.ts';
import type { SealingKeys } from '../../eventsourcing/sealing/sealing-keys.ts';
import {
  addSigningKey,
  lockSigningKeys,
  removeSigningKeys,
  type StoredSigningKey,
  signingKeys,
} from './store/signing-keys.ts';

export const ALGORITHM = 'ES256';
/** Of an access token. */
export const TOKEN_SECONDS = 3_600;

/** Name under which the key of the private keys' seals is kept. */
const SEALED_AS = 'account-signing-keys';
const DAY_MS = 86_400_000;
/** A key signs so long, at least: the next one follows when a process needs it. */
const SIGNS_MS = 30 * DAY_MS;
/** A new key is published so long before it signs, so that every cached list of keys knows it by then. */
const PUBLISHED_AHEAD_MS = DAY_MS;
/** After its successor began to sign, a key is published until its last token has expired, and another hour. */
const PUBLISHED_AFTER_MS = 2 * TOKEN_SECONDS * 1000;
/** Another process's new key is known after this long, well before it signs. */
const RELOAD_MS = 60_000;

/** The keys that access tokens are signed and checked with, the same for all processes. */
export interface SigningKeyRing {
  /** The one that signs now; makes the first one, and the next one a day before its time. */
  signer(): Promise<{ readonly kid: string; readonly privateKey: KeyObject }>;
  /** Public parts of all that tokens may still be signed by, or will be. */
  published(): Promise<readonly JWK[]>;
}

interface RingDeps {
  readonly pool: Pool;
  readonly keys: SealingKeys;
  readonly now: () => Date;
}

/** Those that nobody needs any more: their successor has signed for longer than a token lives. */
function outdated(keys: readonly StoredSigningKey[], now: Date): StoredSigningKey[] {
  return keys.filter((_, at) => {
    const successor = keys[at + 1];
    return successor !== undefined && successor.signsFrom.getTime() + PUBLISHED_AFTER_MS <= now.getTime();
  });
}

/** When the next key is to sign, if it is time to make it; undefined while it isn't. */
function nextKeyFrom(keys: readonly StoredSigningKey[], now: Date): Date | undefined {
  const newest = keys.at(-1);
  if (newest === undefined) return now;
  const ends = newest.signsFrom.getTime() + SIGNS_MS;
  if (now.getTime() < ends - PUBLISHED_AHEAD_MS) return undefined;
  return new Date(Math.max(ends, now.getTime() + PUBLISHED_AHEAD_MS));
}

/** The key of this list that signs now: the last one whose time has come. */
const signerOf = (keys: readonly StoredSigningKey[], now: Date): StoredSigningKey | undefined =>
  keys.findLast(({ signsFrom }) => signsFrom <= now) ?? keys[0];

export function createSigningKeyRing({ pool, keys, now }: RingDeps): SigningKeyRing {
  let loaded: { readonly at: number; readonly keys: Promise<StoredSigningKey[]> } | undefined;
  const opened = new Map<string, KeyObject>();

  async function sealingKey() {
    const key = await keys.keyFor(SEALED_AS);
    if (key === 'shredded') throw new Error('the key of the signing keys was shredded');
    return key;
  }

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
      await lockSigningKeys(client);
      await removeSigningKeys(
        client,
        old.map(({ kid }) => kid),
      );
      // Another process may have made it meanwhile.
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
    async signer() {
      const key = signerOf(await current(), now());
      if (key === undefined) throw new Error('there is no signing key');
      const known = opened.get(key.kid);
      if (known) return { kid: key.kid, privateKey: known };
      const pem = openBox(await sealingKey(), key.kid, key.privateKey).toString();
      const privateKey = createPrivateKey(pem);
      opened.set(key.kid, privateKey);
      return { kid: key.kid, privateKey };
    },
    published: async () => (await current()).map(({ publicJwk }) => publicJwk),
  };
}
