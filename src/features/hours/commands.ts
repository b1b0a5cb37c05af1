import { derivedId } from '../../eventsourcing/identity.ts';
import type { CommandRun, EventStreams } from '../../eventsourcing/streams/event-streams.ts';
import type { Interval } from '../../salon/slots.ts';
import { broken } from '../rule-broken.ts';
import type { HoursCommand, HoursState } from './decider.ts';
import { HOURS, type HoursEvent } from './events.ts';

export type HoursStreams = EventStreams<HoursCommand, HoursEvent, HoursState>;

/** The commands of the weekly schedule, for the admin area. A change of hours never moves a booking. */
export function createHoursCommands({ hours }: { hours: HoursStreams }) {
  /** The version is that of the whole schedule. */
  async function handle(command: Extract<HoursCommand, { hoursId: string }>, run: CommandRun) {
    const { position, version } = await hours.handle(HOURS, () => command, run);
    if (position === null) throw broken('hours-not-found');
    return { id: command.hoursId, version, position };
  }

  return {
    /** `dayOfWeek` is 0 for Sunday to 6 for Saturday. The id follows from the command, so that a retry is about the same hours. */
    add(newHours: Interval & { readonly dayOfWeek: number }, run: CommandRun) {
      const hoursId = derivedId('hours', run.context.commandId);
      const { dayOfWeek, start, end } = newHours;
      return handle({ kind: 'AddHours', hoursId, dayOfWeek, start, end }, run);
    },
    change: (hoursId: string, { start, end }: Interval, run: CommandRun) =>
      handle({ kind: 'ChangeHours', hoursId, start, end }, run),
    switch: (hoursId: string, isAvailable: boolean, run: CommandRun) =>
      handle({ kind: 'SwitchHours', hoursId, isAvailable }, run),
    remove: (hoursId: string, run: CommandRun) => handle({ kind: 'RemoveHours', hoursId }, run),
    restore: (hoursId: string, run: CommandRun) => handle({ kind: 'RestoreHours', hoursId }, run),
  };
}

export type HoursCommands = ReturnType<typeof createHoursCommands>;
