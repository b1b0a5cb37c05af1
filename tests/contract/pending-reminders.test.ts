import { createHash, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '../../src/adapters/postgres/pool.ts';
import { mailRowId } from '../../src/features/messages/channels.ts';
import { reminderIdOf } from '../../src/features/messages/events.ts';
import { createSendingSwitch } from '../../src/features/messages/pause/switch.ts';
import { createMessenger } from '../../src/features/messages/queue/messenger.ts';
import {
  countWaiting,
  findDue,
  messengerTables,
  postgresCauseRows,
} from '../../src/features/messages/queue/queue.ts';
import { recorded } from '../projections/events.ts';
import { moved, slot } from '../support/booking/booking-facts.ts';
import { BOOKING_ID, messageRules } from '../support/messages/message-facts.ts';
import { givenDatabase } from '../support/server/postgres.ts';

/** Ten thousand appointments to come, each with a reminder that waits. */
const PENDING = 10_000;
const NOW = new Date('2026-11-20T18:00:00Z');
const now = () => NOW;
const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000);

const database = givenDatabase();
/** Statements that went to the database through the counting pool. */
const statements: string[] = [];
let pool: Pool;

const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement : (statement as { text: string }).text;

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

beforeAll(() => {
  pool = counting(database.pool);
});

const tables = () => messengerTables({ home: 'here', now });
const find = () => findDue(pool, NOW, { sms: 20, email: 20 });
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
    appends: { append: async () => 0n, appendMissing: async () => {} },
    tables: tables(),
    rules: messageRules,
  });
/** The steps of a start before texts leave. */
async function start(): Promise<void> {
  await createSendingSwitch(pool, now).pauseIfCopied('here');
  await withTransaction(pool, (tx) => messenger().load(tx));
  await find();
}
const checksum = async () => {
  const { rows } = await database.pool.query(
    'select event_id, look_at, ended_at from sent order by event_id',
  );
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
};

describe('ten thousand reminders that wait', () => {
  it('cost a start and a look at what is due not one statement more than none, and no look through them all', async () => {
    const [startAlone, findAlone] = [await statementsOf(start), await statementsOf(find)];
    await addPending();
    await database.pool.query('analyze sent');
    expect([await statementsOf(start), await statementsOf(find)]).toEqual([startAlone, findAlone]);
    const [finding] = statements.filter((text) => text.includes('order by look_at limit'));
    const { rows } = await database.pool.query(`explain (analyze, format json) ${finding}`, [NOW, 20, 20]);
    const plan = JSON.stringify(rows);
    expect(plan).toContain('"Index Name":"sent_to_look_at"');
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
    const texts = [event.id, reminderIdOf(BOOKING_ID, moved.slotId)];
    const own = [...texts, ...texts.map(mailRowId)];
    const { rows } = await database.pool.query('select event_id from sent where booking_id = $1', [
      BOOKING_ID,
    ]);
    expect(rows.map(({ event_id }) => event_id).sort()).toEqual(own.toSorted());
    await database.pool.query('delete from sent where booking_id = $1', [BOOKING_ID]);
    expect(await checksum()).toBe(before);
  });

  it('are not among what waits, nor walked through for it', async () => {
    statements.length = 0;
    expect(await countWaiting(pool, NOW)).toBe(0);
    const { rows } = await database.pool.query(`explain (analyze, format json) ${statements[0]}`, [NOW]);
    const walked = /"Rows Removed by Filter":(\d+)/.exec(JSON.stringify(rows))?.[1];
    expect(Number(walked)).toBeLessThan(PENDING / 100);
  });

  it('are each noted without a look through the others', async () => {
    const { rows } = await database.pool.query<{ event_id: string }>('select event_id from sent limit 1');
    const causeId = rows[0]?.event_id ?? '';
    const noted = postgresCauseRows(pool);
    statements.length = 0;
    await noted.lookAgain(causeId, NOW, 'quiet');
    await noted.end(causeId);
    const values = [[[causeId], [NOW], ['quiet']], [[causeId]]];
    for (const [at, text] of statements.entries()) {
      const { rows: plan } = await database.pool.query(`explain (analyze, format json) ${text}`, values[at]);
      expect(JSON.stringify(plan)).not.toMatch(/"Rows Removed by Filter":[1-9]/);
      expect(JSON.stringify(plan)).not.toContain('sent_to_look_at');
    }
  });
});
