import { describe, expect, it } from 'vitest';
import { RuleBroken } from '../../src/eventsourcing/streams/decider.ts';
import { agendaStream } from '../../src/features/booking/agenda/events.ts';
import { bookingIdOf } from '../../src/features/booking/appointment/commands.ts';
import { bookingStream } from '../../src/features/booking/appointment/events.ts';
import { Refused } from '../../src/http/refusal.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { nextBatch } from '../support/log/next-batch.ts';
import { book, createTestSalon, runOf, STAFF, TUESDAY } from '../support/salon/test-salon.ts';
import { violationsOf } from '../support/server/server-proof.ts';
import { createTestUndo } from '../support/undo/test-undo.ts';

const NONE = { kind: 'none' } as const;
const TOLD = { kind: 'template' } as const;
const ANN = 'a-key-of-ann-0123456789';
const BEN = 'a-key-of-ben-0123456789';
const [ann, ben] = [bookingIdOf(ANN), bookingIdOf(BEN)];
/** 10:00 to 10:30 in the salon. */
const AT = (time: string) => new Date(`2026-11-24T${time}:00-08:00`);

function givenDay() {
  const log = memoryEventStore();
  let now = AT('08:00');
  const salon = createTestSalon(log, { now: () => now });
  const { undo } = createTestUndo(log, salon, () => now);
  const run = (command: string, key: string, subject = ann) => runOf({ key, command, subject, actor: STAFF });
  const typesOf = async (id: string) => (await log.read(bookingStream(id))).map(({ type }) => type);
  const slotOf = (id: string) =>
    salon.bookingStreams.read(
      bookingStream(id),
      ({ state }) => 'slot' in state && [state.slot.start, state.slot.end],
    );
  return {
    log,
    salon,
    run,
    typesOf,
    slotOf,
    undo: async (type: string, id = ann) => {
      const event = (await log.read(bookingStream(id))).findLast((one) => one.type === type);
      return undo(event?.id ?? '', run('undo', `undo-${type}-0123456789`, id));
    },
    letItBe: (time: string) => {
      now = AT(time);
    },
    async keep() {
      await salon.keeper.handle(await nextBatch(log, ''));
    },
    taken: () =>
      salon.agendas.read(agendaStream(TUESDAY), ({ state }) =>
        [...state.taken.values()].map(({ start, end }) => [start, end]),
      ),
    proven: async () => expect(violationsOf((await nextBatch(log, '')).events, now)).toEqual([]),
  };
}

describe('changing the length', () => {
  it('claims a longer time and gives back the shorter', async () => {
    const day = givenDay();
    await book(day.salon, ANN);
    const done = await day.salon.bookings.changeLength(
      ann,
      { end: 660, notice: NONE },
      day.run('length', 'k1'),
    );
    expect(done).toMatchObject({ version: 2, hasClaimed: true });
    await day.keep();
    expect(await day.taken()).toEqual([[600, 660]]);
    await day.proven();
  });

  it('says what is in the way, and the latest end that fits', async () => {
    const day = givenDay();
    await book(day.salon, ANN);
    await book(day.salon, BEN, { start: 660 });
    const refused = await day.salon.bookings
      .changeLength(ann, { end: 690, notice: NONE }, day.run('length', 'k1'))
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Refused);
    expect(refused).toMatchObject({
      code: 'slot-taken',
      members: {
        in_the_way: { kind: 'appointment', booking_id: ben, start_time: '11:00 AM', longest_end: '11:00 AM' },
      },
    });
    await expect(
      day.salon.bookings.changeLength(ann, { end: 600, notice: NONE }, day.run('length', 'k2')),
    ).rejects.toThrow(new RuleBroken('ends-before-start'));
  });

  it('keeps the length in a move, whatever the services say', async () => {
    const day = givenDay();
    await book(day.salon, ANN);
    await day.salon.bookings.changeLength(ann, { end: 675, notice: NONE }, day.run('length', 'k1'));
    await day.salon.bookings.reschedule(
      ann,
      { date: TUESDAY, start: 720, notice: NONE },
      day.run('move', 'k2'),
    );
    expect(await day.slotOf(ann)).toEqual([720, 795]);
  });
});

describe('changing the services', () => {
  it('changes services and length in one append, and both are undone together', async () => {
    const day = givenDay();
    await book(day.salon, ANN);
    const services = [{ id: 'cut' }, { id: 'color', priceCents: 9_000 }];
    const done = await day.salon.bookings.changeServices(
      ann,
      { services, notice: TOLD },
      day.run('services', 'k1'),
    );
    expect(done).toMatchObject({ version: 3 });
    expect(await day.slotOf(ann)).toEqual([600, 690]);
    expect(await day.typesOf(ann)).toEqual([
      'BookingRequested',
      'BookingLengthChanged',
      'BookingServicesChanged',
    ]);
    await day.undo('BookingServicesChanged');
    expect(await day.slotOf(ann)).toEqual([600, 630]);
    const last = (await day.log.read(bookingStream(ann))).at(-1);
    expect(last?.data).toMatchObject({ services: [{ id: 'cut', priceCents: 4_500 }] });
    await day.keep();
    expect(await day.taken()).toEqual([[600, 630]]);
    await day.proven();
  });

  it('undoes neither when the time is gone', async () => {
    const day = givenDay();
    await book(day.salon, ANN, { serviceIds: ['color'] });
    const services = [{ id: 'cut' }];
    await day.salon.bookings.changeServices(ann, { services, notice: NONE }, day.run('services', 'k1'));
    await day.keep();
    await book(day.salon, BEN, { start: 630 });
    await expect(day.undo('BookingServicesChanged')).rejects.toMatchObject({ code: 'undo-overtaken' });
    expect(await day.slotOf(ann)).toEqual([600, 630]);
  });

  it('keeps the public total until staff have priced every service', async () => {
    const day = givenDay();
    await book(day.salon, ANN);
    const total = async () => (await day.log.read(bookingStream(ann))).at(-1)?.data.totalAmount;
    const change = (key: string, services: readonly { id: string; priceCents?: number }[]) =>
      day.salon.bookings.changeServices(ann, { services, notice: NONE }, day.run('services', key));
    await change('k1', [{ id: 'cut' }, { id: 'color', priceCents: 9_000 }]);
    expect(await total()).toMatch(/^Price Varies/);
    await change('k2', [{ id: 'cut', priceCents: 5_000 }, { id: 'color' }]);
    expect(await total()).toBe('$140.00');
  });

  it('tells nobody of prices alone, nor of what has begun', async () => {
    const day = givenDay();
    await book(day.salon, ANN);
    const noticed = async () => (await day.log.read(bookingStream(ann))).at(-1)?.data.notice;
    const change = (key: string, services: readonly { id: string; priceCents?: number }[]) =>
      day.salon.bookings.changeServices(ann, { services, notice: TOLD }, day.run('services', key));
    await change('k1', [{ id: 'cut', priceCents: 5_000 }]);
    expect(await noticed()).toBe('none');
    await change('k2', [{ id: 'color' }]);
    expect(await noticed()).toBe('template');
    day.letItBe('10:05');
    await change('k3', [{ id: 'color' }, { id: 'cut' }]);
    expect(await noticed()).toBe('none');
  });

  it('refuses what is not offered, and what changes nothing', async () => {
    const day = givenDay();
    await book(day.salon, ANN);
    for (const [id, code] of [
      ['perm', 'unknown-service'],
      ['cut', 'same-services'],
    ] as const)
      await expect(
        day.salon.bookings.changeServices(ann, { services: [{ id }], notice: NONE }, day.run('services', id)),
      ).rejects.toThrow(new RuleBroken(code));
  });
});

describe('completing before the end', () => {
  const paid = { amountCents: 4_500 };

  it('gives the rest back from the last full five minutes on', async () => {
    const day = givenDay();
    await book(day.salon, ANN, { serviceIds: ['color'] });
    day.letItBe('10:32');
    await day.salon.bookings.complete(ann, paid, day.run('complete', 'k1'));
    await day.keep();
    expect(await day.taken()).toEqual([[600, 630]]);
    await day.proven();
  });

  it('completes alone when a block lies there, or nothing is left', async () => {
    const day = givenDay();
    await book(day.salon, ANN, { serviceIds: ['color'] });
    const block = { date: TUESDAY, reason: 'Storm', acknowledged: true };
    await day.salon.agenda.blockDate(block, runOf({ key: 'block', command: 'block', actor: STAFF }));
    day.letItBe('10:32');
    await day.salon.bookings.complete(ann, paid, day.run('complete', 'k1'));
    expect(await day.typesOf(ann)).toEqual(['BookingRequested', 'BookingCompleted']);
  });

  it('completes alone when the day does not answer', async () => {
    const log = memoryEventStore();
    const salon = createTestSalon(log, { now: () => AT('10:32'), takeSlot: () => new Promise(() => {}) });
    await book(createTestSalon(log, { now: () => AT('08:00') }), ANN, { serviceIds: ['color'] });
    const run = runOf({ key: 'k1', command: 'complete', subject: ann, actor: STAFF });
    await salon.bookings.complete(ann, paid, run);
    expect((await log.read(bookingStream(ann))).map(({ type }) => type)).toEqual([
      'BookingRequested',
      'BookingCompleted',
    ]);
  });

  it('is undone with its time, or without it and says so', async () => {
    for (const isGone of [false, true]) {
      const day = givenDay();
      await book(day.salon, ANN, { serviceIds: ['color'] });
      day.letItBe('10:22');
      await day.salon.bookings.complete(ann, paid, day.run('complete', 'k1'));
      await day.keep();
      if (isGone) await book(day.salon, BEN, { start: 630 });
      const answer = isGone ? { has_time_again: false, ends_at: '10:20 AM' } : { has_time_again: true };
      expect(await day.undo('BookingCompleted')).toMatchObject(answer);
      expect(await day.undo('BookingCompleted')).toMatchObject(answer);
      expect(await day.slotOf(ann)).toEqual([600, isGone ? 620 : 660]);
      expect((await day.typesOf(ann)).at(-1)).toBe('BookingReopened');
      await day.proven();
    }
  });
});
