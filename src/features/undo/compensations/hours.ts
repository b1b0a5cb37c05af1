import type { RecordedEvent } from '../../../eventsourcing/event-store.ts';
import { upcast } from '../../../eventsourcing/event-types.ts';
import type { CommandRun } from '../../../eventsourcing/streams/event-streams.ts';
import type { Interval } from '../../../salon/slots.ts';
import { hoursEventTypes } from '../../hours/events.ts';
import type { Done, Undoing } from './compensation.ts';

interface Hours extends Interval {
  readonly dayOfWeek: number;
  readonly isAvailable: boolean;
}

/** The command on weekly hours by which others are undone. It refuses if it would leave bookings outside the hours. */
export interface HoursUndoCommands {
  /** @param hours as they are to be, by their ids; null for those that are to go */
  putBack(hours: ReadonlyMap<string, Hours | null>, run: CommandRun): Promise<Done>;
}

/** Hours after these events; null if there are none. */
function hoursAfter(hoursId: string, events: readonly RecordedEvent[]): Hours | null {
  let hours = null as Partial<Hours> | null;
  for (const recorded of events) {
    const { type, data } = upcast(recorded, hoursEventTypes);
    const { hoursId: id, ...fields } = data;
    if (id === hoursId) hours = type === 'HoursRemoved' ? null : { isAvailable: true, ...hours, ...fields };
  }
  return hours as Hours | null;
}

/** Hours as they were before a command. Later changes of other fields, such as of the end alone, stay. */
function formerHours(hoursId: string, { before, command, events }: Undoing): Hours | null {
  const was = hoursAfter(hoursId, before);
  const then = hoursAfter(hoursId, [...before, ...command]);
  const now = hoursAfter(hoursId, events);
  if (!was || !then || !now) return was;
  const changed = Object.entries(was).filter(([field, value]) => value !== then[field as keyof Hours]);
  return { ...now, ...Object.fromEntries(changed) };
}

/** Undoes a change of the weekly hours, of one weekday or of several. */
export function undoOnHours(commands: HoursUndoCommands, undoing: Undoing): Promise<Done> {
  const ids = undoing.command.map((event) => upcast(event, hoursEventTypes).data.hoursId);
  return commands.putBack(new Map(ids.map((id) => [id, formerHours(id, undoing)])), undoing.run);
}
