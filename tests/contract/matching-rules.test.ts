import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { forgetOldMatching } from '../../src/adapters/postgres/forget-matching.ts';
import { postgresProcessStore } from '../../src/adapters/postgres/process-store.ts';
import { LOG_START } from '../../src/eventsourcing/event-store.ts';
import { processSteps } from '../../src/eventsourcing/processes/process-manager.ts';
import { registrarTables } from '../../src/features/customers/compose.ts';
import { customerIdOf } from '../../src/features/customers/contacts.ts';
import { REGISTRAR } from '../../src/features/customers/events.ts';
import { createRegistrar } from '../../src/features/customers/registrar/registrar.ts';
import { MATCHING_VERSION } from '../../src/salon/matched-contacts.ts';
import {
  bookingRequested,
  customerRegistered,
  MARIA,
  MARIAS_CARD,
  onBooking,
  record,
  slotAt,
  unsealed,
} from '../projections/events.ts';
import { hashContact as hash } from '../support/customers/registrar-facts.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { nextBatch } from '../support/log/next-batch.ts';
import { givenDatabase } from '../support/server/postgres.ts';

const database = givenDatabase();
const NOBODYS = { phone: '000-000-0000', phoneE164: '+10000000000' };

it('the registrar folds the log again once when the rules have changed, and stored links stay', async () => {
  const log = memoryEventStore();
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
  const customerId = customerIdOf(first);
  const asked = (bookingId: typeof first, email: string) =>
    bookingRequested(slotAt('2026-12-01', 600, 645, bookingId), { ...MARIA, ...NOBODYS, email });
  const linked = (bookingId: string) => ({
    ...onBooking(bookingId, 'BookingLinked', { customerId }),
    actor: { kind: 'system', process: REGISTRAR } as const,
  });
  const card = { ...MARIAS_CARD, emails: ['ann@example.com'], phones: [NOBODYS] };
  const head = await record(log, [
    asked(first, 'ann@example.com'),
    { ...customerRegistered(first, card), stream: `customer-${customerId}` },
    linked(first),
    asked(second, 'bea@example.com'),
    linked(second),
  ]);
  const before = (await nextBatch(log, LOG_START)).events.length;

  // An earlier program folded by fewer rules: the number stands for the first customer who gave it.
  const { pool } = database;
  const store = postgresProcessStore(pool);
  const old = { hash: hash('phone:+10000000000'), customerId, rank: head };
  await store.save(REGISTRAR, await store.load(REGISTRAR, async () => {}), head, (tx) =>
    registrarTables.contacts.save(tx, { put: new Map([['old', old]]), removed: [] }),
  );

  const run = async () => {
    await forgetOldMatching(pool, MATCHING_VERSION);
    const tables = registrarTables;
    const registrar = createRegistrar({
      log,
      store: log,
      open: unsealed,
      tables,
      hash,
      now: () => new Date(),
    });
    const steps = processSteps(registrar, store, log);
    await steps.load();
    const from = steps.position;
    await steps.handle(await nextBatch(log, from));
    await steps.save();
    return from;
  };
  const held = () =>
    pool.query('select item from registrar_contacts').then(({ rows }) => rows.map(({ item }) => item));

  expect(await run()).toBe(LOG_START);
  expect(await held()).toEqual([
    expect.objectContaining({ hash: hash('email:ann@example.com'), customerId }),
  ]);
  expect((await nextBatch(log, LOG_START)).events).toHaveLength(before);

  await record(log, [asked(third, 'cleo@example.com')]);
  expect(await run()).toBe(head);
  const links = (await log.read(`booking-${third}`)).filter(({ type }) => type === 'BookingLinked');
  expect(links.map(({ data }) => data.customerId)).toEqual([customerIdOf(third)]);

  // A rule of tomorrow folds once more.
  await forgetOldMatching(pool, MATCHING_VERSION + 1);
  expect(await held()).toEqual([]);
  await forgetOldMatching(pool, MATCHING_VERSION);
  expect(await run()).toBe(LOG_START);
});
