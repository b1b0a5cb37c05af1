import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestDatabase } from '../server/postgres.ts';

/** What the personal parts and the private links of the first release's database were made with. */
export const FIRST_RELEASE_SECRET_KEY = 'the secret of the first release, kept for tests';

/** The moment at which it was stopped, by its own clock. */
export const FIRST_RELEASE_STOPPED = new Date('2026-11-20T22:05:00Z');

/** A line of `rows.ndjson`. */
interface StoredLine {
  readonly table: string;
  readonly row: Readonly<Record<string, unknown>>;
}

/** Everything in the fixture, in the order of the file: events in the order of the feed. */
export async function firstReleaseRows(): Promise<readonly StoredLine[]> {
  const lines = (await readFile(join(import.meta.dirname, 'rows.ndjson'), 'utf8')).trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

/**
 * Fills an empty database with what the first release left in its data folder after an afternoon: fourteen
 * services, a dozen bookings (moved, cancelled, reinstated, completed, deleted with its key shredded), holds, blocked
 * dates, and a slot that no booking has claimed yet.
 *
 * The rows keep their transaction ids, on which positions and so all checkpoints rest. A server that restores them
 * counts its own transactions from some other number: were that a lower one, the feed would hold every event back
 * until it gets there, and new events would come before the old ones. So the ids up to the last event's are used up
 * first, as the restore of a real backup would have to.
 */
export async function restoreFirstRelease({ pool }: TestDatabase): Promise<void> {
  await pool.query(await readFile(join(import.meta.dirname, 'tables.sql'), 'utf8'));
  const byTable = Map.groupBy(await firstReleaseRows(), ({ table }) => table);
  for (const [table, lines] of byTable) {
    await pool.query(
      `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(lines.map(({ row }) => row))],
    );
  }
  await pool.query(
    "select setval(pg_get_serial_sequence('log.events', 'global_position'), (select max(global_position) from log.events))",
  );
  for (let used = false; !used; ) {
    const { rows } = await pool.query<{ used: boolean }>(
      'select pg_current_xact_id() > (select max(tx) from log.events) as used',
    );
    used = rows[0]?.used ?? true;
  }
}
