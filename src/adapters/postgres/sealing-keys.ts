import { createSecretKey } from 'node:crypto';
import type { Pool } from 'pg';
import { mapGently } from '../../eventsourcing/async/breather.ts';
import { KEY_BYTES, openBox, sealBox, secureRandom } from '../../eventsourcing/sealing/sealed-box.ts';
import type { SealingKey, SealingKeys } from '../../eventsourcing/sealing/sealing-keys.ts';
import { batcher } from './batcher.ts';
import { storeError } from './outage.ts';

/** Keys are inserted in the order of their streams, so that two processes can't deadlock. */
const FIND_OR_MAKE = `
  with made as (
    insert into sealing.sealing_keys (stream, key)
    select stream, key from unnest($1::text[], $2::bytea[]) as wanted (stream, key) order by stream
    on conflict (stream) do nothing returning stream, key
  )
  select stream, key from made union all select stream, key from sealing.sealing_keys where stream = any ($1)`;

const FIND = 'select stream, key from sealing.sealing_keys where stream = any ($1)';

const SHRED = `
  insert into sealing.sealing_keys as known (stream, shredded_at) values ($1, now())
  on conflict (stream) do update set key = null, shredded_at = coalesce(known.shredded_at, now())`;

/** The text that a wrapped key is bound to, so that it can only be opened in the row of its own stream. */
export const bindingOf = (stream: string): string => `the key of ${stream}`;

/**
 * Keys in Postgres, each wrapped by the master key and bound to its stream.
 *
 * @param masterKey 32 bytes. With a different master key than before, no key can be opened (`SealBroken`).
 */
export const postgresSealingKeys = (pool: Pool, masterKey: Buffer): SealingKeys => {
  if (masterKey.length !== KEY_BYTES) throw new RangeError(`the master key must have ${KEY_BYTES} bytes`);

  const master = createSecretKey(masterKey);
  const unwrap = (stream: string, wrapped: Buffer | null): SealingKey =>
    wrapped === null ? 'shredded' : createSecretKey(openBox(master, bindingOf(stream), wrapped));

  const newKey = (stream: string) => {
    const bytes = secureRandom(KEY_BYTES);
    return { key: createSecretKey(bytes), wrapped: sealBox(master, bindingOf(stream), bytes) };
  };

  const rowsOf = async <Row extends object>(
    name: string,
    text: string,
    values: unknown[],
  ): Promise<Row[]> => {
    try {
      return (await pool.query<Row>({ name, text, values })).rows;
    } catch (error) {
      throw storeError(error);
    }
  };

  interface KeyRow {
    readonly stream: string;
    readonly key: Buffer | null;
  }

  /** The result is undefined when another process created the key during the statement, since only the next statement sees it. */
  const findOrMake = batcher<string, SealingKey | undefined>(
    async (streams) => {
      const made = new Map(streams.map((stream) => [stream, newKey(stream)]));
      const values = [[...made.keys()], [...made.values()].map(({ wrapped }) => wrapped)];
      const rows = await rowsOf<KeyRow>('sealing-keys-for', FIND_OR_MAKE, values);
      const stored = new Map(rows.map(({ stream, key }) => [stream, key]));
      return streams.map((stream) => {
        const wrapped = stored.get(stream);
        if (wrapped === undefined) return undefined;
        const own = made.get(stream);
        return wrapped && own?.wrapped.equals(wrapped) ? own.key : unwrap(stream, wrapped);
      });
    },
    { concurrency: 2 },
  );

  return {
    keyFor: async (stream) => {
      for (;;) {
        const key = await findOrMake(stream);
        if (key !== undefined) return key;
      }
    },
    keysOf: async (streams) => {
      const rows = await rowsOf<KeyRow>('sealing-keys-of', FIND, [streams]);
      // A batch may need a thousand keys, and opening them takes some 15 ms.
      return new Map(await mapGently(rows, ({ stream, key }) => [stream, unwrap(stream, key)]));
    },
    shred: async (stream) => {
      await rowsOf('sealing-shred', SHRED, [stream]);
    },
  };
};
