import { createSecretKey } from 'node:crypto';
import type { Pool } from 'pg';
import { openBox, sealBox } from '../../eventsourcing/sealing/sealed-box.ts';
import { withTransaction } from './pool.ts';
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

/**
 * Wraps every key by another master key. If it fails, no key is changed.
 *
 * @returns how many keys there are
 * @throws SealBroken when they aren't wrapped by the first master key
 */
export const rewrapSealingKeys = (pool: Pool, from: Buffer, to: Buffer): Promise<number> => {
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
      if (page.length === 0) return count;
      await client.query(REPLACE, [page.map(({ stream }) => stream), page.map(({ key }) => key)]);
      count += page.length;
      last = page.at(-1)?.stream ?? last;
    }
  });
};
