import type { Pool } from 'pg';
import type { EventLog } from '../../src/adapters/event-log/event-log.ts';
import { StartupError } from '../../src/adapters/startup-error.ts';

/**
 * Makes sure that rows and checkpoints in this database come from this very log: beside another one they would be
 * wrong without a sign, and some readers would wait for a position that never comes. A log is known by its kind,
 * on which its positions depend, and by when the first event of a stream was recorded that every log has.
 * The log of a new salon is noted as soon as it has any.
 *
 * @throws StartupError in one line when the database goes with another log, or with this one before it was emptied
 */
export async function assertSameLog(
  pool: Pool,
  log: Pick<EventLog, 'kind' | 'read'>,
  firstStream: string,
): Promise<void> {
  const [first] = await log.read(firstStream);
  const identity = first && `${log.kind} since ${first.metadata.at}`;
  const { rows } = await pool.query<{ identity: string }>('select identity from read.log');
  const known = rows[0]?.identity;
  if (known !== undefined && known !== identity) {
    throw new StartupError(
      `This database goes with another event log (${known}) than the settings name (${identity ?? `${log.kind}, empty`}): see the runbook.`,
    );
  }
  if (known === undefined && identity !== undefined) {
    await pool.query('insert into read.log (identity) values ($1) on conflict do nothing', [identity]);
  }
}
