import { derivedId } from '../../../eventsourcing/identity.ts';
import type { CommandRun } from '../../../eventsourcing/streams/event-streams.ts';
import type { Blocking } from '../../../salon/parts.ts';
import { lastRepeat, repeatedDates } from '../../../salon/repeated-dates.ts';
import { type SalonDate, salonDays } from '../../../salon/salon-time.ts';
import type { Interval } from '../../../salon/slots.ts';
import { broken } from '../../rule-broken.ts';
import { dayClocks } from './checks.ts';
import { datedId, dateOfId } from './dated-id.ts';
import type { DayCommand, FormerBlock, FormerChange, KnownBookings } from './day-decisions.ts';
import type { AgendaDeps } from './decider.ts';
import { type BlockResult, createEachDay, runOnDay, summaryOf } from './each-day.ts';
import { agendaStream } from './events.ts';
import type { BlockedTime } from './state.ts';

interface TimeToBlock extends Interval, KnownBookings {
  readonly date: SalonDate;
  /** The stylist; left out for everybody. */
  readonly resource?: string | undefined;
  readonly reason: string;
  /** The last date of a block that repeats. */
  readonly repeatUntil?: SalonDate | undefined;
  /** The weekdays of a block that repeats; its first date's own when left out. */
  readonly weekdays?: readonly number[] | undefined;
}

/** Commands by which staff block a part of a day, such as a lunch, and open it again. Bookings that are there stay. */
export function createBlockedTimeCommands({ agendas, ...time }: AgendaDeps) {
  const clockOn = dayClocks(time);
  const eachDay = createEachDay(agendas);

  async function on(
    blockId: string,
    commandOn: (date: SalonDate) => DayCommand,
    run: CommandRun,
  ): Promise<BlockResult> {
    const date = dateOfId(blockId);
    if (date === null) throw broken('blocked-time-not-found');
    return { ...(await runOnDay(agendas, date, () => commandOn(date), run)), blockId };
  }

  /** A block, also one that is open again: a retry finds it opened already. Null if it was never there. */
  async function everBlocked(blockId: string): Promise<BlockedTime | null> {
    const date = dateOfId(blockId);
    if (date === null) return null;
    return agendas.read(
      agendaStream(date),
      ({ state: { blockedTimes, unblockedTimes } }) =>
        blockedTimes.get(blockId) ?? unblockedTimes.get(blockId) ?? null,
    );
  }

  /** The blocks of a series from one of them on, also those that are open again. Their ids follow from the series and their dates. */
  async function fromOnInSeries(blockId: string): Promise<readonly { date: SalonDate; blockId: string }[]> {
    const date = dateOfId(blockId);
    if (date === null) return [];
    const { seriesId = null } = (await everBlocked(blockId)) ?? {};
    if (seriesId === null) return [];
    const series: { date: SalonDate; blockId: string }[] = [];
    for (const on of salonDays(date, lastRepeat(date))) {
      const id = datedId('block', seriesId, on);
      const isThere = await agendas.read(
        agendaStream(on),
        ({ state: { blockedTimes, unblockedTimes } }) => blockedTimes.has(id) || unblockedTimes.has(id),
      );
      if (isThere) series.push({ date: on, blockId: id });
    }
    return series;
  }

  return {
    clockOn,

    /** Blocks a part of a day, and the same part of other days up to a date if it repeats. */
    async block(request: TimeToBlock, run: CommandRun): Promise<BlockResult> {
      const { date: first, repeatUntil, weekdays, resource, start, end, reason } = request;
      const { acknowledged, completed } = request;
      const { commandId } = run.context;
      const commandOn = (date: SalonDate, blockId: string, seriesId?: string): DayCommand => ({
        kind: 'BlockTime',
        blockId,
        seriesId,
        resource,
        start,
        end,
        reason,
        acknowledged,
        completed,
        clock: clockOn(date),
      });
      if (repeatUntil === undefined) {
        const blockId = datedId('block', commandId, first);
        return on(blockId, (date) => commandOn(date, blockId), run);
      }
      const seriesId = derivedId('series', commandId);
      const idOn = (date: SalonDate) => datedId('block', seriesId, date);
      const steps = repeatedDates(first, repeatUntil, weekdays).map((date) => ({
        date,
        blockId: idOn(date),
        command: () => commandOn(date, idOn(date), seriesId),
      }));
      const whole = summaryOf(await eachDay(steps, run, acknowledged ? null : 'appointments-on-date'));
      return { ...whole, blockId: idOn(whole.date) };
    },

    /** Gives a blocked time other times, another reason, or both. */
    change: (
      blockId: string,
      change: KnownBookings & {
        readonly times?: Interval | undefined;
        readonly reason?: string | undefined;
      },
      run: CommandRun,
    ): Promise<BlockResult> =>
      on(blockId, (date) => ({ kind: 'ChangeBlockedTime', blockId, ...change, clock: clockOn(date) }), run),

    /** The present time of a block; null if it isn't there. */
    timeOf: async (blockId: string): Promise<Blocking | null> => {
      const date = dateOfId(blockId);
      if (date === null) return null;
      return agendas.read(agendaStream(date), ({ state }) => state.blockedTimes.get(blockId) ?? null);
    },

    /** The stylist of a block, also of one that is open again; undefined for everybody's, or if it was never there. */
    stylistOf: async (blockId: string): Promise<string | undefined> => (await everBlocked(blockId))?.resource,

    unblock: (blockId: string, run: CommandRun): Promise<BlockResult> =>
      on(blockId, () => ({ kind: 'UnblockTime', blockId }), run),

    /** Opens a blocked time and, if it repeats, those of its series that come after it. */
    async unblockFollowing(blockId: string, run: CommandRun): Promise<BlockResult> {
      const series = await fromOnInSeries(blockId);
      if (series.length === 0) return on(blockId, () => ({ kind: 'UnblockTime', blockId }), run);
      const steps = series.map((block) => ({
        ...block,
        command: (): DayCommand => ({ kind: 'UnblockTime', blockId: block.blockId }),
      }));
      const outcomes = await eachDay(steps, run, null);
      // Some of it may have been opened before.
      const found = outcomes.filter(({ refused }) => refused !== 'blocked-time-not-found');
      if (found.length === 0) throw broken('blocked-time-not-found');
      const whole = summaryOf(found);
      return { ...whole, blockId: whole.blockId ?? blockId };
    },

    /** Undoes that a time was opened, unless somebody else was given a time there since. */
    blockAgain: (blockId: string, former: FormerBlock, run: CommandRun): Promise<BlockResult> =>
      on(blockId, () => ({ kind: 'BlockTimeAgain', blockId, ...former }), run),

    /** Undoes a change of a blocked time, unless somebody else was given a time where it was. */
    changeBack: (blockId: string, former: FormerChange, run: CommandRun): Promise<BlockResult> =>
      on(blockId, () => ({ kind: 'ChangeBlockedTimeBack', blockId, ...former }), run),
  };
}

export type BlockedTimeCommands = ReturnType<typeof createBlockedTimeCommands>;
