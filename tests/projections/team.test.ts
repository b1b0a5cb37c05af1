import { expect, it } from 'vitest';
import { ERASED } from '../../src/eventsourcing/event-types.ts';
import type { Fact } from './events.ts';
import { rowsOf } from './folding.ts';

const ANN = '5b0ff2a0-7a44-4a63-8d5c-000000000001';
const on =
  (id: string) =>
  (type: string, data: Fact['data'] = {}): Fact => ({ stream: `stylist-${id}`, type, data });
const ann = on(ANN);
const first = on('first');
const words = { name: 'Ann Lee', title: 'Color specialist' };
const services = [{ id: 'full-color', minutes: 90 }];
const card = { services, order: 1, online: true };
const added = ann('StylistAdded', { personal: words, ...card });
const week = [{ dayOfWeek: 2, windows: [{ start: 540, end: 1_080 }] }];
const row = {
  id: ANN,
  services,
  place: 1,
  online: true,
  active: true,
  erased: false,
  week: null,
  version: 1,
};

it('a stylist’s row says what they do and when, and stays for good', () => {
  expect(rowsOf('stylists', added)).toEqual([row]);
  const changed = ann('StylistChanged', { personal: words, ...card, services: null, order: 0.5 });
  const hours = ann('StylistHoursSet', { week });
  const after = { ...row, services: null, place: 0.5, week, version: 3 };
  expect(rowsOf('stylists', added, changed, hours)).toEqual([after]);
  const gone = [ann('StylistDeactivated'), ann('StylistErased')];
  expect(rowsOf('stylists', added, changed, hours, ...gone)).toEqual([
    { ...after, active: false, erased: true, version: 5 },
  ]);
});

it('the first stylist does all in the salon’s hours until something else is recorded', () => {
  expect(rowsOf('stylists', first('StylistDeactivated'), first('StylistActivated'))).toEqual([
    { ...row, id: 'first', services: null, place: 0, version: 2 },
  ]);
});

it('a stylist’s words are there until they are erased, or the key is shredded', () => {
  expect(rowsOf('stylist_names', added, ann('StylistDeactivated'))).toEqual([{ id: ANN, ...words }]);
  const renamed = ann('StylistChanged', { personal: { name: 'Bea', title: '' }, ...card });
  expect(rowsOf('stylist_names', added, renamed)).toEqual([{ id: ANN, name: 'Bea', title: '' }]);
  expect(rowsOf('stylist_names', added, ann('StylistDeactivated'), ann('StylistErased'))).toEqual([]);
  expect(rowsOf('stylist_names', ann('StylistAdded', { personal: ERASED, ...card }))).toEqual([]);
});
