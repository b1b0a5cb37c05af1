import type { ProblemCode } from '../../contracts/problem.ts';
import { type Decider, RuleBroken } from '../../eventsourcing/decider.ts';
import { type Interval, overlaps } from '../../salon/slots.ts';
import { HOURS, type HoursEvent, hoursEventTypes } from './events.ts';

/** Opening hours on a weekday; while they are switched off they are kept but offer nothing. */
export interface Hours extends Interval {
  /** 0 for Sunday to 6 for Saturday. */
  readonly dayOfWeek: number;
  readonly isAvailable: boolean;
}

/** The weekly schedule by hours id. */
export interface HoursState {
  readonly week: ReadonlyMap<string, Hours>;
  /** True once anything was ever decided here, also when all of it has been removed again. */
  readonly initialized: boolean;
}

/** The same as `evolve` changes it in place. */
interface FoldedHours extends HoursState {
  readonly week: Map<string, Hours>;
  initialized: boolean;
}

export interface NewHours extends Interval {
  readonly hoursId: string;
  readonly dayOfWeek: number;
}

export type HoursCommand =
  | (NewHours & { readonly kind: 'AddHours' })
  | (Interval & { readonly kind: 'ChangeHours'; readonly hoursId: string })
  | { readonly kind: 'SwitchHours'; readonly hoursId: string; readonly isAvailable: boolean }
  | { readonly kind: 'RemoveHours'; readonly hoursId: string }
  /** The first schedule, all or nothing; changes nothing where there is or was one. */
  | { readonly kind: 'SetInitialHours'; readonly week: readonly NewHours[] };

const broken = (code: ProblemCode) => new RuleBroken<ProblemCode>(code);

function found({ week }: HoursState, hoursId: string): Hours {
  const hours = week.get(hoursId);
  if (!hours) throw broken('hours-not-found');
  return hours;
}

/** Hours of one day never overlap, switched on or off, so that switching them can't make two windows of one time. */
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

function evolve(state: FoldedHours, event: HoursEvent): FoldedHours {
  const { week } = state;
  const { hoursId } = event.data;
  const hours = week.get(hoursId);
  state.initialized = true;
  switch (event.type) {
    case 'HoursAdded': {
      const { dayOfWeek, start, end } = event.data;
      week.set(hoursId, { dayOfWeek, start, end, isAvailable: true });
      return state;
    }
    case 'HoursChanged':
      if (hours) week.set(hoursId, { ...hours, start: event.data.start, end: event.data.end });
      return state;
    case 'HoursSwitched':
      if (hours) week.set(hoursId, { ...hours, isAvailable: event.data.isAvailable });
      return state;
    case 'HoursRemoved':
      week.delete(hoursId);
      return state;
  }
}

/** The weekly schedule: within one day no two hours overlap. */
export const hoursDecider: Decider<HoursCommand, HoursEvent, HoursState, null, FoldedHours> = {
  streams: HOURS,
  eventTypes: hoursEventTypes,
  initialState: () => ({ week: new Map(), initialized: false }),
  decide,
  evolve,
  resultOf: () => null,
};
