import { createEventStreams } from '../../eventsourcing/streams/event-streams.ts';
import { liveProjection } from '../../eventsourcing/streams/live-projection.ts';
import type { Interval } from '../../salon/slots.ts';
import type { FollowedStreamsDeps } from '../followed-streams.ts';
import { createHoursCommands } from './commands.ts';
import { hoursDecider, openWindows } from './decider.ts';
import { HOURS } from './events.ts';
import { createHoursSince } from './since.ts';

export type Hours = ReturnType<typeof composeHours>;

/** Makes the feature `hours`: the commands on the weekly hours, and their present state. */
export function composeHours({ log, mutex, now, onUnreadable }: FollowedStreamsDeps) {
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
