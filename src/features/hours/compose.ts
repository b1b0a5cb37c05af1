import type { KeyedMutex } from '../../eventsourcing/async/keyed-mutex.ts';
import type { EventStore } from '../../eventsourcing/event-store.ts';
import type { UnreadableEvent } from '../../eventsourcing/event-types.ts';
import { createEventStreams } from '../../eventsourcing/streams/event-streams.ts';
import { liveProjection } from '../../eventsourcing/streams/live-projection.ts';
import type { Interval } from '../../salon/slots.ts';
import { createHoursCommands } from './commands.ts';
import { hoursDecider, openWindows } from './decider.ts';
import { HOURS } from './events.ts';
import { createHoursSince } from './since.ts';

interface HoursDeps {
  readonly log: EventStore;
  readonly mutex: KeyedMutex;
  now(): Date;
  /** Called for an event of the schedule that can't be folded. */
  onUnreadable(problem: UnreadableEvent): void;
}

export type Hours = ReturnType<typeof composeHours>;

/** Makes the feature `hours`: the commands on the weekly hours, and their present state. */
export function composeHours({ log, mutex, now, onUnreadable }: HoursDeps) {
  const streams = createEventStreams(log, hoursDecider, { mutex, now });
  const live = liveProjection(hoursDecider, onUnreadable);
  return {
    streams,
    commands: createHoursCommands({ hours: streams }),
    hoursSince: createHoursSince(log),
    /** The state that `windowsOn` reads. The caller has to keep it up to date. */
    live,

    /** The windows of a weekday (0 for Sunday) in which the public may book, sorted by start. */
    windowsOn(dayOfWeek: number): readonly Interval[] {
      const state = live.states.get(HOURS);
      return state ? openWindows(state, dayOfWeek) : [];
    },
  };
}
