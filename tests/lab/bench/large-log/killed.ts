import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { createPool } from '../../../../src/adapters/postgres/pool.ts';
import { steadily } from '../steadily.ts';
import { killCommand, runCommand } from './commands.ts';

const KILLS = 10;
const BOOKINGS_PER_SECOND = 50;
const BOOKINGS_FIRST = 100;

/** Of every event of a log and its place among the others, but for its position. */
const LOG_HASH = `
  select count(*) as events, sum(hashtextextended(
    concat_ws(' ', place, stream, revision, event_id, type, data::text, metadata::text), 0)::numeric)::text as hash
  from (select *, row_number() over (order by tx, global_position) as place from log.events) e
  where place <= $1`;

interface Source {
  readonly url: string;
  readonly pool: Pool;
  book(): Promise<string>;
}

async function asPool<Result>(url: string, work: (pool: Pool) => Promise<Result>): Promise<Result> {
  const pool = createPool({ url, name: 'bench', max: 1, statementTimeoutMs: 0 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/** Backs up in the middle of bookings; the bookings that were acknowledged before. */
async function backUpBesideBookings({ url, book }: Source, into: string): Promise<readonly string[]> {
  const stop = new AbortController();
  const acknowledged: string[] = [];
  const enough = Promise.withResolvers<void>();
  const work = async () => {
    acknowledged.push(await book());
    if (acknowledged.length === BOOKINGS_FIRST) enough.resolve();
  };
  const booking = steadily(BOOKINGS_PER_SECOND, Number.POSITIVE_INFINITY, work, stop.signal);
  await enough.promise;
  const sure = [...acknowledged];
  await runCommand('backup', url, [into]);
  stop.abort();
  await booking;
  return sure;
}

/**
 * Kills backups and restores at random moments, repeats them, and compares. The last backup is made while visitors book.
 *
 * @param seconds that each takes
 * @throws Error when anything is lost
 */
export async function surviveKills(
  source: Source,
  newDatabase: (name: string) => Promise<string>,
  folder: string,
  seconds: { readonly backup: number; readonly restore: number },
): Promise<void> {
  for (let kill = 0; kill < KILLS; kill += 1) {
    const into = join(folder, `killed-${kill}`);
    await killCommand('backup', source.url, [into], Math.random() * seconds.backup);
  }
  const last = join(folder, 'beside-bookings');
  const sure = await backUpBesideBookings(source, last);
  for (const name of await readdir(folder)) {
    const isWhole = (await readdir(join(folder, name))).includes('manifest.json');
    if (!name.includes('.unfinished-') && !isWhole)
      throw new Error(`${name} looks like a backup and isn't whole`);
  }

  const target = await newDatabase('after_kills');
  for (let kill = 0; kill < KILLS; kill += 1)
    await killCommand('restore', target, [last], Math.random() * seconds.restore);
  // The last kill may have come after its end.
  await runCommand('restore', target, [last]).catch((error: Error) => {
    if (!error.message.includes('empty installation')) throw error;
  });
  const streams = sure.map((id) => `booking-${id}`);
  await asPool(target, async (pool) => {
    const ours = (await pool.query(LOG_HASH, [Number.MAX_SAFE_INTEGER])).rows[0];
    const theirs = (await source.pool.query(LOG_HASH, [ours.events])).rows[0];
    if (ours.hash !== theirs.hash) throw new Error('the restored log is another');
    const { rows } = await pool.query('select distinct stream from log.events where stream = any($1)', [
      streams,
    ]);
    if (rows.length !== streams.length) throw new Error('an acknowledged booking is not in the backup');
    const tables = await pool.query("select from read.log where identity like 'unfinished%'");
    if (tables.rows.length > 0) throw new Error('the restore is not finished');
  });
  console.log(
    `Killed ${KILLS} backups and ${KILLS} restores: all of the log and ${streams.length} bookings acknowledged before are there.`,
  );
}
