import { setTimeout as sleep } from 'node:timers/promises';
import type { Notification, Pool, PoolClient } from 'pg';
import type { Queryable } from '../../../src/adapters/postgres/pool.ts';
import { deadlineIn, withinDeadline } from '../../../src/eventsourcing/async/deadline.ts';
import { retrying } from '../../../src/eventsourcing/async/retrying.ts';
import type { Position } from '../../../src/eventsourcing/event-store.ts';
import { CHECKPOINTS_MOVED } from '../write.ts';
import { createProjectedPositions, type ProjectedPositions } from './projected-positions.ts';

interface FollowDeps {
  readonly pool: Pool;
  /** Returns the checkpoints by the read models' names. */
  read(db: Queryable): Promise<ReadonlyMap<string, Position>>;
}

/** How often the checkpoints are read, since a notification may be lost together with its connection. */
const READ_EVERY_MS = 1_000;
/** If the connection gives no answer for so long, it counts as dead. */
const ANSWER_WITHIN_MS = 2_000;
const RETRYING = { firstMs: 100, longestMs: 1_000, retries: () => true };

/**
 * Follows the checkpoints that the projector commits together with the rows, whichever process projects: its statement notifies every
 * process.
 *
 * @param signal ends it
 * @returns the positions as they are now, which then move on; `ended` settles when its connection is closed
 */
export async function followCheckpoints(
  { pool, read }: FollowDeps,
  signal: AbortSignal,
): Promise<{ readonly positions: ProjectedPositions; readonly ended: Promise<void> }> {
  const positions = createProjectedPositions();
  const { advance } = positions;
  advance(await read(pool));
  const onNotification = ({ payload = '' }: Notification) => {
    if (payload !== '') advance(Object.entries(JSON.parse(payload) as Record<string, Position>));
  };

  async function listen(client: PoolClient, succeeded: () => void): Promise<void> {
    client.on('notification', onNotification);
    try {
      await client.query(`listen ${CHECKPOINTS_MOVED}`);
      while (!signal.aborted) {
        advance(await withinDeadline(deadlineIn(ANSWER_WITHIN_MS), read(client)));
        succeeded();
        await sleep(READ_EVERY_MS, undefined, { signal }).catch(() => {});
      }
    } finally {
      client.off('notification', onNotification);
      // Closed, since a connection that goes back into the pool would go on listening.
      client.release(true);
    }
  }

  const ended = retrying(signal, RETRYING, async (succeeded) => listen(await pool.connect(), succeeded));
  return { positions, ended };
}
