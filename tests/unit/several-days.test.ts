import { describe, expect, it } from 'vitest';
import { type EventStore, StoreUnavailable } from '../../src/eventsourcing/event-store.ts';
import { agendaStream } from '../../src/features/booking/agenda/events.ts';
import { addSalonDays } from '../../src/salon/salon-time.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { book, createTestSalon, runOf, STAFF, TUESDAY } from '../support/salon/test-salon.ts';

/** Commands of staff about several days: each day is decided by itself, under an id that follows from the request's. */

const KEY = 'the-key-of-the-whole-0123456789';
const run = (command: string, body: unknown = 'the same') => runOf({ key: KEY, command, body, actor: STAFF });

/** A salon whose log can't be reached for some days while it is broken. */
function given() {
  const log = memoryEventStore();
  const state = { lost: new Set<string>() };
  const store: EventStore = {
    ...log,
    async append(stream, expected, events) {
      if (state.lost.has(stream)) throw new StoreUnavailable('lost');
      return log.append(stream, expected, events);
    },
  };
  const typesOn = async (date: string) => (await log.read(agendaStream(date))).map(({ type }) => type);
  return { state, salon: createTestSalon(store), typesOn };
}

describe('a range of blocked dates', () => {
  const range = { date: '2026-12-24', until: '2026-12-26', reason: 'Holiday', acknowledged: true };
  const days = ['2026-12-24', '2026-12-25', '2026-12-26'];

  it('is finished by sending it again, and then answered the same for ever', async () => {
    const { state, salon, typesOn } = given();
    state.lost.add(agendaStream('2026-12-25'));
    await expect(salon.agenda.blockDate(range, run('block-date'))).rejects.toThrow('lost');
    expect(await Promise.all(days.map(typesOn))).toEqual([['DateBlocked'], [], []]);
    state.lost.clear();
    const whole = await salon.agenda.blockDate(range, run('block-date'));
    expect(whole).toMatchObject({ date: '2026-12-24', version: 1 });
    expect(whole.outcomes?.map(({ date, refused }) => [date, refused])).toEqual(
      days.map((date) => [date, null]),
    );
    await salon.agenda.unblockDate(whole.blockId, runOf({ key: 'k', command: 'unblock-date', actor: STAFF }));
    expect(await salon.agenda.blockDate(range, run('block-date'))).toEqual(whole);
    expect(await Promise.all(days.map(typesOn))).toEqual([
      ['DateBlocked', 'DateUnblocked'],
      ['DateBlocked'],
      ['DateBlocked'],
    ]);
  });

  it('is not another request under the same key', async () => {
    const { salon } = given();
    await salon.agenda.blockDate(range, run('block-date'));
    await expect(salon.agenda.blockDate(range, run('block-date', 'another'))).rejects.toThrow(
      'idempotency-key-reused',
    );
  });

  it('is refused as a whole before anything is done, while appointments aren’t acknowledged', async () => {
    const { salon, typesOn } = given();
    await book(salon, 'a-visitors-key-0123456789', { date: '2026-12-26' });
    const careful = { ...range, acknowledged: false };
    await expect(salon.agenda.blockDate(careful, run('block-date'))).rejects.toThrow('appointments-on-date');
    expect(await Promise.all(days.map(typesOn))).toEqual([[], [], ['SlotTaken']]);
    await salon.agenda.blockDate(range, run('block-date'));
    // Completed days aren't asked about again.
    expect((await salon.agenda.blockDate(careful, run('block-date'))).outcomes).toHaveLength(3);
  });

  it('is refused as its first day if no day can be blocked', async () => {
    const { salon } = given();
    await salon.agenda.blockDate(range, run('block-date'));
    const again = runOf({ key: 'another-key-0123456789', command: 'block-date', actor: STAFF });
    await expect(salon.agenda.blockDate(range, again)).rejects.toThrow('already-blocked');
  });
});

describe('a blocked time that repeats', () => {
  const lunch = { date: TUESDAY, start: 720, end: 780, reason: 'Lunch', acknowledged: true };
  const weeks = (count: number) => ({ ...lunch, repeatUntil: addSalonDays(TUESDAY, 7 * (count - 1)) });

  it('is blocked each week, at most for a year, and opened from one of them on', async () => {
    const { salon, typesOn } = given();
    const whole = await salon.blockedTimes.block(weeks(100), run('block-time'));
    expect(whole.outcomes).toHaveLength(52);
    const third = whole.outcomes?.[2];
    const opening = () =>
      runOf({ key: 'k', command: 'unblock-time', subject: `${third?.blockId}`, actor: STAFF });
    const opened = await salon.blockedTimes.unblockFollowing(`${third?.blockId}`, opening());
    expect(opened.outcomes).toHaveLength(50);
    expect(opened.date).toBe(third?.date);
    expect(await salon.blockedTimes.unblockFollowing(`${third?.blockId}`, opening())).toEqual(opened);
    expect(await typesOn(addSalonDays(TUESDAY, 7))).toEqual(['TimeBlocked']);
    expect(await typesOn(addSalonDays(TUESDAY, 14))).toEqual(['TimeBlocked', 'TimeUnblocked']);
  });

  it('is blocked on several weekdays as one series, and opened day by day from one of them on', async () => {
    const { salon, typesOn } = given();
    const working = { ...lunch, repeatUntil: addSalonDays(TUESDAY, 10), weekdays: [2, 3, 5] };
    const { outcomes = [], blockId } = await salon.blockedTimes.block(working, run('block-time'));
    const dates = [0, 1, 3, 7, 8, 10].map((days) => addSalonDays(TUESDAY, days));
    expect(outcomes.map(({ date }) => date)).toEqual(dates);
    expect(await salon.blockedTimes.block(working, run('block-time'))).toMatchObject({ blockId, outcomes });
    const [, second] = outcomes;
    const opened = await salon.blockedTimes.unblockFollowing(
      `${second?.blockId}`,
      runOf({ key: 'k', command: 'unblock-time', subject: `${second?.blockId}`, actor: STAFF }),
    );
    expect(opened.outcomes?.map(({ date }) => date)).toEqual(dates.slice(1));
    expect(await typesOn(TUESDAY)).toEqual(['TimeBlocked']);
    // The first date needn't be one of the weekdays.
    const fridays = { ...working, weekdays: [5] };
    const later = await salon.blockedTimes.block(
      fridays,
      runOf({ key: 'k2', command: 'block-time', actor: STAFF }),
    );
    expect(later.date).toBe(addSalonDays(TUESDAY, 3));
  });

  it('is not opened by the version of somebody else', async () => {
    const { salon, typesOn } = given();
    const { blockId } = await salon.blockedTimes.block(weeks(2), run('block-time'));
    const opening = (ifVersion: number) =>
      runOf({ key: `k${ifVersion}`, command: 'unblock-time', subject: blockId, actor: STAFF, ifVersion });
    await expect(salon.blockedTimes.unblockFollowing(blockId, opening(2))).rejects.toThrow('stale');
    expect(await typesOn(TUESDAY)).toEqual(['TimeBlocked']);
    expect(await typesOn(addSalonDays(TUESDAY, 7))).toEqual(['TimeBlocked']);
    expect((await salon.blockedTimes.unblockFollowing(blockId, opening(1))).outcomes).toHaveLength(2);
  });

  it('is opened without those that were opened before, and not if there is nothing', async () => {
    const { salon } = given();
    const { outcomes = [] } = await salon.blockedTimes.block(weeks(3), run('block-time'));
    const [first, second] = outcomes;
    const opening = (id: string | undefined, key: string) =>
      runOf({ key, command: 'unblock-time', subject: `${id}`, actor: STAFF });
    await salon.blockedTimes.unblock(`${second?.blockId}`, opening(second?.blockId, 'k1'));
    const opened = await salon.blockedTimes.unblockFollowing(
      `${first?.blockId}`,
      opening(first?.blockId, 'k2'),
    );
    expect(opened.outcomes?.map(({ date }) => date)).toEqual([TUESDAY, addSalonDays(TUESDAY, 14)]);
    await expect(
      salon.blockedTimes.unblockFollowing(`${first?.blockId}`, opening(first?.blockId, 'k3')),
    ).rejects.toThrow('blocked-time-not-found');
    await expect(salon.blockedTimes.unblockFollowing('no-id', opening('no-id', 'k4'))).rejects.toThrow(
      'blocked-time-not-found',
    );
  });
});

it('hours of several dates are set one by one', async () => {
  const { salon } = given();
  const days = [
    { date: TUESDAY, windows: [] },
    { date: '2026-11-01', windows: [] },
    { date: addSalonDays(TUESDAY, 1), windows: [{ start: 600, end: 720 }] },
  ];
  const { outcomes, date, version } = await salon.dayHours.setEach(
    days,
    { acknowledged: false },
    run('set-hours-of-days'),
  );
  expect([date, version]).toEqual([TUESDAY, 1]);
  expect(outcomes.map(({ refused }) => refused)).toEqual([null, 'date-past', null]);
  const ownHoursOn = (day: string) => salon.agendas.read(agendaStream(day), ({ state }) => state.ownHours);
  expect(await ownHoursOn(TUESDAY)).toEqual([]);
  expect(await ownHoursOn('2026-11-26')).toBe(null);
});
