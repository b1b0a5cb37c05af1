import { describe, expect, it } from 'vitest';
import { DeadlineExceeded } from '../../src/eventsourcing/async/deadline.ts';
import {
  type EventStore,
  type NewEvent,
  type RecordedEvent,
  StoreUnavailable,
} from '../../src/eventsourcing/event-store.ts';
import { derivedId } from '../../src/eventsourcing/identity.ts';
import { RuleBroken } from '../../src/eventsourcing/streams/decider.ts';
import { agendaStream } from '../../src/features/booking/agenda/events.ts';
import { bookingIdOf } from '../../src/features/booking/appointment/commands.ts';
import { bookingStream } from '../../src/features/booking/appointment/events.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { nextBatch } from '../support/log/next-batch.ts';
import {
  book,
  CONSENT_TEXT,
  createTestSalon,
  newBooking,
  runOf,
  STAFF,
  service,
  TUESDAY,
} from '../support/salon/test-salon.ts';

const KEY = 'the-first-key-0123456789';
const OTHER_KEY = 'another-key-0123456789';
const BOOKING = bookingIdOf(KEY);
const STREAM = bookingStream(BOOKING);
const AGENDA = agendaStream(TUESDAY);
const NONE = { kind: 'none' } as const;

const refusal = (code: string) => new RuleBroken(code);
const typesOf = (events: readonly RecordedEvent[]) => events.map(({ type }) => type);
const on = (
  command: string,
  key: string,
  more: { body?: unknown; ifVersion?: number; deadlineMs?: number } = {},
) => runOf({ key, command, subject: BOOKING, ...more });

/** A log whose appends of one event type fail so many times, before or after they became a fact. */
function failing(
  log: EventStore,
  { type, times, when }: { type: string; times: number; when: 'before' | 'after' },
): EventStore {
  let left = times;
  const isHit = (events: readonly NewEvent[]) => events[0]?.type === type && left-- > 0;
  return {
    ...log,
    async append(stream, expected, events) {
      const hit = isHit(events);
      if (hit && when === 'before') throw new StoreUnavailable('lost');
      const result = await log.append(stream, expected, events);
      if (hit) throw new StoreUnavailable('lost');
      return result;
    },
  };
}

describe('creating a booking', () => {
  it('takes the slot first, then records the request, pending for the public and confirmed for staff', async () => {
    const log = memoryEventStore();
    const salon = createTestSalon(log);
    const answer = await book(salon, KEY, { serviceIds: ['cut', 'color'] });
    const { events } = await nextBatch(log, '');
    expect(typesOf(events)).toEqual(['SlotTaken', 'BookingRequested']);
    expect(answer).toEqual({
      bookingId: BOOKING,
      end: 690,
      stylistId: 'first',
      services: events[1]?.data.services,
      hasClaimed: true,
      notices: undefined,
      status: 'pending',
      version: 1,
      position: events[1]?.position,
    });
    expect(events[1]?.data).toMatchObject({
      consentText: CONSENT_TEXT,
      start: 600,
      end: 690,
      totalAmount: 'Price Varies - Determined at Consultation',
    });

    const request = newBooking({ start: 900, serviceIds: ['cut', 'color'] });
    const byStaff = await salon.bookings.create(
      bookingIdOf(OTHER_KEY),
      request,
      runOf({ key: OTHER_KEY, command: 'create-booking', body: request, actor: STAFF }),
    );
    expect(byStaff.status).toBe('confirmed');
    const [requested] = await log.read(bookingStream(byStaff.bookingId));
    expect(requested?.data).toMatchObject({ totalAmount: '$155.00' });
    expect(requested?.data).not.toHaveProperty('consentText');
  });

  it('answers the same key with the same answer, twenty times at once and later', async () => {
    const log = memoryEventStore();
    const salon = createTestSalon(log);
    const answers = await Promise.all(Array.from({ length: 20 }, () => book(salon, KEY)));
    const later = await book(createTestSalon(log), KEY);
    expect(new Set([...answers, later].map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect((await nextBatch(log, '')).events).toHaveLength(2);
  });

  it('refuses the same key with another body, and reveals nothing of the booking', async () => {
    const salon = createTestSalon(memoryEventStore());
    await book(salon, KEY);
    await expect(book(salon, KEY, { start: 630 })).rejects.toThrow(refusal('idempotency-key-reused'));
  });

  it('answers a retry of a cancelled booking as it was made, and cancels nothing twice', async () => {
    const log = memoryEventStore();
    const salon = createTestSalon(log);
    const first = await book(salon, KEY);
    await salon.bookings.cancel(BOOKING, { reason: 'other', notice: NONE }, on('cancel', OTHER_KEY));
    expect(await book(createTestSalon(log), KEY)).toEqual(first);
    expect(typesOf(await log.read(STREAM))).toEqual(['BookingRequested', 'BookingCancelled']);
  });

  it.each(['before', 'after'] as const)(
    'finishes by a retry what was cut short between its two appends (%s the second)',
    async (when) => {
      const log = memoryEventStore();
      const cut = createTestSalon(failing(log, { type: 'BookingRequested', times: 1, when }));
      await expect(book(cut, KEY)).rejects.toThrow(StoreUnavailable);
      const answer = await book(createTestSalon(log), KEY);
      expect(answer.status).toBe('pending');
      expect(typesOf((await nextBatch(log, '')).events)).toEqual(['SlotTaken', 'BookingRequested']);
    },
  );

  it('refuses a service that was switched off before a retry could claim its slot', async () => {
    const log = memoryEventStore();
    const cut = createTestSalon(failing(log, { type: 'BookingRequested', times: 1, when: 'before' }));
    await expect(book(cut, KEY)).rejects.toThrow(StoreUnavailable);
    const without = createTestSalon(log, { services: [service('color', 60)] });
    await expect(book(without, KEY)).rejects.toThrow(refusal('unknown-service'));
    expect(await log.read(STREAM)).toEqual([]);
  });

  it('answers a retry whose booking was made although the service is switched off by then', async () => {
    const log = memoryEventStore();
    const first = await book(createTestSalon(log), KEY);
    expect(await book(createTestSalon(log, { services: [] }), KEY)).toEqual(first);
  });

  it('records the slot that the agenda has recorded for it, and not the one asked for', async () => {
    const log = memoryEventStore();
    const salon = createTestSalon(log, {
      takeSlot: async ({ slotId, date, candidates: [time] }) => {
        const { start, end } = time ?? expect.fail('nobody is wanted');
        return { slotId, date, start: start + 5, end: end + 5 };
      },
    });
    await book(salon, KEY);
    expect((await log.read(STREAM))[0]?.data).toMatchObject({ date: TUESDAY, start: 605, end: 635 });
  });

  it('refuses an unknown service and takes nothing', async () => {
    const log = memoryEventStore();
    await expect(book(createTestSalon(log), KEY, { serviceIds: ['cut', 'nothing'] })).rejects.toThrow(
      refusal('unknown-service'),
    );
    expect(await log.head()).toBe('');
  });

  it('gives one time to one of many, and each refusal is true', async () => {
    const log = memoryEventStore();
    const salon = createTestSalon(log);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, n) => book(salon, `${OTHER_KEY}-${n}`, { start: 540 + 30 * (n % 24) })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(24);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toEqual(refusal('slot-taken'));
  });

  it('never calls free time taken for want of retries, however many processes write to that day', async () => {
    const log = memoryEventStore();
    const outcomes = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        book(createTestSalon(log), `${OTHER_KEY}-${n}`, { start: 540 + 30 * n }),
      ),
    );
    expect(outcomes).toHaveLength(24);
  });
});

describe('claims that lapse', () => {
  /** Fences off each slot that is taken, as a keeper without patience would, so many times. */
  function impatient(log: EventStore, times: number): EventStore {
    let left = times;
    const at = (type: string, slotId: unknown): NewEvent => ({
      id: derivedId('fence', type, String(slotId)),
      type,
      data: type === 'SlotReleased' ? { slotId, bookingId: BOOKING } : { slotId },
      metadata: {
        commandId: derivedId('fence', String(slotId)),
        requestHash: 'x',
        correlationId: 'x',
        causationId: 'x',
        actor: { kind: 'system', process: 'slot-keeper' },
        at: '2026-11-20T18:00:00.000Z',
        schemaVersion: 1,
      },
    });
    return {
      ...log,
      async append(stream, expected, events) {
        const result = await log.append(stream, expected, events);
        const [event] = events;
        if (event?.type === 'SlotTaken' && left-- > 0) {
          await log.append(STREAM, 'any', [at('SlotClaimLapsed', event.data.slotId)]);
          await log.append(stream, 'any', [at('SlotReleased', event.data.slotId)]);
        }
        return result;
      },
    };
  }

  it('are made anew with another slot id', async () => {
    const log = memoryEventStore();
    const answer = await book(createTestSalon(impatient(log, 1)), KEY);
    expect(answer.status).toBe('pending');
    const taken = (await log.read(AGENDA)).filter(({ type }) => type === 'SlotTaken');
    expect(new Set(taken.map(({ data }) => data.slotId)).size).toBe(2);
    expect((await log.read(STREAM)).at(-1)?.data).toMatchObject({ slotId: taken[1]?.data.slotId });
  });

  it('end in "try again" after two, and a later try succeeds', async () => {
    const log = memoryEventStore();
    const salon = createTestSalon(impatient(log, 2));
    await expect(book(salon, KEY)).rejects.toThrow(DeadlineExceeded);
    expect((await book(salon, KEY)).status).toBe('pending');
  });

  it("don't count as a change of the booking that its reader would notice", async () => {
    const log = memoryEventStore();
    const salon = createTestSalon(impatient(log, 1));
    await book(salon, KEY);
    expect((await salon.bookingStreams.load(STREAM)).version).toBe(1);
  });
});
