import { untilAborted } from '../eventsourcing/async/until-aborted.ts';
import type { LiveProjections } from '../eventsourcing/streams/live-projection.ts';

/** How long the answer to a change waits until this process shows it. */
const SHOWN_WITHIN_MS = 1_000;

/** Waits until this process shows what was saved up to a position, but not for long. */
export const shownBy =
  (followed: Pick<LiveProjections, 'changed' | 'changedAt'>) =>
  async (position: string): Promise<void> => {
    const late = AbortSignal.timeout(SHOWN_WITHIN_MS);
    while (followed.changedAt() < position && !late.aborted) {
      const changed = followed.changed();
      // It may have changed just before.
      if (followed.changedAt() < position) await untilAborted(changed, late);
    }
  };
