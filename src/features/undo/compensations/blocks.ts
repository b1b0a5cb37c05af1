import type { RecordedEvent } from '../../../eventsourcing/event-store.ts';
import { ERASED, upcast } from '../../../eventsourcing/event-types.ts';
import type { CommandRun } from '../../../eventsourcing/streams/event-streams.ts';
import { refuse } from '../../../http/refusal.ts';
import { agendaEventTypes } from '../../booking/agenda/events.ts';
import { type Done, eventsBefore, type Undoing } from './compensation.ts';

/** The commands on blocked dates by which others are undone. */
export interface BlockUndoCommands {
  unblockDate(blockId: string, run: CommandRun): Promise<Done>;
  blockAgain(
    blockId: string,
    former: { readonly reason: string; readonly slotIds: ReadonlySet<string> },
    run: CommandRun,
  ): Promise<Done>;
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

/** The reason of the block that stood after these events of its day. */
function reasonAfter(events: readonly RecordedEvent[]): string {
  for (const recorded of events.toReversed()) {
    const { type, data } = upcast(recorded, agendaEventTypes);
    if (type === 'DateBlocked' || type === 'BlockReasonChanged')
      return data.personal === ERASED ? '' : data.personal.reason;
  }
  return '';
}

/** Undoes that a date was blocked, or that it was opened again. */
export function undoOnBlock(commands: BlockUndoCommands, undoing: Undoing): Promise<Done> {
  const event = upcast(undoing.command[0], agendaEventTypes);
  switch (event.type) {
    case 'DateBlocked':
      return commands.unblockDate(event.data.blockId, undoing.run);
    case 'DateUnblocked': {
      const reason = reasonAfter(eventsBefore(undoing));
      return commands.blockAgain(
        event.data.blockId,
        { reason, slotIds: slotsTakenThen(undoing) },
        undoing.run,
      );
    }
    default:
      throw refuse('not-undoable');
  }
}
