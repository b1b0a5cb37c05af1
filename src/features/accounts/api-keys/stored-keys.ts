import type { Queryable } from '../../../adapters/postgres/pool.ts';
import type { Area } from '../../../contracts/accounts/areas.ts';
import { hashOfToken, newToken } from '../sessions/secret-tokens.ts';

/** The prefix shows everybody what it is: people, and programs that look for secrets where none belong. */
const PREFIX = 'salonkey_';
const KEY = new RegExp(`^${PREFIX}[\\w-]{43}$`);

/** A new key of 256 random bits, with the hash under which it is stored. Only its owner stores the key itself. */
export function newApiKey(): { readonly key: string; readonly hash: Buffer } {
  const key = PREFIX + newToken();
  return { key, hash: hashOfToken(key) };
}

/** The hash under which a key is stored; null for a text that can't be a key. */
export const hashOfApiKey = (text: string): Buffer | null => (KEY.test(text) ? hashOfToken(text) : null);

/** Whether a bearer token is meant as an API key. */
export const isMeantAsApiKey = (bearer: string | undefined): bearer is string =>
  bearer?.startsWith(PREFIX) === true;

interface NewKey {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly hash: Buffer;
  readonly areas: readonly Area[];
  readonly mayWrite: boolean;
  readonly createdAt: Date;
}

/** @returns false if there is a key with this id already; nothing is changed then */
export async function addApiKey(db: Queryable, key: NewKey): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'accounts-api-key-add',
    text: `insert into accounts.api_keys (id, user_id, name, key_hash, areas, may_write, created_at)
      values ($1, $2, $3, $4, $5, $6, $7) on conflict (id) do nothing`,
    values: [key.id, key.userId, key.name, key.hash, key.areas, key.mayWrite, key.createdAt],
  });
  return rowCount === 1;
}

/** A key that may still be used. */
interface ListedKey extends Pick<NewKey, 'id' | 'name' | 'areas' | 'mayWrite' | 'createdAt'> {
  readonly createdBy: string;
  readonly lastUsedAt: Date | null;
}

/** All keys that work, the newest first. */
export async function listApiKeys(db: Queryable): Promise<readonly ListedKey[]> {
  const { rows } = await db.query<ListedKey>({
    name: 'accounts-api-keys',
    text: `select k.id, k.name, k.areas, k.may_write as "mayWrite", k.created_at as "createdAt",
        k.last_used_at as "lastUsedAt",
        coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as "createdBy"
      from accounts.api_keys k join accounts.users u on u.id = k.user_id
        join accounts.user_roles r on r.user_id = k.user_id and r.role = 'admin'
      where k.key_hash is not null order by k.created_at desc, k.id`,
  });
  return rows;
}

/** A key with its name, and whether it still works or was revoked; undefined if there has never been such a key. */
export async function apiKeyById(
  db: Queryable,
  id: string,
): Promise<{ readonly name: string; readonly works: boolean } | undefined> {
  const { rows } = await db.query<{ name: string; works: boolean }>({
    name: 'accounts-api-key-by-id',
    text: 'select name, key_hash is not null as works from accounts.api_keys where id = $1',
    values: [id],
  });
  return rows[0];
}

/** @returns false if it doesn't work any more */
export async function revokeApiKey(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'accounts-api-key-revoke',
    text: 'update accounts.api_keys set key_hash = null where id = $1 and key_hash is not null',
    values: [id],
  });
  return rowCount === 1;
}

interface OpenedKey extends Pick<NewKey, 'id' | 'userId' | 'areas' | 'mayWrite'> {
  readonly lastUsedAt: Date | null;
}

/** The key with this hash; undefined if it was revoked, or if the person who made it is no administrator any more. */
export async function openApiKey(db: Queryable, hash: Buffer): Promise<OpenedKey | undefined> {
  const { rows } = await db.query<OpenedKey>({
    name: 'accounts-api-key-open',
    text: `select k.id, k.user_id as "userId", k.areas, k.may_write as "mayWrite", k.last_used_at as "lastUsedAt"
      from accounts.api_keys k join accounts.user_roles r on r.user_id = k.user_id and r.role = 'admin'
      where k.key_hash = $1`,
    values: [hash],
  });
  return rows[0];
}

/** The hashes of all keys that work. */
export async function hashesOfApiKeys(db: Queryable): Promise<readonly Buffer[]> {
  const { rows } = await db.query<{ hash: Buffer }>({
    name: 'accounts-api-key-hashes',
    text: `select k.key_hash as hash
      from accounts.api_keys k join accounts.user_roles r on r.user_id = k.user_id and r.role = 'admin'
      where k.key_hash is not null`,
  });
  return rows.map(({ hash }) => hash);
}

export async function noteUseOfApiKey(db: Queryable, id: string, now: Date): Promise<void> {
  await db.query({
    name: 'accounts-api-key-used',
    text: 'update accounts.api_keys set last_used_at = greatest(last_used_at, $2) where id = $1',
    values: [id, now],
  });
}
