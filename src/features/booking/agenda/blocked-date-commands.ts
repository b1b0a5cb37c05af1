import type { CommandRun } from '../../../eventsourcing/streams/event-streams.ts';
import { type SalonDate, salonDays } from '../../../salon/salon-time.ts';
import { broken } from '../../rule-broken.ts';
import { dayClocks } from './checks.ts';
import { datedId, dateOfId } from './dated-id.ts';
import type { DayCommand, FormerBlock, KnownBookings } from './day-decisions.ts';
import type { AgendaDeps } from './decider.ts';
import { type BlockResult, createEachDay, runOnDay, summaryOf } from './each-day.ts';

/** Commands of the admin area that close a date and open it again. Bookings on a blocked date stay where they are. */
export function createBlockedDateCommands({ agendas, ...time }: AgendaDeps) {
  const clockOn = dayClocks(time);
  const eachDay = createEachDay(agendas);

  /** The day of a block follows from its id, so no look-up is needed, and every retry finds the same block. */
  async function onBlocked(blockId: string, command: DayCommand, run: CommandRun): Promise<BlockResult> {
    const date = dateOfId(blockId);
    if (date === null) throw broken('block-not-found');
    return { ...(await runOnDay(agendas, date, () => command, run)), blockId };
  }

  return {
    clockOn,

    /** Blocks a date, or all dates up to another one. A block's id follows from the command, so that a retry is about the same block. */
    async blockDate(
      request: KnownBookings & { date: SalonDate; until?: SalonDate | undefined; reason: string },
      run: CommandRun,
    ): Promise<BlockResult> {
      const { date: first, until, reason, acknowledged, completed } = request;
      const stepOn = (date: SalonDate) => {
        const blockId = datedId('block', run.context.commandId, date);
        const command = (): DayCommand => ({
          kind: 'BlockDate',
          blockId,
          reason,
          acknowledged,
          completed,
          clock: clockOn(date),
        });
        return { date, blockId, command };
      };
      if (until === undefined) {
        const { blockId, command } = stepOn(first);
        return { ...(await runOnDay(agendas, first, command, run)), blockId };
      }
      const asks = acknowledged ? null : 'appointments-on-date';
      const whole = summaryOf(await eachDay(salonDays(first, until).map(stepOn), run, asks));
      return { ...whole, blockId: stepOn(whole.date).blockId };
    },
    /** Blocks a date again under the same id, unless another booking was made there since it was opened. */
    blockAgain: (blockId: string, former: FormerBlock, run: CommandRun) =>
      onBlocked(blockId, { kind: 'BlockDateAgain', blockId, ...former }, run),
    changeReason: (blockId: string, reason: string, run: CommandRun) =>
      onBlocked(blockId, { kind: 'ChangeDateBlockReason', blockId, reason }, run),
    unblockDate: (blockId: string, run: CommandRun) =>
      onBlocked(blockId, { kind: 'UnblockDate', blockId }, run),
  };
}

export type BlockedDateCommands = ReturnType<typeof createBlockedDateCommands>;
