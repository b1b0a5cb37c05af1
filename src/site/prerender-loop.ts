import type { Logger } from 'pino';
import { retrying } from '../eventsourcing/async/retrying.ts';
import { untilAborted } from '../eventsourcing/async/until-aborted.ts';
import { LOG_START, type Position } from '../eventsourcing/event-store.ts';

/** Tells when the content of the pages changes, and the positions of the read models from which it is read. */
export interface ContentChanges {
  /** Position of the latest event that may change a page. */
  changedAt(): Position;
  /** Resolves at the next such event. */
  changed(): Promise<void>;
  /**
   * Returns the position of each read model, once all have reached the given one, or after a short wait. Rejects while the database
   * can't be reached.
   */
  reached(position: Position): Promise<readonly Position[]>;
}

interface PrerenderLoopDeps {
  readonly changes: ContentChanges;
  /** Renders all pages again. */
  refresh(): Promise<void>;
  readonly logger: Logger;
  /** Ends the loop. */
  readonly signal: AbortSignal;
}

/** Thrown when the read models are late or a page could not be rendered, so that it is tried again. */
class PagesNotCurrent extends Error {}

/** While read models are late, they are checked less and less often. Meanwhile the older pages are served. */
const CHECKING = {
  firstMs: 250,
  longestMs: 10_000,
  retries: (error: unknown) => error instanceof PagesNotCurrent,
};

/**
 * Renders the pages once, then again whenever their content has changed, until the signal aborts.
 *
 * @returns after the first rendering; `ended` resolves when the loop has ended
 */
export async function startPrerendering({
  changes,
  refresh,
  logger,
  signal,
}: PrerenderLoopDeps): Promise<{ readonly ended: Promise<void> }> {
  /** The read models' positions when the pages were last rendered; undefined after a failure. */
  let rendered: string | undefined;

  async function render(reached: readonly Position[]): Promise<void> {
    try {
      await refresh();
      rendered = reached.join();
    } catch (error) {
      rendered = undefined;
      logger.warn({ err: error }, 'A page could not be rendered; its last version stays.');
    }
  }

  /** Renders if the read models have moved on since the last time, even if they are still late. @returns whether the pages are current */
  async function renderAt(position: Position): Promise<boolean> {
    // A failure here must not end the process, since the database may be unreachable for a while.
    const reached = await changes.reached(position).catch(() => undefined);
    // A read model that hasn't read any event yet may not even have its tables.
    if (reached === undefined || reached.includes(LOG_START)) return false;
    // A read model may have stopped for days. If no read model has moved on, there is nothing new to render.
    if (rendered !== reached.join()) await render(reached);
    return rendered !== undefined && reached.every((one) => one >= position);
  }

  const keepCurrent = () =>
    retrying(signal, CHECKING, async (succeeded) => {
      while (!signal.aborted) {
        const changed = changes.changed();
        if (!(await renderAt(changes.changedAt()))) throw new PagesNotCurrent();
        succeeded();
        await untilAborted(changed, signal);
      }
    });

  await renderAt(changes.changedAt());
  return { ended: keepCurrent() };
}
