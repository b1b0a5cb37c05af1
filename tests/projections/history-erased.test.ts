import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import type { HistoryOf } from '../../projections/history/queries.ts';
import { createHistoryReader } from '../../projections/history/reader.ts';
import type { RecordedEvent } from '../../src/eventsourcing/event-store.ts';
import { openPersonal } from '../../src/eventsourcing/sealing/open-personal.ts';
import { sealedEventStore } from '../../src/eventsourcing/sealing/sealed-event-store.ts';
import { bookingStream } from '../../src/features/booking/appointment/events.ts';
import { mailsStream, messagesStream } from '../../src/features/messages/events.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { memorySealingKeys } from '../support/log/memory-sealing-keys.ts';
import { bookingRequested, customerRegistered, type Fact, onBooking, record, slotAt } from './events.ts';

const PERSONAL = /Maria|555-?0100|example\.com/;

function givenLog() {
  const log = memoryEventStore();
  const keys = memorySealingKeys();
  const store = sealedEventStore(log, keys);
  /** A history of some events as if the read model had named these. */
  async function history(of: HistoryOf, listed: readonly RecordedEvent[]) {
    const rows = listed.map(({ id, stream, position, type, metadata }) => ({
      id,
      stream,
      position,
      type,
      at: metadata.at,
      actor: metadata.actor,
      correlation_id: metadata.correlationId,
      kind: 'booking',
      thing: 'some',
      cause: null,
    }));
    const pool = { query: async () => ({ rows: [{ rows }] }) } as unknown as Pool;
    const reader = createHistoryReader({
      pool,
      log,
      open: openPersonal(keys),
      namesOf: async () => new Map(),
      firstAfter: async () => [],
      undosIn: () => ({ undoing: new Set(), undoable: new Set() }),
      readNames: async () => ({ stylist: () => ({}), service: (id) => id }),
      timeZone: 'America/Los_Angeles',
    });
    return (await reader.of(of, { limit: 100 }, 'owner')).entries;
  }
  return { log, keys, history, append: (...facts: readonly Fact[]) => record(store, facts) };
}

it('shows nothing of an erased booking from the event on, though its keys still live', async () => {
  const { log, keys, history, append } = givenLog();
  const slot = slotAt('2026-11-27', 540, 585);
  const id = slot.bookingId;
  const [stream, messages, mails] = [bookingStream(id), messagesStream(id), mailsStream(id)];
  const attempt = (ledger: string, to: string): Fact => ({
    stream: ledger,
    type: 'MessageAttempted',
    data: {
      attemptId: randomUUID(),
      causes: ['the booking'],
      kind: 'custom',
      bookingRevision: 0,
      segments: 1,
      personal: { to, text: 'See you, Maria' },
    },
  });
  await append(
    bookingRequested(slot),
    attempt(messages, '+19255550100'),
    attempt(mails, 'maria@example.com'),
  );
  const of = { kind: 'booking', stream, messages, mails } as const;
  const ledgers = [...(await log.read(messages)), ...(await log.read(mails))];
  const before = await history(of, [...(await log.read(stream)), ...ledgers]);
  for (const entry of before) expect(JSON.stringify(entry)).toMatch(PERSONAL);

  await append(onBooking(id, 'BookingErased'));
  const after = await history(of, [...(await log.read(stream)), ...ledgers]);
  expect(after.map(({ erased }) => erased)).toEqual([true, false, true, true]);
  expect(JSON.stringify(after)).not.toMatch(PERSONAL);
  // A part of the history that has no event of the booking's own.
  const part = await history(of, ledgers);
  expect(part.map(({ erased }) => erased)).toEqual([true, true]);
  expect(JSON.stringify(part)).not.toMatch(PERSONAL);
  expect((await keys.keysOf([stream])).get(stream)).not.toBe('shredded');
});

it('shows nothing of an erased customer from the event on, and everything of another', async () => {
  const { log, history, append } = givenLog();
  const [gone, other] = [customerRegistered(randomUUID()), customerRegistered(randomUUID())];
  await append(gone, other, { stream: gone.stream, type: 'CustomerErased', data: {} });
  const of = { kind: 'customer', stream: gone.stream, customerId: randomUUID() } as const;
  const entries = await history(of, [...(await log.read(gone.stream)), ...(await log.read(other.stream))]);
  expect(entries.map(({ erased }) => erased)).toEqual([true, false, false]);
  const [first, , last] = entries.map((entry) => JSON.stringify(entry));
  expect(first).not.toMatch(PERSONAL);
  expect(last).toMatch(PERSONAL);
});
