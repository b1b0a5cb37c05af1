import type { Pool } from 'pg';
import { deadlineIn, withinDeadline } from '../../src/eventsourcing/deadline.ts';
import { retrying } from '../../src/eventsourcing/retrying.ts';
import { ADVISORY_LOCKS } from './registry.ts';

/** Another process has the lock. */
class LockTaken extends Error {
  override readonly name = 'LockTaken';
}

/** How soon a standby takes over at the latest. */
const ASK_AGAIN_MS = 750;

/**
 * A process that is killed closes its connection, and the lock is free. A machine that vanishes closes nothing, and
 * by default the server would keep the lock for two hours.
 */
const KEEP_ALIVE = `
  set tcp_keepalives_idle = 2; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 2`;

/** Whatever ended the work may have taken the connection with it, and the next round waits for this one. */
const GIVE_BACK_MS = 1_000;

/**
 * Runs the work while this process holds the database's one projector lock. Another process waits here as a
 * standby; the lock falls to it when this one ends or loses its connection, in which case the work is aborted.
 *
 * @param standby called each time that another process is found to have it
 */
export async function withProjectorLock(
  pool: Pool,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
  standby: () => void,
): Promise<void> {
  const client = await pool.connect();
  const lost = new AbortController();
  const lose = () => lost.abort();
  client.on('error', lose);
  client.on('end', lose);
  try {
    await client.query(KEEP_ALIVE);
    const asking = {
      firstMs: ASK_AGAIN_MS,
      longestMs: ASK_AGAIN_MS,
      retries: (error: unknown) => error instanceof LockTaken,
      onRetry: standby,
    };
    const isHeld = await retrying(signal, asking, async () => {
      const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
        ADVISORY_LOCKS.projector,
      ]);
      if (!rows[0]?.held) throw new LockTaken();
      return true;
    });
    if (!isHeld) return;
    await work(AbortSignal.any([signal, lost.signal]));
    if (lost.signal.aborted) throw new Error('the connection that holds the projector lock was lost');
  } finally {
    client.off('error', lose);
    client.off('end', lose);
    const givenBack = client.query('select pg_advisory_unlock_all()');
    const isFree = await withinDeadline(deadlineIn(GIVE_BACK_MS), givenBack).then(
      () => true,
      () => false,
    );
    // A lock belongs to its session: one that can't give it back is ended.
    client.release(!isFree);
  }
}
