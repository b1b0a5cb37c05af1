import { describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../../src/eventsourcing/event-store.ts';
import { agendaStream } from '../../src/features/booking/agenda/events.ts';
import { bookingIdOf } from '../../src/features/booking/appointment/commands.ts';
import { bookingStream } from '../../src/features/booking/appointment/events.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { nextBatch } from '../support/log/next-batch.ts';
import { book, createTestSalon, STAFF, TUESDAY } from '../support/salon/test-salon.ts';
import { violationsOf } from '../support/server/server-proof.ts';

const [ANN, WANDA, BEN] = ['a-key-of-ann', 'a-key-of-wanda', 'a-key-of-ben'].map(
  (key) => `${key}-0123456789`,
);
const [ann, wanda] = [bookingIdOf(ANN ?? ''), bookingIdOf(WANDA ?? '')];
const at = (time: string) => new Date(`2026-11-24T${time}:00-08:00`);

/** Ann is booked for an hour from 10:00 on; it is 10:40. */
async function givenAnn() {
  const log = memoryEventStore();
  let now = at('08:00');
  const options = { now: () => now };
  const salon = createTestSalon(log, options);
  await book(salon, ANN ?? '', { serviceIds: ['color'] }, { actor: STAFF });
  now = at('10:40');
  const events = async () => (await nextBatch(log, '')).events;
  return {
    log,
    salon,
    options,
    events,
    typesOf: async (id: string) => (await log.read(bookingStream(id))).map(({ type }) => type),
    letItBe: (time: Date) => {
      now = time;
    },
    /** A walk-in of half an hour. */
    start: (start: number, { on = salon, id = ann, version = 1, key = WANDA ?? '', service = 'cut' } = {}) =>
      book(
        on,
        key,
        { start, serviceIds: [service], walkIn: { isAnonymous: true, finish: { id, version } } },
        { actor: STAFF },
      ),
    agenda: () =>
      salon.agendas.read(agendaStream(TUESDAY), ({ state }) =>
        [...state.taken.values()].map(({ bookingId, start, end }) => [bookingId, start, end]),
      ),
    proven: async () => expect(violationsOf(await events(), now)).toEqual([]),
  };
}

describe('finishing a visit and starting a walk-in there', () => {
  it('gives the rest of the visit to the walk-in, in one append, without waiting for the keeper', async () => {
    const day = await givenAnn();
    await day.start(640);
    expect(await day.typesOf(ann)).toEqual(['BookingRequested', 'BookingLengthChanged', 'BookingCompleted']);
    expect(await day.agenda()).toEqual([
      [ann, 600, 640],
      [wanda, 640, 670],
    ]);
    const types = (await day.log.read(agendaStream(TUESDAY))).map(({ type }) => type);
    expect(types).toEqual(['SlotTaken', 'SlotTaken', 'SlotReleased', 'SlotTaken']);
    await day.proven();
  });

  it('means the time of the walk-in, whatever the clock says when it is tried again', async () => {
    const day = await givenAnn();
    let appends = 0;
    /** The walk-in's own slot is never taken by the first process. */
    const cut = createTestSalon(
      {
        ...day.log,
        async append(stream, expected, events) {
          appends += 1;
          if (appends > 2) throw new StoreUnavailable('killed');
          return day.log.append(stream, expected, events);
        },
      },
      day.options,
    );
    await expect(day.start(635, { on: cut })).rejects.toThrow('killed');
    expect(await day.typesOf(ann)).toEqual(['BookingRequested', 'BookingLengthChanged', 'BookingCompleted']);
    day.letItBe(new Date(at('10:40').getTime() + 86_400_000));
    const first = await day.start(635);
    expect(await day.start(635)).toEqual(first);
    expect(await day.agenda()).toEqual([
      [ann, 600, 635],
      [wanda, 635, 665],
    ]);
    await day.proven();
  });

  it('looks first whether the walk-in fits, so that a refusal leaves the visit alone', async () => {
    const day = await givenAnn();
    await book(day.salon, BEN ?? '', { start: 660 }, { actor: STAFF });
    await expect(day.start(640)).rejects.toMatchObject({
      code: 'slot-taken',
      members: { in_the_way: { kind: 'appointment', start_time: '11:00 AM', longest_end: '11:00 AM' } },
    });
    expect(await day.typesOf(ann)).toEqual(['BookingRequested']);
    expect(await day.typesOf(wanda)).toEqual([]);
  });

  it('completes a visit that is over by then as it is', async () => {
    const day = await givenAnn();
    day.letItBe(at('11:10'));
    await day.start(660);
    expect(await day.typesOf(ann)).toEqual(['BookingRequested', 'BookingCompleted']);
    await day.proven();
  });

  it('refuses what it can’t finish, and starts nothing then', async () => {
    const day = await givenAnn();
    await expect(day.start(600)).rejects.toMatchObject({ code: 'not-started' });
    await expect(day.start(640, { version: 2 })).rejects.toMatchObject({ code: 'stale' });
    await expect(day.start(640, { id: wanda })).rejects.toMatchObject({ code: 'slot-taken' });
    await expect(day.start(540, { id: wanda })).rejects.toMatchObject({ code: 'booking-not-found' });
    expect(await day.typesOf(ann)).toEqual(['BookingRequested']);
    await day.start(640);
    await expect(day.start(620, { key: BEN ?? '', version: 3 })).rejects.toThrow();
    await day.proven();
  });

  it('releases no slot that the visit still has, or that it never claimed', async () => {
    const day = await givenAnn();
    // A longer slot of Ann's that no booking claims: only the keeper may fence it off.
    const [taken] = await day.log.read(agendaStream(TUESDAY));
    if (!taken) throw new Error('not taken');
    const data = { ...taken.data, slotId: '00000000-0000-4000-8000-000000000007', start: 640, end: 720 };
    const { id: _, ...event } = taken;
    await day.log.append(agendaStream(TUESDAY), 0n, [
      { ...event, id: '00000000-0000-4000-8000-000000000008', data },
    ]);
    await expect(day.start(640)).rejects.toMatchObject({ code: 'slot-taken' });
    expect((await day.agenda()).filter(([id]) => id === wanda)).toEqual([]);
  });
});
