import { expect, it } from 'vitest';
import { allProjections } from '../../../../projections/all.ts';
import { listName } from '../../../../web/admin/system/names.ts';

it('calls every read model something that people without technical knowledge understand', () => {
  const names = allProjections({ codesOf: () => [] } as never).map(({ name }) => name);
  expect(names.filter((name) => listName(name) === name)).toEqual([]);
  expect(new Set(names.map(listName)).size).toBe(names.length);
});
