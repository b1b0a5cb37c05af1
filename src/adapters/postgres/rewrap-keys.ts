import { createSecretKey } from 'node:crypto';
import type { Pool } from 'pg';
import { openBox, sealBox } from '../../eventsourcing/sealing/sealed-box.ts';
import { type Queryable, withTransaction } from './pool.ts';
import { bindingOf } from './sealing-keys.ts';

const PAGE = 1_000;

/** Without the lock, a key created meanwhile would be wrapped by the old master key and could never be opened again. */
const LOCK = 'lock table sealing.sealing_keys in exclusive mode';

const NEXT = `
  select stream, key from sealing.sealing_keys
  where key is not null and stream > $1 order by stream limit ${PAGE}`;

const REPLACE = `
  update sealing.sealing_keys set key = wrapped.key
  from unnest($1::text[], $2::bytea[]) as wrapped (stream, key) where sealing_keys.stream = wrapped.stream`;

/** A key that is kept among those of streams, by a name that no stream has. */
export interface NamedKey {
  readonly name: string;
  readonly key: Buffer;
}

/** Keeps a key, wrapped by the master key, unless there is one of its name. */
export async function keepKey(db: Queryable, master: Buffer, { name, key }: NamedKey): Promise<void> {
  const wrapped = sealBox(createSecretKey(master), bindingOf(name), key);
  await db.query('insert into sealing.sealing_keys (stream, key) values ($1, $2) on conflict do nothing', [
    name,
    wrapped,
  ]);
}

/**
 * Wraps every key by another master key. If it fails, no key is changed.
 *
 * @param kept a key that followed from the old secret key, and has to stay what it was
 * @returns how many keys there are
 * @throws SealBroken when they aren't wrapped by the first master key
 */
export const rewrapSealingKeys = (pool: Pool, from: Buffer, to: Buffer, kept: NamedKey): Promise<number> => {
  const [old, next] = [createSecretKey(from), createSecretKey(to)];
  return withTransaction(pool, async (client) => {
    await client.query(LOCK);
    let count = 0;
    for (let last = ''; ; ) {
      const { rows } = await client.query<{ stream: string; key: Buffer }>(NEXT, [last]);
      const page = rows.map(({ stream, key }) => {
        const binding = bindingOf(stream);
        return { stream, key: sealBox(next, binding, openBox(old, binding, key)) };
      });
      if (page.length === 0) break;
      await client.query(REPLACE, [page.map(({ stream }) => stream), page.map(({ key }) => key)]);
      count += page.length;
      last = page.at(-1)?.stream ?? last;
    }
    await keepKey(client, to, kept);
    return count;
  });
};
