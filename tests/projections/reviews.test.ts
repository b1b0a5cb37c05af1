import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { ERASED } from '../../src/eventsourcing/event-types.ts';
import type { Fact } from './events.ts';
import { rowsOf } from './folding.ts';

const id = randomUUID();
const on = (type: string, data: Fact['data'] = {}): Fact => ({ stream: `review-${id}`, type, data });
const words = { name: 'Ann Lee', location: null, service: 'Balayage', text: 'Lovely.' };
const added = on('ReviewAdded', { rating: 5, personal: words });
const row = { id, added: expect.any(String), rating: 5, ...words, removed: false, version: 1 };

it('a review has a row as long as it isn’t erased, also when it is removed', () => {
  expect(rowsOf('reviews', added)).toEqual([row]);
  const changed = on('ReviewChanged', { version: 2, rating: 4, personal: { ...words, text: 'Fine.' } });
  const after = { ...row, rating: 4, text: 'Fine.' };
  expect(rowsOf('reviews', added, changed)).toEqual([{ ...after, version: 2 }]);
  const removed = on('ReviewRemoved');
  expect(rowsOf('reviews', added, changed, removed)).toEqual([{ ...after, removed: true, version: 3 }]);
  expect(rowsOf('reviews', added, changed, removed, on('ReviewRestored'))).toEqual([
    { ...after, version: 4 },
  ]);
  expect(rowsOf('reviews', added, changed, removed, on('ReviewErased'))).toEqual([]);
});

it('a review whose key is shredded has no words, also after later events', () => {
  const shredded = on('ReviewAdded', { rating: 5, personal: ERASED });
  const none = { ...row, name: null, location: null, service: null, text: null };
  expect(rowsOf('reviews', shredded)).toEqual([none]);
  expect(rowsOf('reviews', shredded, on('ReviewErased'))).toEqual([]);
});
