import type { Decider } from '../../eventsourcing/streams/decider.ts';
import { type Interval, overlaps } from '../../salon/slots.ts';
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

export type HoursCommand =
  | (NewHours & { readonly kind: 'AddHours' })
  | (Interval & { readonly kind: 'ChangeHours'; readonly hoursId: string })
  | { readonly kind: 'SwitchHours'; readonly hoursId: string; readonly isAvailable: boolean }
  | { readonly kind: 'RemoveHours' | 'RestoreHours'; readonly hoursId: string }
  /** Sets the whole first schedule. Changes nothing if there is a schedule, or ever was one. */
  | { readonly kind: 'SetInitialHours'; readonly week: readonly NewHours[] };

function found({ week }: HoursState, hoursId: string): Hours {
  const hours = week.get(hoursId);
  if (!hours) throw broken('hours-not-found');
  return hours;
}

/** Hours of one day must never overlap, even while they are switched off, so that switching them on can't cause an overlap. */
function checkFits(
  week: ReadonlyMap<string, Interval & { readonly dayOfWeek: number }>,
  hoursId: string,
  hours: Interval & { readonly dayOfWeek: number },
): void {
  if (hours.end <= hours.start) throw broken('hours-inverted');
  for (const [otherId, other] of week) {
    if (otherId !== hoursId && other.dayOfWeek === hours.dayOfWeek && overlaps(other, hours))
      throw broken('hours-overlap');
  }
}

function decide(command: HoursCommand, state: HoursState): HoursEvent[] {
  switch (command.kind) {
    case 'AddHours': {
      const { hoursId, dayOfWeek, start, end } = command;
      checkFits(state.week, hoursId, command);
      return [{ type: 'HoursAdded', data: { hoursId, dayOfWeek, start, end } }];
    }
    case 'ChangeHours': {
      const { hoursId, start, end } = command;
      const hours = found(state, hoursId);
      checkFits(state.week, hoursId, { dayOfWeek: hours.dayOfWeek, start, end });
      if (hours.start === start && hours.end === end) return [];
      return [{ type: 'HoursChanged', data: { hoursId, start, end } }];
    }
    case 'SwitchHours': {
      const { hoursId, isAvailable } = command;
      if (found(state, hoursId).isAvailable === isAvailable) return [];
      return [{ type: 'HoursSwitched', data: { hoursId, isAvailable } }];
    }
    case 'RemoveHours':
      found(state, command.hoursId);
      return [{ type: 'HoursRemoved', data: { hoursId: command.hoursId } }];
    case 'RestoreHours': {
      const { hoursId } = command;
      const hours = state.removed.get(hoursId);
      if (!hours) throw broken('undo-overtaken');
      checkFits(state.week, hoursId, hours);
      return [{ type: 'HoursRestored', data: { hoursId, ...hours } }];
    }
    case 'SetInitialHours': {
      if (state.initialized) return [];
      const before = new Map<string, NewHours>();
      return command.week.map((hours) => {
        const { hoursId, dayOfWeek, start, end } = hours;
        checkFits(before, hoursId, hours);
        before.set(hoursId, hours);
        return { type: 'HoursAdded', data: { hoursId, dayOfWeek, start, end } };
      });
    }
  }
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
