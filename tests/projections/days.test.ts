import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ERASED } from '../../src/eventsourcing/event-types.ts';
import { type Fact, slotAt, slotTaken } from './events.ts';
import { rowsOf } from './folding.ts';

const DAY = '2026-11-27';
const agenda = (type: string, data: Fact['data'] = {}): Fact => ({ stream: `agenda-${DAY}`, type, data });
const blockId = randomUUID();
const lunch = (personal: unknown = { reason: 'Lunch' }, more: Fact['data'] = {}) =>
  agenda('TimeBlocked', { blockId, start: 720, end: 780, ...more, personal });
const moved = agenda('BlockedTimeMoved', { blockId, start: 750, end: 810 });
const another = (personal: unknown) => agenda('BlockReasonChanged', { blockId, personal });
const opened = agenda('TimeUnblocked', { blockId });
const dateBlocked = agenda('DateBlocked', { blockId: randomUUID(), personal: { reason: 'Fair' } });
const windows = [{ start: 600, end: 720 }];

describe('blocked times', () => {
  const row = {
    id: blockId,
    date: DAY,
    resource: null,
    start_minute: 720,
    end_minute: 780,
    reason: 'Lunch',
    series_id: null,
  };

  it('have their times and the newest reason until it is erased or the time is opened', () => {
    const seriesId = randomUUID();
    expect(rowsOf('blocked_times', lunch())).toEqual([row]);
    expect(rowsOf('blocked_times', lunch(undefined, { seriesId }))).toEqual([
      { ...row, series_id: seriesId },
    ]);
    expect(rowsOf('blocked_times', lunch(), moved, another({ reason: 'Errand' }))).toEqual([
      { ...row, start_minute: 750, end_minute: 810, reason: 'Errand' },
    ]);
    for (const erased of [[lunch(ERASED)], [lunch(), another(ERASED)]])
      expect(rowsOf('blocked_times', ...erased)).toEqual([{ ...row, reason: null }]);
    expect(rowsOf('blocked_times', lunch(), opened)).toEqual([]);
    expect(rowsOf('blocked_times', lunch(), opened, moved, another({ reason: 'Errand' }))).toEqual([]);
  });

  it('are apart from blocked dates', () => {
    expect(rowsOf('blocked_times', dateBlocked)).toEqual([]);
    expect(rowsOf('blocked_dates', dateBlocked, lunch(), another({ reason: 'Errand' }))).toMatchObject([
      { reason: 'Fair', version: 3 },
    ]);
    expect(rowsOf('blocked_dates', lunch())).toMatchObject([{ id: null, reason: null, version: 1 }]);
  });

  it('have facts of their own, without the reason', () => {
    expect(rowsOf('time_blocks', lunch(), another({ reason: 'Errand' }), moved)).toEqual([
      { block_id: blockId, date: DAY, resource: null, start_minute: 750, end_minute: 810 },
    ]);
    expect(rowsOf('time_blocks', lunch(), opened)).toEqual([]);
  });

  it('stay those of their stylist', () => {
    const ofAnn = lunch(undefined, { resource: 'ann' });
    for (const table of ['blocked_times', 'time_blocks'])
      expect(rowsOf(table, ofAnn, moved)).toMatchObject([{ resource: 'ann', start_minute: 750 }]);
  });
});

describe('the hours of a date', () => {
  const set = agenda('DayHoursSet', { windows });

  it('are there from when they are set until they are cleared', () => {
    const row = { id: DAY, date: DAY, resource: null, windows, off: null };
    expect(rowsOf('day_hours', set)).toEqual([row]);
    expect(rowsOf('day_hours', agenda('DayHoursSet', { windows: [], off: windows }))).toEqual([
      { ...row, windows: [], off: windows },
    ]);
    expect(rowsOf('day_hours', set, agenda('DayHoursSet', { windows: [] }))).toEqual([
      { ...row, windows: [] },
    ]);
    expect(rowsOf('day_hours', set, agenda('DayHoursCleared'))).toEqual([]);
  });

  it('are the salon’s and each stylist’s, apart', () => {
    const ofAnn = agenda('DayHoursSet', { resource: 'ann', windows: [] });
    const cleared = agenda('DayHoursCleared', { resource: 'ann' });
    expect(rowsOf('day_hours', set, ofAnn)).toMatchObject([
      { resource: null, windows },
      { resource: 'ann', date: DAY, windows: [] },
    ]);
    expect(rowsOf('day_hours', set, ofAnn, cleared)).toMatchObject([{ resource: null }]);
  });
});

it('a day counts what staff decide about it, and takes no notice of its appointments', () => {
  const taken = slotTaken(slotAt(DAY, 540, 585));
  const decided = [dateBlocked, lunch(), moved, another({ reason: 'Errand' }), opened];
  const hours = [agenda('DayHoursSet', { windows }), agenda('DayHoursCleared')];
  expect(rowsOf('days', taken, ...decided, taken, ...hours)).toEqual([
    { date: DAY, version: 7, revision: 8 },
  ]);
  expect(rowsOf('days', taken)).toEqual([]);
});

describe('the availability of a day', () => {
  const row = {
    date: DAY,
    taken: [],
    holds: [],
    block: null,
    blocked_times: null,
    hours: null,
    stylist_hours: null,
  };

  it('has its blocked times and its own hours, and no row without anything', () => {
    expect(rowsOf('availability_days', lunch(), moved, agenda('DayHoursSet', { windows }))).toEqual([
      { ...row, blocked_times: [[blockId, 750, 810]], hours: windows },
    ]);
    const gone = [lunch(), opened, agenda('DayHoursSet', { windows: [] }), agenda('DayHoursCleared')];
    expect(rowsOf('availability_days', ...gone)).toEqual([]);
    expect(rowsOf('availability_days', agenda('DayHoursSet', { windows: [] }))).toEqual([
      { ...row, hours: [] },
    ]);
  });
});
