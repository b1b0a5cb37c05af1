import type { RecordedEvent } from '../../../eventsourcing/event-store.ts';
import { upcast } from '../../../eventsourcing/event-types.ts';
import type { CommandRun } from '../../../eventsourcing/streams/event-streams.ts';
import { refuse } from '../../../http/refusal.ts';
import { idOfCustomer, mergesEventTypes } from '../../customers/events.ts';
import { type Done, latestValue, type Undoing } from './compensation.ts';

/** The commands on customers by which others are undone. */
export interface CustomerUndoCommands {
  /** Gives a customer the card that they had after these events of their stream. */
  restoreCard(customerId: string, events: readonly RecordedEvent[], run: CommandRun): Promise<Done>;
  merge(from: string, into: string, run: CommandRun): Promise<Done>;
  split(customerId: string, mergeId: string, run: CommandRun): Promise<Done>;
}

/** Undoes a change of a customer's card. */
export const undoOnCard = (commands: CustomerUndoCommands, undoing: Undoing): Promise<Done> =>
  commands.restoreCard(idOfCustomer(undoing.stream), undoing.before, undoing.run);

/** Undoes a merge of customers, or a split. */
export function undoOnMerges(
  commands: CustomerUndoCommands,
  { events, command, run }: Undoing,
): Promise<Done> {
  const event = upcast(command[0], mergesEventTypes);
  if (event.type === 'CustomersMerged') return commands.split(event.data.from, event.data.mergeId, run);
  if (event.type !== 'CustomersSplit') throw refuse('not-undoable');
  const { mergeId } = event.data;
  const merge = latestValue(events, mergesEventTypes, ({ type, data }) =>
    type === 'CustomersMerged' && data.mergeId === mergeId ? data : undefined,
  );
  if (!merge) throw new Error(`the merge ${mergeId} was never made`);
  return commands.merge(merge.from, merge.into, run);
}
