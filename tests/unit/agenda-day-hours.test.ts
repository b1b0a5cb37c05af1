import { describe, expect, it } from 'vitest';
import { agendaDecider } from '../../src/features/booking/agenda/decider.ts';
import type { AgendaEvent } from '../../src/features/booking/agenda/events.ts';
import {
  clock,
  given,
  held,
  hold,
  hoursCleared,
  hoursSet,
  MINE,
  move,
  openFor,
  released,
  SLOT,
  staff,
  take,
  taken,
} from '../support/booking/agenda-facts.ts';
import { toldOf } from '../support/log/decider-spec.ts';

/** Hours of one date. By the week, it is open from 9 AM to 9 PM. */

const weekly = [{ start: 540, end: 1260 }];
const usual = { weekly, ownWeekly: () => null };
const set = (...windows: readonly (readonly [start: number, end: number])[]) =>
  ({
    kind: 'SetDayHours',
    windows: windows.map(([start, end]) => ({ start, end })),
    ...usual,
    clock,
    acknowledged: false,
  }) as const;
const clear = { kind: 'ClearDayHours', ...usual, clock, acknowledged: false } as const;

describe('a date with hours of its own', () => {
  const short = given(hoursSet([600, 720], [780, 900]));

  it('is offered to visitors in these hours, and not in the weekly ones', () => {
    short.when(take({ start: 600, end: 660 })).thenRecords(taken());
    short.when(take({ start: 570, end: 630 })).thenRefuses('not-offered');
    short.when(take({ start: 690, end: 750 })).thenRefuses('not-offered');
    short.when(take({ start: 615, end: 645 })).thenRefuses('off-grid');
    short.when(take({ start: 780, end: 840, terms: openFor([]) })).thenRecords(taken(SLOT, MINE, 780, 840));
  });

  it('is held in these hours only', () => {
    short.when(hold({ start: 900, end: 960 })).thenRefuses('not-offered');
    short.when(hold({ start: 780, end: 840 })).thenRecords(held(780, 840, hold().expiresAt));
  });

  it('lets staff enter an appointment in them, and move one to any time', () => {
    const night = given(hoursSet([0, 240]));
    night.when(take({ start: 120, end: 180, terms: staff })).thenRecords(taken(SLOT, MINE, 120, 180));
    night.when(take({ start: 1230, end: 1260, terms: staff })).thenRefuses('outside-staff-times');
    night.when(take({ start: 1230, end: 1260, terms: move })).thenRecords(taken(SLOT, MINE, 1230, 1260));
  });

  it('is closed to visitors if it has none', () => {
    given(hoursSet()).when(take()).thenRefuses('not-offered');
    given(hoursSet())
      .when(take({ terms: staff }))
      .thenRecords(taken());
  });

  it('has the weekly ones again once they are cleared', () => {
    given(hoursSet([600, 720]), hoursCleared)
      .when(take({ start: 1200, end: 1260 }))
      .thenRecords(taken(SLOT, MINE, 1200, 1260));
  });
});

describe('setting the hours of a date', () => {
  it('records them, also if they are those of the week, and none', () => {
    given()
      .when(set([600, 720], [720, 900]))
      .thenRecords(hoursSet([600, 720], [720, 900]));
    given()
      .when(set([540, 1260]))
      .thenRecords(hoursSet([540, 1260]));
    given().when(set()).thenRecords(hoursSet());
    given(hoursSet([600, 720]))
      .when(set())
      .thenRecords(hoursSet());
  });

  it('is recorded also if the date has these already, so that a late retry undoes no later change', () => {
    given(hoursSet([600, 720]))
      .when(set([600, 720]))
      .thenRecords(hoursSet([600, 720]));
    given(hoursSet()).when(set()).thenRecords(hoursSet());
  });

  it('is refused for hours that end before they start, overlap or are not in order', () => {
    given()
      .when(set([600, 600]))
      .thenRefuses('hours-inverted');
    given()
      .when(set([600, 720], [719, 900]))
      .thenRefuses('hours-overlap');
    given()
      .when(set([780, 900], [600, 720]))
      .thenRefuses('hours-overlap');
  });

  it('is refused for a day that is over, not for today', () => {
    const on = (instant: string) => ({ ...set([600, 720]), clock: { ...clock, now: new Date(instant) } });
    // Midnight after this day is 08:00 UTC.
    given()
      .when(on('2026-11-25T07:59:59Z'))
      .thenRecords(hoursSet([600, 720]));
    given().when(on('2026-11-25T08:00:00Z')).thenRefuses('date-past');
  });

  it('is refused if appointments would fall outside, unless that is acknowledged', () => {
    const late = given(taken(SLOT, MINE, 1200, 1260));
    late.when(set([540, 1230])).thenRefuses('appointments-outside-hours');
    late.when(set()).thenRefuses('appointments-outside-hours');
    late.when({ ...set([540, 1230]), acknowledged: true }).thenRecords(hoursSet([540, 1230]));
    late.when({ ...set(), completed: new Set([SLOT]) }).thenRecords(hoursSet());
    late.when({ ...set(), completed: new Set([MINE]) }).thenRefuses('appointments-outside-hours');
    late.when(set([600, 1260])).thenRecords(hoursSet([600, 1260]));
    given(taken(SLOT, MINE, 1200, 1260), released())
      .when(set())
      .thenRecords(hoursSet());
  });

  it('takes no notice of appointments that lie outside already, or are over', () => {
    given(taken(SLOT, MINE, 480, 510))
      .when(set([600, 720]))
      .thenRecords(hoursSet([600, 720]));
    given(hoursSet([600, 720]), taken(SLOT, MINE, 900, 960))
      .when(set())
      .thenRecords(hoursSet());
    given(taken(SLOT, MINE, 540, 600))
      .when({ ...set([600, 720]), clock: { ...clock, now: new Date(`${clock.date}T18:00:00Z`) } })
      .thenRecords(hoursSet([600, 720]));
  });
});

describe('clearing the hours of a date', () => {
  it('needs some', () => {
    given(hoursSet()).when(clear).thenRecords(hoursCleared);
    given().when(clear).thenRefuses('hours-not-found');
    given(hoursSet(), hoursCleared).when(clear).thenRefuses('hours-not-found');
  });

  it('is refused if appointments would fall outside the weekly hours, unless that is acknowledged', () => {
    const early = given(hoursSet([420, 720]), taken(SLOT, MINE, 420, 480));
    early.when(clear).thenRefuses('appointments-outside-hours');
    early.when({ ...clear, acknowledged: true }).thenRecords(hoursCleared);
    early.when({ ...clear, completed: new Set([SLOT]) }).thenRecords(hoursCleared);
  });

  it('is refused for a day that is over', () => {
    const later = { ...clock, now: new Date('2026-11-26T18:00:00Z') };
    given(hoursSet())
      .when({ ...clear, clock: later })
      .thenRefuses('date-past');
  });
});

it('a day has one version, which its hours move', () => {
  expect(toldOf(agendaDecider, [hoursSet(), taken(), hoursCleared]).version).toBe(2);
});

describe('hours that are switched off', () => {
  type Times = readonly (readonly [start: number, end: number])[];
  const intervals = (...windows: Times) => windows.map(([start, end]) => ({ start, end }));
  const withOff = (open: Times, switchedOff: Times): AgendaEvent => ({
    type: 'DayHoursSet',
    data: { windows: intervals(...open), off: intervals(...switchedOff) },
  });

  it('are recorded, and nobody is offered a time in them', () => {
    given()
      .when({ ...set([600, 720]), off: intervals([780, 900]) })
      .thenRecords(withOff([[600, 720]], [[780, 900]]));
    const day = given(withOff([[600, 720]], [[780, 900]]));
    day.when(take({ start: 780, end: 840 })).thenRefuses('not-offered');
    day.when(take({ start: 600, end: 660 })).thenRecords(taken());
  });

  it.each([
    ['inverted', [[600, 720]], [[900, 780]], 'hours-inverted'],
    ['empty', [[600, 720]], [[780, 780]], 'hours-inverted'],
    ['the same as open ones', [[600, 720]], [[600, 720]], 'hours-overlap'],
    ['partly open', [[600, 720]], [[660, 780]], 'hours-overlap'],
    ['around open ones', [[600, 720]], [[540, 780]], 'hours-overlap'],
    ['within open ones', [[600, 720]], [[630, 660]], 'hours-overlap'],
    [
      'overlapping each other',
      [],
      [
        [600, 720],
        [660, 780],
      ],
      'hours-overlap',
    ],
  ] as const)('are refused when they are %s', (_what, windows, switchedOff, code) => {
    given()
      .when({ ...set(...windows), off: intervals(...switchedOff) })
      .thenRefuses(code);
  });

  it.each([
    ['before', [[600, 720]], [[480, 600]]],
    ['after', [[600, 720]], [[720, 780]]],
    [
      'between',
      [
        [600, 720],
        [780, 840],
      ],
      [[720, 780]],
    ],
    ['alone', [], [[600, 720]]],
    ['until midnight', [[600, 720]], [[1380, 1440]]],
  ] as const)('may lie %s open ones', (_where, windows, switchedOff) => {
    given()
      .when({ ...set(...windows), off: intervals(...switchedOff) })
      .thenRecords(withOff(windows, switchedOff));
  });
});
