import { beforeEach, describe, expect, it } from 'vitest';
import {
  postgresItemTable,
  postgresProcessStore,
  type Transaction,
} from '../../src/adapters/postgres/process-store.ts';
import { LOG_START, StoreUnavailable } from '../../src/eventsourcing/event-store.ts';
import { memoryItemTable } from '../../src/eventsourcing/processes/memory-item-table.ts';
import {
  CheckpointOutdated,
  type ItemTable,
  type ProcessStore,
} from '../../src/eventsourcing/processes/process-manager.ts';
import { memoryProcessStore } from '../support/log/memory-process-store.ts';
import { createTestDatabase, givenDatabase } from '../support/server/postgres.ts';

interface Item {
  readonly seen: number;
}

const NAME = 'slot-keeper';
const position = (n: number) => n.toString(16).padStart(32, '0');
const some = new Map<string, Item>([
  ['a', { seen: 1 }],
  ['b', { seen: 2 }],
]);

const database = givenDatabase();

function processStoreContract<Tx>(
  name: string,
  open: () => Promise<[ProcessStore<Tx>, ItemTable<Tx, Item>]>,
) {
  describe(`the store of process managers in ${name}`, () => {
    let store: ProcessStore<Tx>;
    let table: ItemTable<Tx, Item>;
    beforeEach(async () => {
      [store, table] = await open();
    });

    async function load() {
      let items: ReadonlyMap<string, Item> = new Map();
      const checkpoint = await store.load(NAME, async (tx) => {
        items = await table.load(tx);
      });
      return { checkpoint, items };
    }
    const put = (items: ReadonlyMap<string, Item>, removed: readonly string[] = []) => {
      return (tx: Tx) => table.save(tx, { put: items, removed });
    };

    it('begins at the start of the log, without items', async () => {
      const { checkpoint, items } = await load();
      expect(checkpoint).toEqual({ position: LOG_START, revision: null });
      expect(items).toEqual(new Map());
    });

    it('loads the items and the checkpoint that were saved together', async () => {
      const first = await store.save(NAME, (await load()).checkpoint, position(10), put(some));
      expect(await load()).toEqual({ checkpoint: first, items: some });
      const second = await store.save(NAME, first, position(11), put(new Map([['c', { seen: 3 }]]), ['a']));
      const items = new Map([
        ['b', { seen: 2 }],
        ['c', { seen: 3 }],
      ]);
      expect(await load()).toEqual({ checkpoint: second, items });
      expect(second.position).toBe(position(11));
    });

    it('keeps an item as it was last put', async () => {
      const first = await store.save(NAME, (await load()).checkpoint, position(10), put(some));
      await store.save(NAME, first, position(11), put(new Map([['b', { seen: 99 }]])));
      expect((await load()).items).toEqual(new Map([...some, ['b', { seen: 99 }]]));
    });

    it.each([
      ['for the first time', async () => (await load()).checkpoint],
      ['later', async () => store.save(NAME, (await load()).checkpoint, position(5), put(new Map()))],
    ])('lets one of two win that save at once, %s, and writes nothing of the other', async (_, begin) => {
      const checkpoint = await begin();
      const outcomes = await Promise.allSettled([
        store.save(NAME, checkpoint, position(10), put(new Map([['first', { seen: 1 }]]))),
        store.save(NAME, checkpoint, position(11), put(new Map([['second', { seen: 2 }]]))),
      ]);
      const [won, lost] = outcomes.toSorted((a, b) => a.status.localeCompare(b.status));
      expect(won).toMatchObject({ status: 'fulfilled' });
      expect(lost).toMatchObject({ status: 'rejected', reason: expect.any(CheckpointOutdated) });
      const { items } = await load();
      expect([...items.keys()]).toEqual([outcomes[0].status === 'fulfilled' ? 'first' : 'second']);
    });

    it('distinguishes two saves at the same position', async () => {
      const { checkpoint } = await load();
      const saved = await store.save(NAME, checkpoint, position(10), put(new Map()));
      await store.save(NAME, saved, position(10), put(some));
      await expect(store.save(NAME, saved, position(10), put(new Map(), ['a']))).rejects.toThrow(
        CheckpointOutdated,
      );
      expect((await load()).items).toEqual(some);
    });

    it('saves neither when the writing fails', async () => {
      const { checkpoint } = await load();
      const failing = async (tx: Tx) => {
        await put(some)(tx);
        throw new Error('not this time');
      };
      await expect(store.save(NAME, checkpoint, position(10), failing)).rejects.toThrow('not this time');
      expect(await load()).toEqual({ checkpoint, items: new Map() });
      await store.save(NAME, checkpoint, position(10), put(some));
    });
  });
}

const inMemory = async () => [memoryProcessStore(), memoryItemTable<Item>()] as const;
processStoreContract('memory', async () => [...(await inMemory())]);
processStoreContract('Postgres', async () => {
  await database.pool.query('truncate slot_keeper_slots, process_checkpoints');
  return [postgresProcessStore(database.pool), postgresItemTable<Item>('slot_keeper_slots')];
});

describe('in Postgres', () => {
  beforeEach(() => database.pool.query('truncate slot_keeper_slots, process_checkpoints'));

  it('other writes in the transaction of a save are committed with it, or not at all', async () => {
    const store = postgresProcessStore(database.pool);
    await database.pool.query('create table if not exists jobs (id text)');
    const sending = (id: string) => (tx: Transaction) =>
      tx.query('insert into jobs values ($1)', [id]).then(() => {});
    const checkpoint = await store.load(NAME, async () => {});
    await store.save(NAME, checkpoint, position(1), sending('sent'));
    await expect(store.save(NAME, checkpoint, position(2), sending('late'))).rejects.toThrow(
      CheckpointOutdated,
    );
    expect((await database.pool.query('select id from jobs')).rows).toEqual([{ id: 'sent' }]);
  });

  it('a load shows one moment, though another process saves meanwhile', async () => {
    const store = postgresProcessStore(database.pool);
    const table = postgresItemTable<Item>('slot_keeper_slots');
    const first = await store.save(NAME, await store.load(NAME, async () => {}), position(1), async () => {});
    let items: ReadonlyMap<string, Item> = new Map();
    const loaded = await store.load(NAME, async (tx) => {
      await store.save(NAME, first, position(2), (other) => table.save(other, { put: some, removed: [] }));
      items = await table.load(tx);
    });
    expect(loaded.position).toBe(position(1));
    expect(items).toEqual(new Map());
  });

  it('a database that is away is StoreUnavailable', async () => {
    const gone = await createTestDatabase();
    await gone.drop();
    const store = postgresProcessStore(gone.pool);
    await expect(store.load(NAME, async () => {})).rejects.toThrow(StoreUnavailable);
  });
});
