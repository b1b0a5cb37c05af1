import { derivedId } from '../../eventsourcing/identity.ts';
import type { CommandRun, EventStreams } from '../../eventsourcing/streams/event-streams.ts';
import type { Interval } from '../../salon/slots.ts';
import { broken } from '../rule-broken.ts';
import type { HoursCommand, HoursState } from './decider.ts';
import { HOURS, type HoursEvent } from './events.ts';

export type HoursStreams = EventStreams<HoursCommand, HoursEvent, HoursState>;

export interface HoursResult {
  readonly hoursId: string;
  /** Version of the schedule. */
  readonly version: number;
  readonly position: string;
}

/** The commands of the weekly schedule, for the admin area. A change of hours never moves an appointment. */
export function createHoursCommands({ hours }: { hours: HoursStreams }) {
  async function run(hoursId: string, command: HoursCommand, run: CommandRun): Promise<HoursResult> {
    const { position, version } = await hours.handle(HOURS, () => command, run);
    if (position === null) throw broken('hours-not-found');
    return { hoursId, version, position };
  }

  return {
    /** `dayOfWeek` is 0 for Sunday to 6 for Saturday. The id follows from the command, so that a retry is about the same hours. */
    add(newHours: Interval & { readonly dayOfWeek: number }, commandRun: CommandRun) {
      const hoursId = derivedId('hours', commandRun.context.commandId);
      const { dayOfWeek, start, end } = newHours;
      return run(hoursId, { kind: 'AddHours', hoursId, dayOfWeek, start, end }, commandRun);
    },
    change: (hoursId: string, { start, end }: Interval, commandRun: CommandRun) =>
      run(hoursId, { kind: 'ChangeHours', hoursId, start, end }, commandRun),
    switch: (hoursId: string, isAvailable: boolean, commandRun: CommandRun) =>
      run(hoursId, { kind: 'SwitchHours', hoursId, isAvailable }, commandRun),
    remove: (hoursId: string, commandRun: CommandRun) =>
      run(hoursId, { kind: 'RemoveHours', hoursId }, commandRun),
    restore: (hoursId: string, commandRun: CommandRun) =>
      run(hoursId, { kind: 'RestoreHours', hoursId }, commandRun),
  };
}

export type HoursCommands = ReturnType<typeof createHoursCommands>;
