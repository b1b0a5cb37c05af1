import { describe, expect, it } from 'vitest';
import { hoursDecider } from '../../src/features/hours/decider.ts';
import type { HoursEvent } from '../../src/features/hours/events.ts';
import { specOf } from '../support/log/decider-spec.ts';

const { given } = specOf(hoursDecider);

const TUESDAY = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';
const tuesday = { hoursId: TUESDAY, dayOfWeek: 2, start: 540, end: 780 };
const added: HoursEvent = { type: 'HoursAdded', data: tuesday };
const switchedOff: HoursEvent = { type: 'HoursSwitched', data: { hoursId: TUESDAY, isAvailable: false } };
const removed: HoursEvent = { type: 'HoursRemoved', data: { hoursId: TUESDAY } };

describe('adding hours', () => {
  it('adds hours, which are available at once', () => {
    given()
      .when({ kind: 'AddHours', ...tuesday })
      .thenRecords(added);
    expect(given(added).state.week.get(TUESDAY)).toEqual({
      dayOfWeek: 2,
      start: 540,
      end: 780,
      isAvailable: true,
    });
  });

  it.each([
    ['ends where it starts', 540],
    ['ends before it starts', 500],
  ])('refuses a window that %s', (_, end) => {
    given()
      .when({ kind: 'AddHours', ...tuesday, end })
      .thenRefuses('hours-inverted');
  });

  it.each([
    ['begins within', 700, 900],
    ['ends within', 400, 600],
    ['lies within', 600, 700],
    ['spans', 500, 800],
    ['is the same as', 540, 780],
  ])('refuses hours that %s others of that day: they would overlap', (_, start, end) => {
    given(added)
      .when({ kind: 'AddHours', hoursId: OTHER, dayOfWeek: 2, start, end })
      .thenRefuses('hours-overlap');
  });

  it('refuses hours that overlap others which are switched off, since these can be switched on again', () => {
    given(added, switchedOff)
      .when({ kind: 'AddHours', hoursId: OTHER, dayOfWeek: 2, start: 600, end: 660 })
      .thenRefuses('hours-overlap');
  });

  it.each([
    ['touch others of that day', { dayOfWeek: 2, start: 780, end: 900 }],
    ['fall on another day', { dayOfWeek: 3, start: 540, end: 780 }],
  ])('allows hours that %s', (_, hours) => {
    given(added)
      .when({ kind: 'AddHours', hoursId: OTHER, ...hours })
      .thenRecords({ type: 'HoursAdded', data: { hoursId: OTHER, ...hours } });
  });

  it('allows hours where others were removed', () => {
    given(added, removed)
      .when({ kind: 'AddHours', ...tuesday, hoursId: OTHER })
      .thenRecords({ type: 'HoursAdded', data: { ...tuesday, hoursId: OTHER } });
  });
});

describe('changing hours', () => {
  const change = (start: number, end: number) =>
    ({ kind: 'ChangeHours', hoursId: TUESDAY, start, end }) as const;
  const later: HoursEvent = {
    type: 'HoursAdded',
    data: { hoursId: OTHER, dayOfWeek: 2, start: 840, end: 960 },
  };

  it('moves the window, also over its own old time', () => {
    given(added, later)
      .when(change(600, 840))
      .thenRecords({ type: 'HoursChanged', data: { hoursId: TUESDAY, start: 600, end: 840 } });
  });

  it('changes the begin or the end alone', () => {
    for (const [start, end] of [
      [540, 840],
      [600, 780],
    ] as const)
      given(added)
        .when(change(start, end))
        .thenRecords({ type: 'HoursChanged', data: { hoursId: TUESDAY, start, end } });
  });

  it('refuses a window that overlaps other hours of that day', () => {
    given(added, later).when(change(600, 841)).thenRefuses('hours-overlap');
  });

  it('refuses a window that ends before it starts', () => {
    given(added).when(change(600, 600)).thenRefuses('hours-inverted');
  });

  it('judges by the hours as they were last changed', () => {
    const changed: HoursEvent = {
      type: 'HoursChanged',
      data: { hoursId: TUESDAY, start: 540, end: 600 },
    };
    given(added, changed)
      .when({ kind: 'AddHours', hoursId: OTHER, dayOfWeek: 2, start: 600, end: 700 })
      .thenRecords({ type: 'HoursAdded', data: { hoursId: OTHER, dayOfWeek: 2, start: 600, end: 700 } });
  });

  it('changes nothing when nothing differs', () => {
    given(added).when(change(540, 780)).thenChangesNothing();
  });

  it('keeps hours switched off', () => {
    const changed: HoursEvent = { type: 'HoursChanged', data: { hoursId: TUESDAY, start: 600, end: 700 } };
    expect(given(added, switchedOff, changed).state.week.get(TUESDAY)).toMatchObject({
      start: 600,
      isAvailable: false,
    });
  });
});

describe('switching and removing hours', () => {
  it('switches off and on again', () => {
    given(added).when({ kind: 'SwitchHours', hoursId: TUESDAY, isAvailable: false }).thenRecords(switchedOff);
    given(added, switchedOff)
      .when({ kind: 'SwitchHours', hoursId: TUESDAY, isAvailable: true })
      .thenRecords({ type: 'HoursSwitched', data: { hoursId: TUESDAY, isAvailable: true } });
  });

  it('changes nothing when they are switched that way already', () => {
    given(added).when({ kind: 'SwitchHours', hoursId: TUESDAY, isAvailable: true }).thenChangesNothing();
  });

  it('removes for good', () => {
    given(added).when({ kind: 'RemoveHours', hoursId: TUESDAY }).thenRecords(removed);
  });

  it.each([
    { kind: 'ChangeHours', hoursId: TUESDAY, start: 1, end: 2 } as const,
    { kind: 'SwitchHours', hoursId: TUESDAY, isAvailable: false } as const,
    { kind: 'RemoveHours', hoursId: TUESDAY } as const,
  ])('refuses $kind for hours that are unknown or removed', (command) => {
    given().when(command).thenRefuses('hours-not-found');
    given(added, removed).when(command).thenRefuses('hours-not-found');
  });
});

describe('changing several weekdays at once', () => {
  const NEW = '00000000-0000-4000-8000-000000000003';
  const day = (dayOfWeek: number, ...times: readonly (readonly [start: number, end: number])[]) => ({
    dayOfWeek,
    windows: times.map(([start, end], index) => ({ hoursId: index === 0 ? NEW : OTHER, start, end })),
  });
  const week = (...days: readonly ReturnType<typeof day>[]) => ({ kind: 'ChangeWeek', days }) as const;
  const changed = (start: number, end: number): HoursEvent => ({
    type: 'HoursChanged',
    data: { hoursId: TUESDAY, start, end },
  });

  it('closes, opens and changes them by one decision, under the ids that they have', () => {
    const wednesday: HoursEvent = { type: 'HoursAdded', data: { ...tuesday, hoursId: OTHER, dayOfWeek: 3 } };
    given(added, wednesday)
      .when(week(day(2, [600, 780]), day(3), day(4, [540, 1_080])))
      .thenRecords(
        changed(600, 780),
        { type: 'HoursRemoved', data: { hoursId: OTHER } },
        { type: 'HoursAdded', data: { hoursId: NEW, dayOfWeek: 4, start: 540, end: 1_080 } },
      );
  });

  it('changes nothing where the hours are so already, and leaves the days that it does not name', () => {
    given(added)
      .when(week(day(2, [540, 780]), day(3)))
      .thenChangesNothing();
    given(added)
      .when(week(day(0)))
      .thenChangesNothing();
  });

  it('changes the hours that a window overlaps, and adds the others', () => {
    given(added)
      .when(week(day(2, [480, 720], [840, 1_080])))
      .thenRecords(changed(480, 720), {
        type: 'HoursAdded',
        data: { hoursId: OTHER, dayOfWeek: 2, start: 840, end: 1_080 },
      });
    given(added)
      .when(week(day(2, [840, 1_080])))
      .thenRecords(removed, {
        type: 'HoursAdded',
        data: { hoursId: NEW, dayOfWeek: 2, start: 840, end: 1_080 },
      });
  });

  it('lets hours that are switched off stay so, unless a window needs their time', () => {
    const on: HoursEvent = { type: 'HoursSwitched', data: { hoursId: TUESDAY, isAvailable: true } };
    given(added, switchedOff)
      .when(week(day(2)))
      .thenChangesNothing();
    given(added, switchedOff)
      .when(week(day(2, [780, 900])))
      .thenRecords({ type: 'HoursAdded', data: { hoursId: NEW, dayOfWeek: 2, start: 780, end: 900 } });
    given(added, switchedOff)
      .when(week(day(2, [540, 780])))
      .thenRecords(on);
    given(added, switchedOff)
      .when(week(day(2, [540, 900])))
      .thenRecords(changed(540, 900), on);
  });

  it('joins two windows to one', () => {
    const afternoon: HoursEvent = {
      type: 'HoursAdded',
      data: { ...tuesday, hoursId: OTHER, start: 840, end: 960 },
    };
    given(added, afternoon)
      .when(week(day(2, [540, 960])))
      .thenRecords({ type: 'HoursRemoved', data: { hoursId: OTHER } }, changed(540, 960));
  });

  it('lets two windows change places with each other', () => {
    const afternoon: HoursEvent = {
      type: 'HoursAdded',
      data: { ...tuesday, hoursId: OTHER, start: 840, end: 960 },
    };
    given(added, afternoon)
      .when(week(day(2, [600, 900], [900, 1_020])))
      .thenRecords(changed(600, 900), {
        type: 'HoursChanged',
        data: { hoursId: OTHER, start: 900, end: 1_020 },
      });
  });

  it('refuses windows that overlap each other, or end before they begin', () => {
    given(added)
      .when(week(day(3, [540, 780], [720, 900])))
      .thenRefuses('hours-overlap');
    given(added)
      .when(week(day(3, [540, 540])))
      .thenRefuses('hours-inverted');
  });
});

describe('opening the first week', () => {
  const week = [tuesday, { ...tuesday, hoursId: OTHER, dayOfWeek: 3 }];

  it('adds the whole week at once', () => {
    given()
      .when({ kind: 'SetInitialHours', week })
      .thenRecords(...week.map((data): HoursEvent => ({ type: 'HoursAdded', data })));
  });

  it('refuses a week that overlaps itself', () => {
    given()
      .when({ kind: 'SetInitialHours', week: [tuesday, { ...tuesday, hoursId: OTHER }] })
      .thenRefuses('hours-overlap');
  });

  it('leaves a schedule alone that was ever decided, an emptied one too', () => {
    given(added).when({ kind: 'SetInitialHours', week }).thenChangesNothing();
    given(added, removed).when({ kind: 'SetInitialHours', week }).thenChangesNothing();
  });
});

describe('hours that were never added, or are removed', () => {
  it.each<HoursEvent>([
    { type: 'HoursChanged', data: { hoursId: TUESDAY, start: 600, end: 700 } },
    switchedOff,
    removed,
  ])('cannot be followed by $type: another program has written that', (event) => {
    expect(() => given(event)).toThrow(`${event.type} can't follow`);
    expect(() => given(added, removed, event)).toThrow(`${event.type} can't follow`);
  });

  it('can be added, and added once only', () => {
    expect(given(added, removed, added).state.week.size).toBe(1);
    expect(() => given(added, added)).toThrow('were added before');
  });

  it('stay as they were when an event cannot follow', () => {
    const { state } = given(added);
    const before = structuredClone(state);
    expect(() =>
      hoursDecider.evolve(state, { ...switchedOff, data: { ...switchedOff.data, hoursId: OTHER } }),
    ).toThrow();
    expect(state).toEqual(before);
    const empty = hoursDecider.initialState();
    expect(() => hoursDecider.evolve(empty, removed)).toThrow();
    expect(empty.initialized).toBe(false);
  });
});
