import type { RecordedEvent } from '../../../eventsourcing/event-store.ts';
import { ERASED, upcast } from '../../../eventsourcing/event-types.ts';
import type { CommandRun } from '../../../eventsourcing/streams/event-streams.ts';
import { refuse } from '../../../http/refusal.ts';
import type { SalonDate } from '../../../salon/salon-time.ts';
import type { Interval } from '../../../salon/slots.ts';
import { type AgendaEvent, agendaEventTypes, parseAgendaId } from '../../booking/agenda/events.ts';
import { type Done, eventsBefore, type Undoing } from './compensation.ts';

/** What a block was like before it was removed or moved. */
interface FormerBlock {
  /** Slots that were taken on the day then. */
  readonly slotIds: ReadonlySet<string>;
}

/** The commands on days by which others are undone. */
export interface DayUndoCommands {
  readonly dates: {
    unblockDate(blockId: string, run: CommandRun): Promise<Done>;
    blockAgain(
      blockId: string,
      former: FormerBlock & { readonly reason: string },
      run: CommandRun,
    ): Promise<Done>;
    changeReason(blockId: string, reason: string, run: CommandRun): Promise<Done>;
  };
  readonly times: {
    unblock(blockId: string, run: CommandRun): Promise<Done>;
    blockAgain(
      blockId: string,
      former: FormerBlock & { readonly reason: string },
      run: CommandRun,
    ): Promise<Done>;
    changeBack(
      blockId: string,
      former: FormerBlock & { readonly times?: Interval | undefined; readonly reason?: string | undefined },
      run: CommandRun,
    ): Promise<Done>;
  };
  /** Each refuses if it would leave appointments outside the hours. */
  readonly hours: {
    set(hours: { date: SalonDate; windows: readonly Interval[] }, run: CommandRun): Promise<Done>;
    clear(date: SalonDate, run: CommandRun): Promise<Done>;
  };
}

/** The slots that are taken on a day after these events of it. */
function takenAfter(events: readonly RecordedEvent[]): ReadonlySet<string> {
  const taken = new Set<string>();
  for (const recorded of events) {
    const { type, data } = upcast(recorded, agendaEventTypes);
    if (type === 'SlotTaken') taken.add(data.slotId);
    if (type === 'SlotReleased') taken.delete(data.slotId);
  }
  return taken;
}

/** The slots that were taken on the day when the command was applied. */
export const slotsTakenThen = (undoing: Undoing): ReadonlySet<string> => takenAfter(eventsBefore(undoing));

/** The reason of a block after these events of its day. */
function reasonAfter(blockId: string, events: readonly RecordedEvent[]): string {
  for (const recorded of events.toReversed()) {
    const { type, data } = upcast(recorded, agendaEventTypes);
    const hasReason = type === 'DateBlocked' || type === 'TimeBlocked' || type === 'BlockReasonChanged';
    if (hasReason && data.blockId === blockId) return data.personal === ERASED ? '' : data.personal.reason;
  }
  return '';
}

/** The times of a blocked part of the day after these events; undefined if it was never blocked. */
function timesAfter(blockId: string, events: readonly RecordedEvent[]): Interval | undefined {
  for (const recorded of events.toReversed()) {
    const { type, data } = upcast(recorded, agendaEventTypes);
    const hasTimes = type === 'TimeBlocked' || type === 'BlockedTimeMoved';
    if (hasTimes && data.blockId === blockId) return { start: data.start, end: data.end };
  }
  return undefined;
}

/** The time that a blocked part of the day has again once a command on it is undone; undefined if it has none. */
export function timeBlockedAgain(undoing: Undoing): Interval | undefined {
  const event = upcast(undoing.command[0], agendaEventTypes);
  const isAgain = event.type === 'TimeUnblocked' || event.type === 'BlockedTimeMoved';
  return isAgain ? timesAfter(event.data.blockId, eventsBefore(undoing)) : undefined;
}

/** The date's own hours after these events; null where the weekly hours apply. */
function hoursAfter(events: readonly RecordedEvent[]): readonly Interval[] | null {
  for (const recorded of events.toReversed()) {
    const { type, data } = upcast(recorded, agendaEventTypes);
    if (type === 'DayHoursSet') return data.windows;
    if (type === 'DayHoursCleared') return null;
  }
  return null;
}

/** Undoes what staff decided about a day: its blocks and its hours. */
export function undoOnDay({ dates, times, hours }: DayUndoCommands, undoing: Undoing): Promise<Done> {
  const { stream, run } = undoing;
  const event = upcast(undoing.command[0], agendaEventTypes);
  const before = eventsBefore(undoing);
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
      const windows = hoursAfter(before);
      return windows === null ? hours.clear(date, run) : hours.set({ date, windows }, run);
    }
    default:
      throw refuse('not-undoable');
  }
}
