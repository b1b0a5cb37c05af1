import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { defer, share, takeUntil } from 'rxjs';
import type { LiveChange } from '../../../src/contracts/live.ts';
import { aborted } from '../../../src/eventsourcing/async/aborted.ts';
import { retrying } from '../../../src/eventsourcing/async/retrying.ts';
import type { Position } from '../../../src/eventsourcing/event-store.ts';
import { wirePosition } from '../../../src/http/operation/projected.ts';
import type { ProjectedPositions } from '../../engine/positions/projected-positions.ts';
import { history } from '../projection.ts';
import type { ChangesBetween } from './changes.ts';
import { createMailbox, type Mailbox } from './mailbox.ts';

interface HubDeps {
  readonly changesBetween: ChangesBetween;
  readonly positions: Pick<ProjectedPositions, 'reached' | 'advanced'>;
  readonly logger: Pick<Logger, 'warn'>;
  /** Aborted when the service stops. */
  readonly ending: AbortSignal;
}

/**
 * Tells many readers what has changed, with one query for all of them. A tab that hears of position p asks with after=p, so other
 * read models need not have reached p yet.
 */
export interface LiveHub {
  /**
   * @param after begins after this position if the read model is beyond it, else where the read model is
   * @param signal ends it
   * @returns where it begins, and the mailbox
   */
  join(
    after: Position | undefined,
    signal: AbortSignal,
  ): Promise<{ readonly position: Position; readonly mailbox: Mailbox }>;
}

/** Between two queries, in milliseconds: what happens meanwhile in a busy log is told together. */
const TELL_EVERY_MS = 50;

const RETRYING = { firstMs: 100, longestMs: 5_000, retries: () => true };

/** The changes up to a position, after the news before; null for more than can be told one by one. */
interface News {
  readonly changes: readonly LiveChange[] | null;
  readonly position: Position;
}

export function createLiveHub({ changesBetween, positions, logger, ending }: HubDeps): LiveHub {
  const onRetry = (err: unknown) => logger.warn({ err }, 'Live updates have to wait.');

  /** It also yields when nothing has changed, because a generator can only be ended at a `yield`. */
  async function* read(): AsyncGenerator<News> {
    let position = await positions.reached(history.name);
    while (!ending.aborted) {
      const [from, reached] = [position, await positions.advanced(history.name, position)];
      const query = async () => (reached > from ? changesBetween(from, reached) : []);
      const changes = await retrying(ending, { ...RETRYING, onRetry }, query);
      if (changes === undefined) return;
      position = reached;
      yield { changes, position };
      await sleep(TELL_EVERY_MS);
    }
  }

  /** Read once for all who listen, as long as anybody does. */
  const news = defer(read).pipe(share());

  return {
    async join(after, signal) {
      const mailbox = createMailbox();
      news
        .pipe(takeUntil(aborted(signal)))
        .subscribe(({ changes, position }) => mailbox.put(changes, position));
      // The subscription came first, so it gets every change after this position.
      const now = await positions.reached(history.name);
      const position = after !== undefined && after < now ? after : now;
      if (position < now) mailbox.put(await changesBetween(position, now), now);
      return { position: wirePosition(position), mailbox };
    },
  };
}
