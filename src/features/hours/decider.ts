import type { Decider } from '../../eventsourcing/streams/decider.ts';
import { type Interval, isSameInterval, overlaps } from '../../salon/slots.ts';
import { broken } from '../rule-broken.ts';
import { HOURS, type HoursEvent, hoursEventTypes } from './events.ts';

/** Opening hours on a weekday. While they are switched off they are kept, but no bookings are offered in them. */
interface Hours extends Interval {
  /** 0 for Sunday to 6 for Saturday. */
  readonly dayOfWeek: number;
  readonly isAvailable: boolean;
}

/** The weekly schedule by hours id. */
export interface HoursState {
  readonly week: ReadonlyMap<string, Hours>;
  readonly removed: ReadonlyMap<string, Hours>;
  /** True once there has been any event, even if all hours have been removed again. */
  readonly initialized: boolean;
}

/** The state that `evolve` changes in place. */
interface FoldedHours extends HoursState {
  readonly week: Map<string, Hours>;
  readonly removed: Map<string, Hours>;
  initialized: boolean;
}

/** The windows of a weekday (0 for Sunday) that are switched on, sorted by start. */
export const openWindows = ({ week }: HoursState, dayOfWeek: number): readonly Interval[] =>
  [...week.values()]
    .filter((hours) => hours.dayOfWeek === dayOfWeek && hours.isAvailable)
    .sort((a, b) => a.start - b.start);

interface NewHours extends Interval {
  readonly hoursId: string;
  readonly dayOfWeek: number;
}

/** The windows in which a weekday is to be open, at no other times. Each has the id that it gets if it is new. */
export interface WantedDay {
  readonly dayOfWeek: number;
  readonly windows: readonly (Interval & { readonly hoursId: string })[];
}

/** Hours as they are to be, by their ids; null for those that are to go. */
export type WantedHours = ReadonlyMap<string, Hours | null>;

export type HoursCommand =
  | (NewHours & { readonly kind: 'AddHours' })
  | (Interval & { readonly kind: 'ChangeHours'; readonly hoursId: string })
  | { readonly kind: 'SwitchHours'; readonly hoursId: string; readonly isAvailable: boolean }
  | { readonly kind: 'RemoveHours'; readonly hoursId: string }
  | { readonly kind: 'ChangeWeek'; readonly days: readonly WantedDay[] }
  /** Hours are again as they were before a command that is undone. */
  | { readonly kind: 'PutBackHours'; readonly hours: WantedHours }
  /** Sets the whole first schedule. Changes nothing if there is a schedule, or ever was one. */
  | { readonly kind: 'SetInitialHours'; readonly week: readonly NewHours[] };

function found({ week }: HoursState, hoursId: string): Hours {
  const hours = week.get(hoursId);
  if (!hours) throw broken('hours-not-found');
  return hours;
}

const opened = (dayOfWeek: number, { start, end }: Interval): Hours => ({
  dayOfWeek,
  start,
  end,
  isAvailable: true,
});

/**
 * The hours of a weekday that is to be open in these windows. Those that stay keep their ids, and so do those whose times change. Hours that
 * are switched off stay so, unless a window needs their time.
 */
function hoursOfDay({ week }: HoursState, { dayOfWeek, windows }: WantedDay): [string, Hours | null][] {
  const ofDay = [...week].filter(([, hours]) => hours.dayOfWeek === dayOfWeek);
  const wanted: [string, Hours | null][] = [];
  const left = new Map(
    ofDay.filter(([, hours]) => hours.isAvailable || windows.some((window) => overlaps(window, hours))),
  );
  const take = (window: Interval & { readonly hoursId: string }, fits: typeof overlaps): boolean => {
    const [id] = [...left].find(([, hours]) => fits(hours, window)) ?? [];
    if (id === undefined) return false;
    left.delete(id);
    wanted.push([id, opened(dayOfWeek, window)]);
    return true;
  };
  const others = windows.filter((window) => !take(window, isSameInterval));
  for (const window of others)
    if (!take(window, overlaps)) wanted.push([window.hoursId, opened(dayOfWeek, window)]);
  return [...[...left.keys()].map((id): [string, null] => [id, null]), ...wanted];
}

function wantedBy(command: HoursCommand, state: HoursState): WantedHours {
  switch (command.kind) {
    case 'AddHours':
      return new Map([[command.hoursId, opened(command.dayOfWeek, command)]]);
    case 'ChangeHours': {
      const { hoursId, start, end } = command;
      return new Map([[hoursId, { ...found(state, hoursId), start, end }]]);
    }
    case 'SwitchHours': {
      const { hoursId, isAvailable } = command;
      return new Map([[hoursId, { ...found(state, hoursId), isAvailable }]]);
    }
    case 'RemoveHours':
      found(state, command.hoursId);
      return new Map([[command.hoursId, null]]);
    case 'ChangeWeek':
      return new Map(command.days.flatMap((day) => hoursOfDay(state, day)));
    case 'PutBackHours':
      return command.hours;
    case 'SetInitialHours': {
      const first = command.week.map((hours) => [hours.hoursId, opened(hours.dayOfWeek, hours)] as const);
      return new Map(state.initialized ? [] : first);
    }
  }
}

/** Hours of one day must never overlap, even while they are switched off, so that switching them on can't cause an overlap. */
function checkFit(week: WantedHours, hoursId: string): void {
  const hours = week.get(hoursId);
  if (!hours) return;
  if (hours.end <= hours.start) throw broken('hours-inverted');
  for (const [otherId, other] of week) {
    if (otherId !== hoursId && other?.dayOfWeek === hours.dayOfWeek && overlaps(other, hours))
      throw broken('hours-overlap');
  }
}

function decide(command: HoursCommand, state: HoursState): HoursEvent[] {
  const { week, removed } = state;
  const wanted = wantedBy(command, state);
  const after = new Map<string, Hours | null>([...week, ...wanted]);
  for (const hoursId of wanted.keys()) checkFit(after, hoursId);
  return [...wanted].flatMap(([hoursId, hours]): HoursEvent[] => {
    const now = week.get(hoursId);
    if (!hours) return now ? [{ type: 'HoursRemoved', data: { hoursId } }] : [];
    const { dayOfWeek, start, end, isAvailable } = hours;
    if (!now)
      return removed.has(hoursId)
        ? [{ type: 'HoursRestored', data: { hoursId, ...hours } }]
        : [{ type: 'HoursAdded', data: { hoursId, dayOfWeek, start, end } }];
    return [
      ...(isSameInterval(now, hours)
        ? []
        : [{ type: 'HoursChanged', data: { hoursId, start, end } } as const]),
      ...(now.isAvailable === isAvailable
        ? []
        : [{ type: 'HoursSwitched', data: { hoursId, isAvailable } } as const]),
    ];
  });
}

/** @throws Error, before anything is changed, for an event that can't follow the ones before it: hours must be added first, and once */
function evolve(state: FoldedHours, event: HoursEvent): FoldedHours {
  const { week, removed } = state;
  const { hoursId } = event.data;
  const hours = week.get(hoursId);
  if (event.type === 'HoursAdded') {
    if (hours) throw new Error(`the hours ${hoursId} were added before`);
    const { dayOfWeek, start, end } = event.data;
    week.set(hoursId, { dayOfWeek, start, end, isAvailable: true });
    state.initialized = true;
    return state;
  }
  if (event.type === 'HoursRestored') {
    if (!removed.has(hoursId)) throw new Error(`the hours ${hoursId} were not removed before`);
    const { dayOfWeek, start, end, isAvailable } = event.data;
    week.set(hoursId, { dayOfWeek, start, end, isAvailable });
    removed.delete(hoursId);
    return state;
  }
  if (!hours) throw new Error(`${event.type} can't follow where there are no hours ${hoursId}`);
  switch (event.type) {
    case 'HoursChanged':
      week.set(hoursId, { ...hours, start: event.data.start, end: event.data.end });
      return state;
    case 'HoursSwitched':
      week.set(hoursId, { ...hours, isAvailable: event.data.isAvailable });
      return state;
    case 'HoursRemoved':
      week.delete(hoursId);
      removed.set(hoursId, hours);
      return state;
  }
}

/** Decides about the weekly schedule. It guarantees that hours of one day never overlap. */
export const hoursDecider: Decider<HoursCommand, HoursEvent, HoursState, null, FoldedHours> = {
  streams: HOURS,
  eventTypes: hoursEventTypes,
  initialState: () => ({ week: new Map(), removed: new Map(), initialized: false }),
  decide,
  evolve,
  resultOf: () => null,
};
