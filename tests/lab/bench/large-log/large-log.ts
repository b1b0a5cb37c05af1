import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { startTwilioDouble } from '../../../support/messages/twilio-double.ts';
import type { HttpStage } from '../http/http.ts';
import { bareRead } from '../read-models/rebuild.ts';
import { inTurns, type Row, rowOf } from '../row.ts';
import { steadily } from '../steadily.ts';
import { runCommand } from './commands.ts';
import { surviveKills } from './killed.ts';
import { type Salon, startSalon } from './salon.ts';

/** About a million events and about a hundred thousand. Smaller ones for a look in between. */
const APPOINTMENTS = Number(process.env.BENCH_APPOINTMENTS ?? 205_000);
const TENTH = APPOINTMENTS / 10;
const ROUNDS = 3;
const READS_PER_SECOND = 10;
/** Of what ten times fewer events take. */
const MOST_MEMORY = 1.5;
/** Below this, a rebuild is over before its rate says anything. */
const FEWEST_EVENTS = 10_000;

/** While visitors look for times, of whom each gets an answer. */
async function whileRead<Result>(serviceUrl: string, work: () => Promise<Result>): Promise<Result> {
  const stop = new AbortController();
  const date = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  const read = async () => {
    const { status } = await fetch(`${serviceUrl}/api/availability?date=${date}&services=womens-haircut`);
    if (status !== 200) throw new Error(`a visitor was answered ${status}`);
  };
  const reading = steadily(READS_PER_SECOND, Number.POSITIVE_INFINITY, read, stop.signal);
  try {
    return await work();
  } finally {
    stop.abort();
    await reading;
  }
}

async function rebuilds(small: Salon, large: Salon): Promise<Row[]> {
  const rows: Row[] = [];
  for (const model of large.projections) {
    if ((await small.eventsOf(model)) < FEWEST_EVENTS) continue;
    const rateOf = (salon: Salon) => whileRead(salon.serviceUrl, () => salon.rate(model));
    const rounds = await inTurns(ROUNDS, { limit: () => rateOf(small), ours: () => rateOf(large) });
    const name = `rebuild of ${model.name} while the site is read, ${large.events} events beside ${small.events}`;
    rows.push(rowOf({ name, unit: 'events/s', required: 0.9 }, rounds));
  }
  return rows;
}

/** A table like the log's, which gets the log's events in the same statements, and nothing else is done. */
async function bareAppend(pool: Pool): Promise<number> {
  await pool.query('drop table if exists bare_events');
  await pool.query('create table bare_events (like log.events including all)');
  await pool.query('vacuum analyze bare_events');
  const batch = `
    select stream, revision, event_id, type, data, metadata, tx, global_position from log.events
    where (tx, global_position) > ($1::xid8, $2::bigint) order by tx, global_position limit 1000`;
  const insert = `
    insert into bare_events (stream, revision, event_id, type, data, metadata)
    select * from unnest($1::text[], $2::bigint[], $3::uuid[], $4::text[], $5::json[], $6::json[])`;
  let [after, events, seconds] = [['0', '0'], 0, 0];
  for (;;) {
    const { rows } = await pool.query({ text: batch, values: after });
    if (rows.length === 0) break;
    const column = (name: string) => rows.map((row) => row[name]);
    const json = (name: string) => rows.map((row) => JSON.stringify(row[name]));
    const values = [
      ...['stream', 'revision', 'event_id', 'type'].map(column),
      ...['data', 'metadata'].map(json),
    ];
    const began = performance.now();
    await pool.query({ name: 'bare-append', text: insert, values });
    seconds += (performance.now() - began) / 1_000;
    events += rows.length;
    after = [rows.at(-1).tx, rows.at(-1).global_position];
  }
  await pool.query('drop table bare_events');
  return events / seconds;
}

/** Backups and restores by the operator's commands, the start of their processes included. */
async function keeping(stage: HttpStage, small: Salon, large: Salon): Promise<Row[]> {
  const folder = await mkdtemp(join(stage.folder, 'backups-'));
  const memory = { backup: [] as number[], restore: [] as number[] };
  let number = 0;
  const backUp = async (salon: Salon) => {
    number += 1;
    const into = join(folder, String(number));
    return { into, ...(await runCommand('backup', salon.url, [into])) };
  };
  const restore = async (from: string) => {
    number += 1;
    return runCommand('restore', await stage.newDatabase(`restored_${number}`), [from]);
  };
  try {
    const ofSmall = await backUp(small);
    const smallRestore = await restore(ofSmall.into);
    let last = '';
    const backups = await inTurns(ROUNDS, {
      limit: () => bareRead(large.pool),
      ours: async () => {
        const { into, seconds, megabytes } = await backUp(large);
        if (last !== '') await rm(last, { recursive: true });
        last = into;
        memory.backup.push(megabytes);
        return large.events / seconds;
      },
    });
    const restores = await inTurns(ROUNDS, {
      limit: () => bareAppend(large.pool),
      ours: async () => {
        const { seconds, megabytes } = await restore(last);
        memory.restore.push(megabytes);
        return large.events / seconds;
      },
    });
    const seconds = { backup: ofSmall.seconds, restore: smallRestore.seconds };
    await surviveKills(small, stage.newDatabase, await mkdtemp(join(folder, 'killed-')), seconds);
    const flat = (what: string, of: readonly number[], limit: number) =>
      rowOf(
        { name: `${what}, most memory, beside ${small.events} events`, unit: 'MB', required: MOST_MEMORY },
        of.map((ours) => ({ limit, ours })),
      );
    return [
      rowOf({ name: `backup of ${large.events} events`, unit: 'events/s', required: 0.4 }, backups),
      flat(`backup of ${large.events} events`, memory.backup, ofSmall.megabytes),
      rowOf({ name: `restore of ${large.events} events`, unit: 'events/s', required: 0.4 }, restores),
      flat(`restore of ${large.events} events`, memory.restore, smallRestore.megabytes),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function memoryOfRebuild(small: Salon, large: Salon): Promise<Row> {
  const rounds = await inTurns(ROUNDS, {
    limit: async () => (await runCommand('replay', small.url, ['bookings'])).megabytes,
    ours: async () => (await runCommand('replay', large.url, ['bookings'])).megabytes,
  });
  const name = `rebuild of bookings, most memory, ${large.events} events beside ${small.events}`;
  return rowOf({ name, unit: 'MB', required: MOST_MEMORY }, rounds);
}

/**
 * A log of a million events beside one of a tenth: rebuilds of all read models while the site is read, backup and restore, also
 * killed ones. At the end every row is compared with a fresh rebuild.
 */
export async function benchLargeLog(stage: HttpStage): Promise<Row[]> {
  const provider = await startTwilioDouble();
  const small = await startSalon(stage, provider.url, 'a_tenth', TENTH);
  const large = await startSalon(stage, provider.url, 'large_log', APPOINTMENTS);
  try {
    const rows = [
      ...(await rebuilds(small, large)),
      await memoryOfRebuild(small, large),
      ...(await keeping(stage, small, large)),
    ];
    await large.compare();
    return rows;
  } finally {
    await small.stop();
    await large.stop();
    await provider.stop();
  }
}
