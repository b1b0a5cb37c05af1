import type { Schedule } from '../../../../src/contracts/salon/admin-hours.ts';
import { dayOfWeek } from '../../../../src/salon/salon-time.ts';
import type { Interval } from '../../../../src/salon/slots.ts';
import { ApiError } from '../../../api.ts';
import { useCommand } from '../../data/use-command.ts';
import { commandFailure } from '../../ui/toast-failure.ts';
import type { StaffChange } from '../affected/affected-dialog.tsx';
import type { Acknowledge } from '../affected/use-acknowledged.tsx';
import { type HoursStep, stepsTo, type Weekday, weekdaysOf } from './copied-hours.ts';
import { ADD_HOURS, CHANGE_HOURS, REMOVE_HOURS, SWITCH_HOURS } from './weekly-commands.ts';

/** Gives other weekdays the same hours, each by commands of its own. What was done once isn't done again. */
export function useCopiedHours(schedule: Schedule | undefined, acknowledge: Acknowledge) {
  const adding = useCommand(ADD_HOURS);
  const changing = useCommand(CHANGE_HOURS);
  const removing = useCommand(REMOVE_HOURS);
  const switching = useCommand(SWITCH_HOURS);

  /** @returns whether it is done; staff may keep a day as it is, because of its appointments */
  async function take(
    step: HoursStep,
    { day, name }: Weekday,
    wanted: readonly Interval[],
  ): Promise<boolean> {
    const version = schedule?.version;
    if (step.kind === 'add') {
      await adding.send({ day, start: step.start, end: step.end }, version);
      return true;
    }
    const change: StaffChange = {
      question: `Change the hours of ${name}s?`,
      verb: 'Change',
      after: (date) => (dayOfWeek(date) === day ? { windows: wanted, blocked: [] } : undefined),
    };
    const answer = await acknowledge(change, (acknowledged) => {
      const { id, kind } = step;
      if (kind === 'change')
        return changing.send({ id, start: step.start, end: step.end, ...acknowledged }, version);
      return kind === 'remove'
        ? removing.send({ id, ...acknowledged }, version)
        : switching.send({ id, is_available: true, ...acknowledged }, version);
    });
    return answer !== null;
  }

  /** @returns why not: what the server says, or that staff have kept the day as it is; undefined once it is done */
  async function copyTo(weekday: Weekday, wanted: readonly Interval[]): Promise<string | undefined> {
    try {
      for (const step of stepsTo(weekday.hours, wanted))
        if (!(await take(step, weekday, wanted))) return `${weekday.name} stays as it is.`;
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code === 'stale') throw error;
      return `${weekday.name}: ${commandFailure(error)}`;
    }
  }

  /**
   * Gives these weekdays these hours and no others.
   *
   * @returns the days that aren't, each with why
   */
  return async (
    days: readonly number[],
    wanted: readonly Interval[],
  ): Promise<ReadonlyMap<number, string>> => {
    const refused = new Map<number, string>();
    for (const weekday of weekdaysOf(schedule ?? { hours: [] }).filter(({ day }) => days.includes(day))) {
      const why = await copyTo(weekday, wanted);
      if (why !== undefined) refused.set(weekday.day, why);
    }
    return refused;
  };
}
