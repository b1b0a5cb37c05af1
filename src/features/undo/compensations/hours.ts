import type { RecordedEvent } from '../../../eventsourcing/event-store.ts';
import { upcast } from '../../../eventsourcing/event-types.ts';
import type { CommandRun } from '../../../eventsourcing/streams/event-streams.ts';
import { refuse } from '../../../http/refusal.ts';
import type { Interval } from '../../../salon/slots.ts';
import { hoursEventTypes } from '../../hours/events.ts';
import { type Done, latestValue, type Undoing } from './compensation.ts';

/** The commands on weekly hours by which others are undone. Each refuses if it would leave bookings outside the hours. */
export interface HoursUndoCommands {
  change(hoursId: string, times: Interval, run: CommandRun): Promise<Done>;
  switch(hoursId: string, isAvailable: boolean, run: CommandRun): Promise<Done>;
  restore(hoursId: string, run: CommandRun): Promise<Done>;
}

/** Start and end of hours after these events. */
function timesAfter(hoursId: string, events: readonly RecordedEvent[]): Interval {
  const times = latestValue(events, hoursEventTypes, ({ type, data }) => {
    const hasTimes = type === 'HoursAdded' || type === 'HoursChanged' || type === 'HoursRestored';
    return hasTimes && data.hoursId === hoursId ? { start: data.start, end: data.end } : undefined;
  });
  if (!times) throw new Error(`the hours ${hoursId} were never added`);
  return times;
}

/** Undoes a change of the weekly hours. Later changes, such as that of the end alone, stay. */
export function undoOnHours(commands: HoursUndoCommands, undoing: Undoing): Promise<Done> {
  const { events, command, run } = undoing;
  const { type, data } = upcast(command[0], hoursEventTypes);
  const { hoursId } = data;
  switch (type) {
    case 'HoursChanged': {
      const before = timesAfter(hoursId, undoing.before);
      const now = timesAfter(hoursId, events);
      const former = (edge: 'start' | 'end') => (before[edge] === data[edge] ? now[edge] : before[edge]);
      return commands.change(hoursId, { start: former('start'), end: former('end') }, run);
    }
    case 'HoursSwitched':
      return commands.switch(hoursId, !data.isAvailable, run);
    case 'HoursRemoved':
      return commands.restore(hoursId, run);
    default:
      throw refuse('not-undoable');
  }
}
