import type { RecordedEvent } from '../../../eventsourcing/event-store.ts';
import { ERASED, upcast } from '../../../eventsourcing/event-types.ts';
import type { CommandRun } from '../../../eventsourcing/streams/event-streams.ts';
import { refuse } from '../../../http/refusal.ts';
import type { Blocking } from '../../../salon/parts.ts';
import type { SalonDate } from '../../../salon/salon-time.ts';
import type { Interval } from '../../../salon/slots.ts';
import { type AgendaEvent, agendaEventTypes, parseAgendaId } from '../../booking/agenda/events.ts';
import { type Done, latestValue, type Undoing } from './compensation.ts';

/** The hours that a date has of its own, as they are recorded. */
type DayHours = Extract<AgendaEvent, { type: 'DayHoursSet' }>['data'];

interface TakenThen {
  /** Slots of the block's day that were taken when the block was removed or moved. */
  readonly slotIds: ReadonlySet<string>;
}

type BlockAgain = (
  blockId: string,
  former: TakenThen & { readonly reason: string },
  run: CommandRun,
) => Promise<Done>;

/** The commands on days by which others are undone. */
export interface DayUndoCommands {
  readonly dates: {
    unblockDate(blockId: string, run: CommandRun): Promise<Done>;
    readonly blockAgain: BlockAgain;
    changeReason(blockId: string, reason: string, run: CommandRun): Promise<Done>;
  };
  readonly times: {
    unblock(blockId: string, run: CommandRun): Promise<Done>;
    readonly blockAgain: BlockAgain;
    changeBack(
      blockId: string,
      former: TakenThen & { readonly times?: Interval | undefined; readonly reason?: string | undefined },
      run: CommandRun,
    ): Promise<Done>;
  };
  /** Both are refused if bookings would then be outside the hours. */
  readonly hours: {
    set(hours: DayHours & { date: SalonDate }, run: CommandRun): Promise<Done>;
    clear(of: { date: SalonDate; resource: string | undefined }, run: CommandRun): Promise<Done>;
  };
}

/** A slot that was taken, as its day's stream records it. */
export type SlotTaken = RecordedEvent & Extract<AgendaEvent, { type: 'SlotTaken' }>;

/** The slots that are taken on a day after these events of it, by their ids. */
export function takenAfter(events: readonly RecordedEvent[]): ReadonlyMap<string, SlotTaken> {
  const taken = new Map<string, SlotTaken>();
  for (const recorded of events) {
    const event = upcast(recorded, agendaEventTypes);
    if (event.type === 'SlotTaken') taken.set(event.data.slotId, event);
    if (event.type === 'SlotReleased') taken.delete(event.data.slotId);
  }
  return taken;
}

/** The slots that were taken on the day when the command was applied. */
export const slotsTakenThen = ({ before }: Undoing): ReadonlySet<string> =>
  new Set(takenAfter(before).keys());

/** The reason of a block after these events of its day. */
function reasonAfter(blockId: string, events: readonly RecordedEvent[]): string {
  const personal = latestValue(events, agendaEventTypes, ({ type, data }) => {
    const hasReason = type === 'DateBlocked' || type === 'TimeBlocked' || type === 'BlockReasonChanged';
    return hasReason && data.blockId === blockId ? data.personal : undefined;
  });
  return personal === undefined || personal === ERASED ? '' : personal.reason;
}

/** The times of a blocked part of the day after these events; undefined if it was never blocked. */
const timesAfter = (blockId: string, events: readonly RecordedEvent[]): Interval | undefined =>
  latestValue(events, agendaEventTypes, ({ type, data }) => {
    const hasTimes = type === 'TimeBlocked' || type === 'BlockedTimeMoved';
    return hasTimes && data.blockId === blockId ? { start: data.start, end: data.end } : undefined;
  });

/** The time that a blocked part of the day has again once a command on it is undone, and of whom; undefined if it has none. */
export function timeBlockedAgain(undoing: Undoing): Blocking | undefined {
  const event = upcast(undoing.command[0], agendaEventTypes);
  const isAgain = event.type === 'TimeUnblocked' || event.type === 'BlockedTimeMoved';
  if (!isAgain) return undefined;
  const { blockId } = event.data;
  const time = timesAfter(blockId, undoing.before);
  const blocked = latestValue(undoing.before, agendaEventTypes, ({ type, data }) =>
    type === 'TimeBlocked' && data.blockId === blockId ? data : undefined,
  );
  return time && { ...time, resource: blocked?.resource };
}

/** The hours that the salon, or a stylist, has of its own on the date after these events; null where the weekly ones apply. */
const hoursAfter = (events: readonly RecordedEvent[], resource: string | undefined): DayHours | null =>
  latestValue(events, agendaEventTypes, ({ type, data }) => {
    if (type === 'DayHoursSet') return data.resource === resource ? data : undefined;
    return type === 'DayHoursCleared' && data.resource === resource ? null : undefined;
  }) ?? null;

/** Undoes what staff decided about a day: its blocks and its hours. */
export function undoOnDay({ dates, times, hours }: DayUndoCommands, undoing: Undoing): Promise<Done> {
  const { stream, before, run } = undoing;
  const event = upcast(undoing.command[0], agendaEventTypes);
  const former = (blockId: string) => ({
    reason: reasonAfter(blockId, before),
    slotIds: slotsTakenThen(undoing),
  });
  switch (event.type) {
    case 'DateBlocked':
      return dates.unblockDate(event.data.blockId, run);
    case 'DateUnblocked':
      return dates.blockAgain(event.data.blockId, former(event.data.blockId), run);
    case 'TimeBlocked':
      return times.unblock(event.data.blockId, run);
    case 'TimeUnblocked':
      return times.blockAgain(event.data.blockId, former(event.data.blockId), run);
    case 'BlockedTimeMoved':
    case 'BlockReasonChanged': {
      const { blockId } = event.data;
      const { reason, slotIds } = former(blockId);
      const time = timesAfter(blockId, before);
      if (!time) return dates.changeReason(blockId, reason, run);
      const isChanged = (type: AgendaEvent['type']) => undoing.command.some((one) => one.type === type);
      const back = {
        times: isChanged('BlockedTimeMoved') ? time : undefined,
        reason: isChanged('BlockReasonChanged') ? reason : undefined,
      };
      return times.changeBack(blockId, { ...back, slotIds }, run);
    }
    case 'DayHoursSet':
    case 'DayHoursCleared': {
      const { date } = parseAgendaId(stream);
      const { resource } = event.data;
      const own = hoursAfter(before, resource);
      return own === null ? hours.clear({ date, resource }, run) : hours.set({ date, ...own }, run);
    }
    default:
      throw refuse('not-undoable');
  }
}
