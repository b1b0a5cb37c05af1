import { expect, it } from 'vitest';
import { eraseAgain } from '../../src/erasure/erase-again.ts';
import { newEvent } from '../projections/events.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';

const [IMPORT, UNKNOWN, CUSTOMER] = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
const now = () => new Date('2026-11-20T18:00:00Z');

it('a restored salon undoes an import again and erases who was erased, though the import is open in the backup', async () => {
  const log = memoryEventStore();
  const stream = `customer-${CUSTOMER}`;
  await log.append('merges', 'no-stream', [
    newEvent({ stream: 'merges', type: 'ImportStarted', data: { importId: IMPORT, rows: 2 } }),
  ]);
  await log.append(stream, 'no-stream', [
    newEvent({ stream, type: 'CustomerImported', data: { importId: IMPORT, row: 1, personal: 'erased' } }),
  ]);
  const erasures = [
    { position: '', customerIds: [String(CUSTOMER)] },
    { position: '', importId: String(UNKNOWN) },
    { position: '', importId: String(IMPORT) },
  ];
  await eraseAgain(log, erasures, now);
  await eraseAgain(log, erasures, now);
  expect((await log.read('merges')).map(({ type }) => type)).toEqual([
    'ImportStarted',
    'CustomersErased',
    'ImportUndone',
  ]);
});

it('a restored salon erases a review again, unless the backup says so already or doesn’t know it', async () => {
  const log = memoryEventStore();
  const stream = `review-${CUSTOMER}`;
  const personal = 'erased';
  await log.append(stream, 'no-stream', [
    newEvent({ stream, type: 'ReviewAdded', data: { rating: 5, personal } }),
  ]);
  const erasures = [CUSTOMER, UNKNOWN].map((id) => ({ position: '', reviewId: String(id) }));
  await eraseAgain(log, erasures, now);
  await eraseAgain(log, erasures, now);
  expect((await log.read(stream)).map(({ type }) => type)).toEqual(['ReviewAdded', 'ReviewErased']);
  expect(await log.read(`review-${UNKNOWN}`)).toEqual([]);
});

it('a restored salon erases a stylist’s name again, whom the backup may still know as active', async () => {
  const log = memoryEventStore();
  const stream = `stylist-${CUSTOMER}`;
  const data = { personal: 'erased', services: null, order: 1, online: true };
  await log.append(stream, 'no-stream', [newEvent({ stream, type: 'StylistAdded', data })]);
  const erasures = [CUSTOMER, UNKNOWN].map((id) => ({ position: '', stylistId: String(id) }));
  await eraseAgain(log, erasures, now);
  await eraseAgain(log, erasures, now);
  const types = ['StylistAdded', 'StylistDeactivated', 'StylistErased'];
  expect((await log.read(stream)).map(({ type }) => type)).toEqual(types);
  expect(await log.read(`stylist-${UNKNOWN}`)).toEqual([]);
});
