import { describe, it } from 'vitest';
import type { BookingTerms } from '../../src/features/booking/agenda/checks.ts';
import type { StartRules } from '../../src/salon/starts.ts';
import {
  clock,
  given,
  MINE,
  move,
  OTHER_SLOT,
  open,
  openFor,
  SLOT,
  staff,
  THEIRS,
  take,
  taken,
  timeZone,
} from '../support/booking/agenda-facts.ts';
import { USUAL_STARTS } from '../support/salon/usual-starts.ts';

describe('opening hours', () => {
  it('offers the public only time within one window', () => {
    const windows = [
      { start: 540, end: 720 },
      { start: 720, end: 900 },
    ];
    given()
      .when(take({ start: 690, end: 750, terms: openFor(windows) }))
      .thenRefuses('not-offered');
  });

  it.each([
    ['starts before opening', 510, 570],
    ['ends after closing', 1230, 1290],
  ])('refuses the public an appointment that %s', (_, start, end) => {
    given().when(take({ start, end })).thenRefuses('not-offered');
  });

  it("refuses the public an appointment that is off the window's half-hour grid", () => {
    given()
      .when(take({ start: 615, end: 675 }))
      .thenRefuses('off-grid');
  });

  it('lets the last appointment end with the window, and the grid begin with it', () => {
    given()
      .when(take({ start: 1200, end: 1260 }))
      .thenRecords(taken(SLOT, MINE, 1200, 1260));
    given()
      .when(take({ start: 585, end: 645, terms: openFor([{ start: 555, end: 700 }]) }))
      .thenRecords(taken(SLOT, MINE, 585, 645));
  });

  it('offers what the salon’s settings say: a finer grid, and the start that ends at closing', () => {
    const windows = [{ start: 540, end: 700 }];
    const at = (start: number, rules: Partial<StartRules>) =>
      given().when(take({ start, end: start + 60, terms: openFor(windows, rules) }));
    at(555, { start_every_minutes: 15 }).thenRecords(taken(SLOT, MINE, 555, 615));
    at(550, { start_every_minutes: 15 }).thenRefuses('off-grid');
    at(550, { start_every_minutes: 10 }).thenRecords(taken(SLOT, MINE, 550, 610));
    at(640, {}).thenRefuses('off-grid');
    at(640, { last_start_offered: true }).thenRecords(taken(SLOT, MINE, 640, 700));
    at(645, { last_start_offered: true }).thenRefuses('not-offered');
  });

  it('lets staff start at any five minutes where the salon allows it', () => {
    const any: BookingTerms = {
      kind: 'staff',
      windows: [],
      rules: { ...USUAL_STARTS, staff_any_five_minutes: true },
    };
    const at = (start: number) => given().when(take({ start, end: start + 60, terms: any }));
    at(425).thenRecords(taken(SLOT, MINE, 425, 485));
    at(427).thenRefuses('off-five-minutes');
  });

  it('refuses the public a closed day', () => {
    given()
      .when(take({ terms: openFor([]) }))
      .thenRefuses('not-offered');
  });

  it.each([
    ['8 AM, before the hours', 480, 510],
    ['8 PM, until after them', 1200, 1290],
    ['8:30 PM, within them', 1230, 1260],
  ])('lets staff book at %s', (_, start, end) => {
    given()
      .when(take({ start, end, terms: staff }))
      .thenRecords(taken(SLOT, MINE, start, end));
  });

  it.each([
    ['before 8 AM', 479, 509],
    ['after 8 PM and until after the hours', 1230, 1290],
  ])('refuses staff a new booking %s', (_, start, end) => {
    given()
      .when(take({ start, end, terms: staff }))
      .thenRefuses('outside-staff-times');
  });

  it('lets staff move an appointment to any time, yet never past midnight', () => {
    given()
      .when(take({ start: 1410, end: 1440, terms: move }))
      .thenRecords(taken(SLOT, MINE, 1410, 1440));
    for (const terms of [staff, move])
      given()
        .when(take({ start: 1411, end: 1441, terms }))
        .thenRefuses('past-midnight');
  });
});

describe('the calendar', () => {
  const at = (day: string, different: Parameters<typeof take>[0] = {}) =>
    take({ clock: { ...clock, date: day }, ...different });

  it.each([
    ['yesterday', '2026-11-19', 1200],
    ['earlier today', '2026-11-20', 570],
    ['this very minute', '2026-11-20', 600],
  ])('refuses a start that is past, also to staff who move an appointment: %s', (_, day, start) => {
    for (const terms of [open, move])
      given()
        .when(at(day, { start, end: start + 30, terms }))
        .thenRefuses('in-the-past');
  });

  it('allows a start later today', () => {
    given()
      .when(at('2026-11-20', { start: 630, end: 660 }))
      .thenRecords(taken(SLOT, MINE, 630, 660));
  });

  it('opens six calendar months, the last day included, to staff as to the public', () => {
    given().when(at('2027-05-20')).thenRecords(taken());
    for (const terms of [open, staff]) given().when(at('2027-05-21', { terms })).thenRefuses('too-far-ahead');
  });

  it('counts days as the salon does, not as the machine does', () => {
    // 20:00 on the 20th in the salon is the 21st in UTC.
    const evening = { timeZone, now: new Date('2026-11-21T04:00:00Z') };
    given()
      .when(take({ clock: { ...evening, date: '2026-11-20' }, start: 1230, end: 1260 }))
      .thenRecords(taken(SLOT, MINE, 1230, 1260));
    given()
      .when(take({ clock: { ...evening, date: '2027-05-21' } }))
      .thenRefuses('too-far-ahead');
  });

  it('refuses a time that the clocks skip, even to reinstate', () => {
    const night = { start: 150, end: 180 };
    for (const terms of [staff, { kind: 'any-time' } as const])
      given()
        .when(at('2027-03-14', { ...night, terms }))
        .thenRefuses('time-skipped');
    given()
      .when(at('2027-03-14', { start: 180, end: 210, terms: move }))
      .thenRecords(taken(SLOT, MINE, 180, 210));
  });

  it('reinstates an appointment whose time has passed', () => {
    given()
      .when(at('2026-11-19', { terms: { kind: 'any-time' } }))
      .thenRecords(taken());
  });

  it("reinstates nothing over another booking's slot", () => {
    given(taken(OTHER_SLOT, THEIRS))
      .when(take({ terms: { kind: 'any-time' } }))
      .thenRefuses('slot-taken');
  });
});
