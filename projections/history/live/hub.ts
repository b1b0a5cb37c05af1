import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { retrying } from '../../../src/eventsourcing/async/retrying.ts';
import { LOG_START, type Position } from '../../../src/eventsourcing/event-store.ts';
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
   * @param after begins after this position if it lies before what was told, else at what was told
   * @returns where it begins, and the mailbox
   */
  join(after: Position | undefined): Promise<{ readonly position: Position; readonly mailbox: Mailbox }>;
  leave(mailbox: Mailbox): void;
}

/** Between two queries, in milliseconds: what happens meanwhile in a busy log is told together. */
const TELL_EVERY_MS = 50;

const RETRYING = { firstMs: 100, longestMs: 5_000, retries: () => true };

/** Reads what has changed whenever the read model has moved on, as long as anybody wants to know. */
export function createLiveHub({ changesBetween, positions, logger, ending }: HubDeps): LiveHub {
  const mailboxes = new Set<Mailbox>();
  /** Everything up to here has been put into the mailboxes. */
  let told = LOG_START;
  let isRunning = false;

  const isWanted = () => mailboxes.size > 0 && !ending.aborted;

  async function tellOnce(from: Position): Promise<void> {
    const reached = await positions.advanced(history.name, from);
    if (reached <= from) return;
    const changes = await changesBetween(from, reached);
    for (const mailbox of mailboxes) mailbox.put(changes, reached);
    told = reached;
  }

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    const onRetry = (err: unknown) => logger.warn({ err }, 'Live updates have to wait.');
    try {
      await retrying(ending, { ...RETRYING, onRetry }, async (succeeded) => {
        while (isWanted()) {
          await tellOnce(told);
          succeeded();
          await sleep(TELL_EVERY_MS);
        }
      });
    } finally {
      isRunning = false;
    }
    // Somebody may have joined while it ended.
    if (isWanted()) void run();
  }

  return {
    async join(after) {
      // While nobody asked, nobody was told.
      if (!isRunning) {
        const now = await positions.reached(history.name);
        if (!isRunning) told = now;
      }
      const mailbox = createMailbox();
      mailboxes.add(mailbox);
      void run();
      const position = after !== undefined && after < told ? after : told;
      try {
        // What is told meanwhile comes into the mailbox too.
        if (position < told) mailbox.put(await changesBetween(position, told), told);
      } catch (error) {
        mailboxes.delete(mailbox);
        throw error;
      }
      return { position: wirePosition(position), mailbox };
    },
    leave: (mailbox) => void mailboxes.delete(mailbox),
  };
}
