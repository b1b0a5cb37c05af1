import { createHash, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Jobs, openJobs } from '../../src/adapters/jobs/jobs.ts';
import { createLogger } from '../../src/adapters/logger.ts';
import { withTransaction } from '../../src/adapters/postgres/pool.ts';
import { reminderIdOf } from '../../src/features/messages/events.ts';
import { createMessenger } from '../../src/features/messages/messenger.ts';
import { MESSAGE_LOOKS } from '../../src/features/messages/queue.ts';
import {
  findWaiting,
  messengerTables,
  postgresCauseRows,
  sweepCauses,
} from '../../src/features/messages/sending/cause-rows.ts';
import { createSendingSwitch } from '../../src/features/messages/sending/switch.ts';
import { recorded } from '../projections/events.ts';
import { moved, slot } from '../support/booking-facts.ts';
import { BOOKING_ID, messageRules } from '../support/message-facts.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

/** Ten thousand appointments to come, each with a reminder that waits. */
const PENDING = 10_000;
const NOW = new Date('2026-11-20T18:00:00Z');
const now = () => NOW;
const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000);

let database: TestDatabase;
let jobs: Jobs;
/** Statements that went to the database through the counting pool. */
const statements: string[] = [];
let pool: Pool;

const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement : (statement as { text: string }).text;

/** The pool, with each statement noted. */
function counting(inner: Pool): Pool {
  const noted = <Target extends { query: (...of: never[]) => unknown }>(target: Target): Target =>
    new Proxy(target, {
      get(of, name) {
        const value: unknown = Reflect.get(of, name);
        if (name === 'query')
          return (...args: never[]) => {
            statements.push(textOf(args[0]).trim());
            return of.query(...args);
          };
        if (name === 'connect') return async () => noted(await inner.connect());
        return typeof value === 'function' ? value.bind(of) : value;
      },
    });
  return noted(inner);
}

async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  statements.length = 0;
  await work();
  return statements.length;
}

beforeAll(async () => {
  database = await createTestDatabase();
  await database.migrate();
  pool = counting(database.pool);
  const logger = createLogger('silent', { write: () => {} });
  jobs = await openJobs({ pool: database.pool, queues: [MESSAGE_LOOKS], logger });
});
afterAll(async () => {
  await jobs.stop();
  await database.drop();
});

const tables = () => messengerTables({ jobs, home: 'here', now });
const sweep = () => sweepCauses({ pool, now }, jobs);
const addPending = () =>
  withTransaction(database.pool, async (tx) => {
    const rows = Array.from({ length: PENDING }, (_, n) => ({
      causeId: randomUUID(),
      bookingId: randomUUID(),
      lookAt: inDays(1 + (n % 300)),
    }));
    await tables().begin(tx, '');
    await tables().add(tx, rows);
  });

const messenger = () =>
  createMessenger({
    log: { read: async () => [] },
    appends: { append: async () => {}, appendMissing: async () => {} },
    tables: tables(),
    rules: messageRules,
    withMails: false,
  });
/** What a start does before texts leave. */
async function start(): Promise<void> {
  await createSendingSwitch(pool, now).settle('here');
  await withTransaction(pool, (tx) => messenger().load(tx));
  await sweep();
}
const checksum = async () => {
  const { rows } = await database.pool.query(
    'select event_id, look_at, ended_at from sent order by event_id',
  );
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
};

describe('ten thousand reminders that wait', () => {
  it('cost a start and a sweep not one statement more than none, and no look through them all', async () => {
    const [startAlone, sweepAlone] = [await statementsOf(start), await statementsOf(sweep)];
    await addPending();
    await database.pool.query('analyze sent');
    expect([await statementsOf(start), await statementsOf(sweep)]).toEqual([startAlone, sweepAlone]);
    const [sweeping] = statements.filter((text) => text.startsWith('update sent'));
    const { rows } = await database.pool.query(`explain (analyze, format json) ${sweeping}`, [NOW]);
    const plan = JSON.stringify(rows);
    expect(plan).toContain('"Index Name":"sent_to_look_at"');
    expect(await jobs.counts()).toContainEqual({ queue: MESSAGE_LOOKS.name, state: 'ready', count: 0 });
  });

  it('stay as they are when one appointment moves: its own reminder is one more', async () => {
    const before = await checksum();
    const [event] = recorded([
      {
        stream: `booking-${BOOKING_ID}`,
        type: 'BookingRescheduled',
        data: { ...moved, from: slot, notice: 'template' },
        at: NOW.toISOString(),
      },
    ]);
    if (!event) throw new Error('nothing happened');
    const process = messenger();
    await process.handle({ events: [event], position: event.position, caughtUp: true });
    const count = await statementsOf(() => withTransaction(pool, (tx) => process.save(tx)));
    expect(count).toBeLessThanOrEqual(4);
    const own = [event.id, reminderIdOf(BOOKING_ID, moved.slotId)];
    const { rows } = await database.pool.query('select event_id from sent where booking_id = $1', [
      BOOKING_ID,
    ]);
    expect(rows.map(({ event_id }) => event_id).sort()).toEqual(own.toSorted());
    const { rows: queued } = await database.pool.query(
      `select count(*)::int as count from pgboss.job where data ->> 'causeId' = any($1)`,
      [own],
    );
    expect(queued).toEqual([{ count: 2 }]);
    await database.pool.query('delete from sent where booking_id = $1', [BOOKING_ID]);
    expect(await checksum()).toBe(before);
  });

  it('are not among what waits, nor walked through for it', async () => {
    statements.length = 0;
    expect(await findWaiting(pool, { lookedAtUntil: NOW, most: 100 })).toEqual([]);
    const { rows } = await database.pool.query(`explain (analyze, format json) ${statements[0]}`, [NOW, 100]);
    const walked = /"Rows Removed by Filter":(\d+)/.exec(JSON.stringify(rows))?.[1];
    // Those of the next day.
    expect(Number(walked)).toBeLessThan(PENDING / 100);
  });

  it('are found one by one, without the others', async () => {
    const { rows } = await database.pool.query<{ event_id: string }>('select event_id from sent limit 1');
    const causeId = rows[0]?.event_id ?? '';
    expect(await statementsOf(() => postgresCauseRows(pool).find(causeId))).toBe(1);
  });
});
