import type { Pool } from 'pg';
import { ADVISORY_LOCKS } from '../../src/adapters/postgres/advisory-locks.ts';
import { deadlineIn, withinDeadline } from '../../src/eventsourcing/async/deadline.ts';
import { retrying } from '../../src/eventsourcing/async/retrying.ts';
import { StoreUnavailable } from '../../src/eventsourcing/event-store.ts';

/** Another process has the lock. */
class LockTaken extends Error {
  override readonly name = 'LockTaken';
}

/** The longest time between two tries of a standby to take over. */
const TRY_AGAIN_MS = 750;

/**
 * The connection of a killed process is closed, which releases the lock. That of a machine that vanishes isn't, and by
 * default the server would keep the lock for two hours.
 */
const KEEP_ALIVE = `
  set tcp_keepalives_idle = 2; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 2`;

/** The connection may be dead, and the next try must not wait long for the unlocking. */
const UNLOCK_MS = 1_000;

/**
 * Runs the work while this process holds the database's only projector lock. Other processes wait here as standbys. One of
 * them gets the lock when this one ends or loses its connection; in the latter case the work is aborted.
 *
 * @param standby called each time another process turns out to have the lock
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
    const policy = {
      firstMs: TRY_AGAIN_MS,
      longestMs: TRY_AGAIN_MS,
      retries: (error: unknown) => error instanceof LockTaken,
      onRetry: standby,
    };
    const isHeld = await retrying(signal, policy, async () => {
      const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
        ADVISORY_LOCKS.projector,
      ]);
      if (!rows[0]?.held) throw new LockTaken();
      return true;
    });
    if (!isHeld) return;
    await work(AbortSignal.any([signal, lost.signal]));
    if (lost.signal.aborted)
      throw new StoreUnavailable('Postgres lost the connection that holds the projector lock');
  } finally {
    client.off('error', lose);
    client.off('end', lose);
    const unlocked = client.query('select pg_advisory_unlock_all()');
    const isUnlocked = await withinDeadline(deadlineIn(UNLOCK_MS), unlocked).then(
      () => true,
      () => false,
    );
    // The lock belongs to the session, so a connection that can't release it is closed.
    client.release(!isUnlocked);
  }
}
