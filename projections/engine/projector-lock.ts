import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { deadlineIn, withinDeadline } from '../../src/eventsourcing/deadline.ts';
import { ADVISORY_LOCKS } from './registry.ts';

const RETRY_MS = 500;

/**
 * A process that is killed closes its connection and the lock is free. A machine that vanishes closes nothing, and
 * by default the server would hold its lock for two hours.
 */
const NOTICE_DEATH = `
  set tcp_keepalives_idle = 2; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 2`;

/** Whatever ended the work may have taken the connection with it, and the next round waits for this one. */
const GIVE_BACK_MS = 1_000;

/**
 * Runs the work while this process holds the database's one projector lock. Another process waits here as a
 * standby; the lock falls to it when this one ends or loses its connection, in which case the work is aborted.
 *
 * @param standby told when another process has it
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
    await client.query(NOTICE_DEATH);
    for (;;) {
      if (signal.aborted) return;
      const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
        ADVISORY_LOCKS.projector,
      ]);
      if (rows[0]?.held) break;
      standby();
      await sleep(RETRY_MS * (0.5 + Math.random()), undefined, { signal }).catch(() => {});
    }
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
