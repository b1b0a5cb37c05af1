import { KeyObject, randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { rewrapSealingKeys } from '../../src/adapters/postgres/rewrap-keys.ts';
import { postgresSealingKeys } from '../../src/adapters/postgres/sealing-keys.ts';
import { StoreUnavailable } from '../../src/eventsourcing/event-store.ts';
import { SealBroken } from '../../src/eventsourcing/sealing/sealed-box.ts';
import { sealedEventStore } from '../../src/eventsourcing/sealing/sealed-event-store.ts';
import type { SealingKeys } from '../../src/eventsourcing/sealing/sealing-keys.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { memorySealingKeys } from '../support/log/memory-sealing-keys.ts';
import { createTestDatabase, givenDatabase } from '../support/server/postgres.ts';
import { event, freshStream } from './log-probe.ts';
import { sealingKeysContract } from './sealing-keys.ts';

const masterKey = randomBytes(32);
const database = givenDatabase();
let keys: SealingKeys;
beforeAll(() => {
  keys = postgresSealingKeys(database.pool, masterKey);
});

const inMemory = memorySealingKeys();
sealingKeysContract('memory', () => inMemory);
sealingKeysContract('Postgres', () => keys);

const rowOf = async (stream: string) => {
  const { rows } = await database.pool.query<{ key: Buffer | null; shredded_at: Date | null }>(
    'select key, shredded_at from sealing.sealing_keys where stream = $1',
    [stream],
  );
  return rows[0];
};

describe('sealing keys in Postgres', () => {
  test('are wrapped, and open with the same master key in another process', async () => {
    const stream = freshStream();
    const key = await keys.keyFor(stream);
    if (key === 'shredded') throw new Error('a new stream has a key');
    expect((await rowOf(stream))?.key?.includes(key.export())).toBe(false);
    const elsewhere = postgresSealingKeys(database.pool, Buffer.from(masterKey));
    const found = await elsewhere.keyFor(stream);
    expect(found !== 'shredded' && found.equals(key)).toBe(true);
  });

  test('are an error with another master key, never "erased"', async () => {
    const stream = freshStream();
    await keys.keyFor(stream);
    const other = postgresSealingKeys(database.pool, randomBytes(32));
    await expect(other.keyFor(stream)).rejects.toThrow(SealBroken);
    await expect(other.keysOf([stream])).rejects.toThrow(SealBroken);
  });

  test('open with another master key once they are wrapped by that one, all of them or none', async () => {
    const own = await createTestDatabase();
    await own.migrate();
    const next = randomBytes(32);
    const kept = { name: 'kept', key: randomBytes(32) };
    const before = postgresSealingKeys(own.pool, masterKey);
    const streams = Array.from({ length: 2_500 }, () => freshStream());
    const made = await Promise.all(streams.map((stream) => before.keyFor(stream)));
    const gone = freshStream();
    await before.keyFor(gone);
    await before.shred(gone);
    await expect(rewrapSealingKeys(own.pool, next, masterKey, kept)).rejects.toThrow(SealBroken);
    expect(await rewrapSealingKeys(own.pool, masterKey, next, kept)).toBe(streams.length);
    const after = await postgresSealingKeys(own.pool, next).keysOf([...streams, gone]);
    for (const [index, stream] of streams.entries()) {
      const [key, found] = [made[index], after.get(stream)];
      if (!key || key === 'shredded' || !found || found === 'shredded')
        throw new Error(`${stream} lost its key`);
      expect(found.equals(key)).toBe(true);
    }
    expect(after.get(gone)).toBe('shredded');
    // A key that followed from the secret key stays what it was, however often that is changed.
    const third = randomBytes(32);
    await rewrapSealingKeys(own.pool, next, third, { name: 'kept', key: randomBytes(32) });
    const [found] = (await postgresSealingKeys(own.pool, third).keysOf(['kept'])).values();
    expect(found instanceof KeyObject && found.export()).toEqual(kept.key);
    await expect(before.keyFor(streams[0] ?? '')).rejects.toThrow(SealBroken);
    await own.drop();
  });

  test("are an error in another stream's row", async () => {
    const [one, two] = [freshStream(), freshStream()];
    await keys.keyFor(one);
    await keys.keyFor(two);
    await database.pool.query(
      `update sealing.sealing_keys set key = (select key from sealing.sealing_keys where stream = $1)
       where stream = $2`,
      [one, two],
    );
    await expect(keys.keyFor(two)).rejects.toThrow(SealBroken);
  });

  test('leave a row without a key behind, with the time of the first shred', async () => {
    const stream = freshStream();
    await keys.keyFor(stream);
    await keys.shred(stream);
    const row = await rowOf(stream);
    expect(row).toEqual({ key: null, shredded_at: expect.any(Date) });
    await keys.shred(stream);
    expect(await rowOf(stream)).toEqual(row);
  });

  test('shredded by one process are shredded for the next read of another', async () => {
    const log = memoryEventStore();
    const reader = sealedEventStore(log, postgresSealingKeys(database.pool, masterKey));
    const stream = freshStream();
    await sealedEventStore(log, keys).append(stream, 'no-stream', [event({ personal: { name: 'Ada' } })]);
    expect((await reader.read(stream))[0]?.data).toEqual({ personal: { name: 'Ada' } });
    await keys.shred(stream);
    expect((await reader.read(stream))[0]?.data).toEqual({ personal: 'erased' });
  });

  test('refuse a master key of another length', () => {
    expect(() => postgresSealingKeys(database.pool, randomBytes(16))).toThrow(RangeError);
  });

  test('are StoreUnavailable when the database is gone', async () => {
    const lost = await createTestDatabase();
    await lost.drop();
    const gone = postgresSealingKeys(lost.pool, masterKey);
    await expect(gone.keyFor(freshStream())).rejects.toThrow(StoreUnavailable);
  });
});
