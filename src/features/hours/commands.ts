import { derivedId } from '../../eventsourcing/identity.ts';
import type { CommandRun, EventStreams } from '../../eventsourcing/streams/event-streams.ts';
import type { Interval } from '../../salon/slots.ts';
import { broken } from '../rule-broken.ts';
import type { HoursCommand, HoursState, WantedDay, WantedHours } from './decider.ts';
import { HOURS, type HoursEvent } from './events.ts';

export type HoursStreams = EventStreams<HoursCommand, HoursEvent, HoursState>;

/** Weekdays, 0 for Sunday, with the windows in which each is to be open. */
type NewWeek = readonly { readonly dayOfWeek: number; readonly windows: readonly Interval[] }[];

/** The ids of new hours follow from the command, so that a retry is about the same hours. */
export const wantedDays = (week: NewWeek, { context: { commandId } }: CommandRun): readonly WantedDay[] =>
  week.map(({ dayOfWeek, windows }) => ({
    dayOfWeek,
    windows: windows.map(({ start, end }) => ({
      hoursId: derivedId('hours', commandId, dayOfWeek, start),
      start,
      end,
    })),
  }));

/** The commands of the weekly schedule, for the admin area. A change of hours never moves a booking. */
export function createHoursCommands({ hours }: { hours: HoursStreams }) {
  /** The version is that of the whole schedule. */
  async function handle(command: HoursCommand, run: CommandRun) {
    const { position, version } = await hours.handle(HOURS, () => command, run);
    if (position === null) throw broken('hours-not-found');
    return { version, position };
  }

  const handleOne = async (command: Extract<HoursCommand, { hoursId: string }>, run: CommandRun) => ({
    id: command.hoursId,
    ...(await handle(command, run)),
  });

  return {
    /** `dayOfWeek` is 0 for Sunday to 6 for Saturday. */
    add(newHours: Interval & { readonly dayOfWeek: number }, run: CommandRun) {
      const hoursId = derivedId('hours', run.context.commandId);
      const { dayOfWeek, start, end } = newHours;
      return handleOne({ kind: 'AddHours', hoursId, dayOfWeek, start, end }, run);
    },
    change: (hoursId: string, { start, end }: Interval, run: CommandRun) =>
      handleOne({ kind: 'ChangeHours', hoursId, start, end }, run),
    switch: (hoursId: string, isAvailable: boolean, run: CommandRun) =>
      handleOne({ kind: 'SwitchHours', hoursId, isAvailable }, run),
    remove: (hoursId: string, run: CommandRun) => handleOne({ kind: 'RemoveHours', hoursId }, run),
    changeWeek: (days: readonly WantedDay[], run: CommandRun) => handle({ kind: 'ChangeWeek', days }, run),
    putBack: (wanted: WantedHours, run: CommandRun) => handle({ kind: 'PutBackHours', hours: wanted }, run),
  };
}

export type HoursCommands = ReturnType<typeof createHoursCommands>;
