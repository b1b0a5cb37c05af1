import { describe, expect, it } from 'vitest';
import { DeadlineExceeded } from '../../src/eventsourcing/async/deadline.ts';
import type { RecordedEvent } from '../../src/eventsourcing/event-store.ts';
import { RuleBroken, StaleVersion } from '../../src/eventsourcing/streams/decider.ts';
import { bookingIdOf } from '../../src/features/booking/appointment/commands.ts';
import { bookingStream } from '../../src/features/booking/appointment/events.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { nextBatch } from '../support/log/next-batch.ts';
import {
  book,
  createTestSalon,
  runOf,
  STAFF,
  type TestRequest,
  TUESDAY,
} from '../support/salon/test-salon.ts';

const KEY = 'the-first-key-0123456789';
const OTHER_KEY = 'another-key-0123456789';
const BOOKING = bookingIdOf(KEY);
const STREAM = bookingStream(BOOKING);
const NONE = { kind: 'none' } as const;

const refusal = (code: string) => new RuleBroken(code);
const typesOf = (events: readonly RecordedEvent[]) => events.map(({ type }) => type);
const on = (command: string, key: string, more: Partial<TestRequest> = {}) =>
  runOf({ key, command, subject: BOOKING, actor: STAFF, ...more });

describe('changing a booking', () => {
  const moveTo = (start: number) => ({ date: TUESDAY, start, notice: NONE });

  it('moves it into a slot of its own, also over its old time', async () => {
    const log = memoryEventStore();
    const salon = createTestSalon(log);
    await book(salon, KEY, { serviceIds: ['color'] });
    const answer = await salon.bookings.reschedule(BOOKING, moveTo(630), on('reschedule', OTHER_KEY));
    expect(answer.status).toBe('pending');
    expect(typesOf((await nextBatch(log, '')).events)).toEqual([
      'SlotTaken',
      'BookingRequested',
      'SlotTaken',
      'BookingRescheduled',
    ]);
  });

  it('refuses to move it to where it is already: no event, and no time taken', async () => {
    const log = memoryEventStore();
    const salon = createTestSalon(log);
    await book(salon, KEY);
    const before = (await nextBatch(log, '')).events;
    await expect(
      salon.bookings.reschedule(BOOKING, moveTo(600), on('reschedule', OTHER_KEY)),
    ).rejects.toThrow(refusal('same-time'));
    expect((await nextBatch(log, '')).events).toEqual(before);
  });

  it('lets a late retry undo no later change', async () => {
    const log = memoryEventStore();
    const salon = createTestSalon(log);
    await book(salon, KEY);
    const first = await salon.bookings.reschedule(BOOKING, moveTo(660), on('reschedule', 'move-1'));
    await salon.bookings.reschedule(BOOKING, moveTo(720), on('reschedule', 'move-2'));
    await salon.bookings.cancel(BOOKING, { reason: 'other', notice: NONE }, on('cancel', 'cancel-1'));
    const late = createTestSalon(log);
    expect(await late.bookings.reschedule(BOOKING, moveTo(660), on('reschedule', 'move-1'))).toEqual(first);
    expect((await log.read(STREAM)).at(-1)?.type).toBe('BookingCancelled');
  });

  it('lets a late cancel not cancel again what was reinstated', async () => {
    const log = memoryEventStore();
    const salon = createTestSalon(log);
    await book(salon, KEY);
    const first = await salon.bookings.cancel(
      BOOKING,
      { reason: 'other', notice: NONE },
      on('cancel', 'cancel-1'),
    );
    await salon.bookings.reinstate(BOOKING, on('reinstate', 'back-1'));
    expect(
      await salon.bookings.cancel(BOOKING, { reason: 'other', notice: NONE }, on('cancel', 'cancel-1')),
    ).toEqual(first);
    expect((await log.read(STREAM)).at(-1)?.type).toBe('BookingReinstated');
  });

  it('refuses another change under the same key', async () => {
    const salon = createTestSalon(memoryEventStore());
    await book(salon, KEY);
    const run = (start: number) => on('reschedule', OTHER_KEY, { body: start });
    await salon.bookings.reschedule(BOOKING, moveTo(660), run(660));
    await expect(salon.bookings.reschedule(BOOKING, moveTo(720), run(720))).rejects.toThrow(
      refusal('idempotency-key-reused'),
    );
  });

  it('refuses a change meant for an earlier version, unless it is the one already made', async () => {
    const salon = createTestSalon(memoryEventStore());
    await book(salon, KEY);
    const confirm = (key: string, ifVersion: number) =>
      salon.bookings.confirm(BOOKING, on('confirm', key, { ifVersion }));
    await expect(confirm('confirm-1', 0)).rejects.toMatchObject({ code: 'stale' });
    const first = await confirm('confirm-2', 1);
    expect(await confirm('confirm-2', 1)).toEqual(first);
    await expect(
      salon.bookings.reschedule(BOOKING, moveTo(660), on('reschedule', OTHER_KEY, { ifVersion: 1 })),
    ).rejects.toMatchObject({ code: 'stale' });
  });

  it.each([
    ['before 9:00 AM', 510],
    ['after 5:00 PM', 1050],
  ])('refuses a customer to move %s, where staff may', async (_, start) => {
    const salon = createTestSalon(memoryEventStore(), { windows: [{ start: 480, end: 1260 }] });
    await book(salon, KEY);
    await expect(
      salon.bookings.reschedule(
        BOOKING,
        moveTo(start),
        on('reschedule', 'move-1', { actor: { kind: 'customer' } }),
      ),
    ).rejects.toThrow(refusal('outside-move-times'));
    const answer = await salon.bookings.reschedule(BOOKING, moveTo(start), on('reschedule', 'move-2'));
    expect(answer.status).toBe('pending');
  });

  it('tells that somebody saw an earlier version before it checks anything else', async () => {
    const salon = createTestSalon(memoryEventStore());
    await book(salon, KEY);
    const stale = { ...on('link', 'key-1'), ifVersion: 7 };
    const check = () => Promise.reject(new Error('checked'));
    await expect(salon.bookings.link(BOOKING, 'ann', stale, check)).rejects.toThrow(StaleVersion);
    await expect(salon.bookings.link(BOOKING, 'ann', on('link', 'key-2'), check)).rejects.toThrow('checked');
  });

  it('refuses every change of a booking that is unknown or deleted', async () => {
    const log = memoryEventStore();
    const salon = createTestSalon(log);
    const commands = [
      () => salon.bookings.cancel(BOOKING, { reason: 'other', notice: NONE }, on('cancel', 'key-1')),
      () => salon.bookings.confirm(BOOKING, on('confirm', 'key-2')),
      () => salon.bookings.complete(BOOKING, { amountCents: null }, on('complete', 'key-3')),
      () => salon.bookings.reinstate(BOOKING, on('reinstate', 'key-4')),
      () => salon.bookings.reschedule(BOOKING, moveTo(660), on('reschedule', 'key-5')),
      () => salon.bookings.changeSmsConsent(BOOKING, false, on('sms-consent', 'key-6')),
      () => salon.bookings.remove(BOOKING, on('remove', 'key-7')),
    ];
    for (const command of commands) await expect(command()).rejects.toThrow(refusal('booking-not-found'));
    await book(salon, KEY);
    await salon.bookings.remove(BOOKING, on('remove', 'key-8'));
    for (const command of commands) await expect(command()).rejects.toThrow(refusal('booking-not-found'));
    expect(typesOf((await nextBatch(log, '')).events)).toEqual([
      'SlotTaken',
      'BookingRequested',
      'BookingDeleted',
    ]);
  });

  it('gives up at its deadline while the stream stays busy', async () => {
    const log = memoryEventStore();
    await book(createTestSalon(log), KEY);
    const salon = createTestSalon(log);
    await expect(
      salon.bookings.confirm(BOOKING, on('confirm', OTHER_KEY, { deadlineMs: 0 })),
    ).rejects.toThrow(DeadlineExceeded);
    expect(typesOf(await log.read(STREAM))).toEqual(['BookingRequested']);
  });
});
