import { undo } from '../../contracts/history/undo.ts';
import type { Mount } from '../../http/operation/operation.ts';
import type { UndoCommand } from './undo.ts';

interface UndoRoutesDeps {
  readonly on: Mount;
  readonly undoEvent: UndoCommand;
}

/** The route by which staff undo what they, or other staff, did. */
export function undoRoutes({ on, undoEvent }: UndoRoutesDeps): void {
  on(undo, async ({ caller: { role }, body: { event_id }, run }) => ({
    body: await undoEvent(event_id, run, role),
  }));
}
