import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ItemTable } from '../../src/eventsourcing/processes/process-manager.ts';
import { createSavedItems } from '../../src/eventsourcing/processes/saved-items.ts';

/** A table that remembers the last write. */
function table() {
  const rows = new Map<string, number>();
  const writes: { readonly put: readonly string[]; readonly removed: readonly string[] }[] = [];
  const items: ItemTable<null, number> = {
    load: async () => new Map(rows),
    async save(_tx, { put, removed }) {
      writes.push({ put: [...put.keys()], removed });
      for (const [key, item] of put) rows.set(key, item);
      for (const key of removed) rows.delete(key);
    },
  };
  return { rows, writes, items };
}

it('writes what has changed since the last save, and nothing of an item that came and went', async () => {
  const { rows, writes, items } = table();
  const saved = createSavedItems<number>();
  saved.set('came and went', 1);
  saved.set('stays', 1);
  saved.set('goes', 1);
  saved.delete('came and went');
  await saved.save(null, items);
  saved.delete('goes');
  await saved.save(null, items);
  expect(writes).toEqual([
    { put: ['stays', 'goes'], removed: [] },
    { put: [], removed: ['goes'] },
  ]);
  expect(rows).toEqual(new Map([['stays', 1]]));
});

const step = fc.oneof(
  fc.record({ do: fc.constant('set'), key: fc.constantFrom('a', 'b', 'c'), item: fc.nat(9) }),
  fc.record({ do: fc.constant('delete'), key: fc.constantFrom('a', 'b', 'c'), item: fc.constant(0) }),
  fc.record({ do: fc.constantFrom('save', 'load'), key: fc.constant(''), item: fc.constant(0) }),
);

it('has in the table what it has in memory after each save', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const { rows, items } = table();
      const saved = createSavedItems<number>();
      for (const { do: what, key, item } of steps) {
        if (what === 'set') saved.set(key, item);
        if (what === 'delete') saved.delete(key);
        if (what === 'load') await saved.load(null, items);
        if (what === 'save') await saved.save(null, items);
        if (what === 'load' || what === 'save') expect(rows).toEqual(new Map(saved.items));
      }
    }),
  );
});
