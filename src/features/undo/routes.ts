import type { Role } from '../../contracts/accounts/roles.ts';
import type { HistoryEntry } from '../../contracts/history/history.ts';
import { undo } from '../../contracts/history/undo.ts';
import type { Mount } from '../../http/operation/operation.ts';
import { refuse } from '../../http/refusal.ts';
import type { UndoCommand } from './undo.ts';

interface UndoRoutesDeps {
  readonly on: Mount;
  readonly undoEvent: UndoCommand;
  /** The entry that tells of the command that was answered with a position; undefined if there is none. */
  entryAt(position: string, role: Role): Promise<HistoryEntry | undefined>;
}

/** The route by which staff undo what they, or other staff, did. */
export function undoRoutes({ on, undoEvent, entryAt }: UndoRoutesDeps): void {
  on(undo, async ({ caller, body: { event_id, position }, run }) => {
    const entry = position === undefined ? undefined : await entryAt(position, caller.role);
    const eventId = event_id ?? entry?.id;
    if (eventId === undefined) throw refuse('event-not-found');
    return { body: { ...(await undoEvent(eventId, run, caller)), ...(entry && { entry }) } };
  });
}
