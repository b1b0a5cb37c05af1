import type { RecordedEvent } from '../../../eventsourcing/event-store.ts';
import { upcast } from '../../../eventsourcing/event-types.ts';
import { derivedId } from '../../../eventsourcing/identity.ts';
import { newEvent } from '../../../eventsourcing/new-event.ts';
import { processContext } from '../../../eventsourcing/processes/process-context.ts';
import { appendMissing } from '../../../eventsourcing/streams/append-missing.ts';
import { MERGES, mergesEventTypes, REGISTRAR } from '../events.ts';
import type { ImportUndo } from './memory.ts';
import type { WriterDeps } from './write.ts';

/** One event names so many customers at most, since an append has a limit. */
const MOST_ERASED_AT_ONCE = 1_000;

/** Whether the log still has to say something of the undo, as far as the registrar has read it. */
export const isUnwritten = ({ erase, kept }: ImportUndo): boolean => erase.length > 0 || kept !== null;

const upcastAll = (events: readonly RecordedEvent[]) =>
  events.map((event) => upcast(event, mergesEventTypes));

/** The customers whom the undo of an import keeps; undefined if the log doesn't say yet. */
export function keptIn(events: readonly RecordedEvent[], importId: string): readonly string[] | undefined {
  for (const { type, data } of upcastAll(events))
    if (type === 'ImportUndoClosed' && data.importId === importId) return data.kept;
  return undefined;
}

/** Writes to the log who is erased because an import was undone, and then who is kept, each once. */
export function createUndoWriter({ log, now }: Pick<WriterDeps, 'log' | 'now'>) {
  function missing({ importId, erase, kept }: ImportUndo, events: readonly RecordedEvent[]) {
    const erased = new Set(
      upcastAll(events).flatMap(({ type, data }) => (type === 'CustomersErased' ? data.customerIds : [])),
    );
    const customerIds = erase.filter((id) => !erased.has(id)).slice(0, MOST_ERASED_AT_ONCE);
    if (customerIds.length > 0)
      return {
        event: { type: 'CustomersErased', data: { customerIds, importId } },
        discriminator: derivedId(...customerIds),
      };
    if (kept === null || keptIn(events, importId)) return undefined;
    return { event: { type: 'ImportUndoClosed', data: { importId, kept: [...kept] } } };
  }

  return async (undo: ImportUndo): Promise<void> => {
    let isDone = false;
    while (!isDone) {
      await appendMissing(log, MERGES, (events) => {
        const next = missing(undo, events);
        isDone = next === undefined;
        const cause = events.find(
          ({ type, data }) => type === 'ImportUndone' && data.importId === undo.importId,
        );
        const context = processContext(REGISTRAR, [undo.importId], cause);
        return next && newEvent({ ...next, stream: MERGES, types: mergesEventTypes, context, at: now() });
      });
    }
  };
}
