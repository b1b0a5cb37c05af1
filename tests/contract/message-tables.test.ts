import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Jobs, openJobs } from '../../src/adapters/jobs/jobs.ts';
import { createLogger } from '../../src/adapters/logger.ts';
import { withTransaction } from '../../src/adapters/postgres/pool.ts';
import { MESSAGE_LOOKS } from '../../src/features/messages/queue.ts';
import {
  messengerTables,
  postgresCauseRows,
  sweepCauses,
} from '../../src/features/messages/sending/cause-rows.ts';
import { createSendingSwitch, homeOf } from '../../src/features/messages/sending/switch.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

const NOW = new Date('2026-11-20T18:00:00Z');
const now = () => NOW;
const seconds = (n: number) => new Date(NOW.getTime() + n * 1_000);
const LINE = '0'.repeat(32);

let database: TestDatabase;
let jobs: Jobs;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.migrate();
  jobs = await openJobs({
    pool: database.pool,
    queues: [MESSAGE_LOOKS],
    logger: createLogger('silent', { write: () => {} }),
  });
});
afterAll(async () => {
  await jobs.stop();
  await database.drop();
});
beforeEach(async () => {
  await database.pool.query('truncate sent, sending');
  await database.pool.query('delete from pgboss.job');
});

const tables = () => messengerTables({ jobs, home: 'here', now });
const add = (
  ...rows: readonly { readonly causeId: string; readonly bookingId: string; readonly lookAt: Date }[]
) => withTransaction(database.pool, (tx) => tables().add(tx, rows));
const begin = () => withTransaction(database.pool, (tx) => tables().begin(tx, LINE));
const row = (lookAt = NOW) => ({ causeId: randomUUID(), bookingId: randomUUID(), lookAt });
const queued = async () => {
  const { rows } = await database.pool.query(
    `select data ->> 'causeId' as cause, round(extract(epoch from start_after - created_on)) as wait from pgboss.job order by 2`,
  );
  return rows.map(({ cause, wait }) => [cause, Number(wait)]);
};

describe('what the messenger leaves', () => {
  it('is a row and a job for each cause, once, together with its checkpoint or not at all', async () => {
    const [soon, later] = [row(seconds(20)), row(seconds(3_600))];
    await add(soon, later);
    await add({ ...soon, lookAt: seconds(99) });
    expect(await queued()).toEqual([
      [soon.causeId, 20],
      [later.causeId, 3_600],
    ]);
    const failing = withTransaction(database.pool, async (tx) => {
      await tables().add(tx, [row()]);
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(await queued()).toHaveLength(2);
    expect(await postgresCauseRows(database.pool).find(soon.causeId)).toEqual({
      bookingId: soon.bookingId,
      ended: false,
    });
  });
});

describe('a sweep', () => {
  const sweep = () => sweepCauses({ pool: database.pool, now }, jobs);

  it('makes a job for each cause whose time has come and that has no end, and for no other', async () => {
    await begin();
    const [due, later, ended] = [row(), row(seconds(1)), row()];
    await add(due, later, ended);
    await postgresCauseRows(database.pool).end(ended.causeId);
    await database.pool.query('delete from pgboss.job');
    expect(await sweep()).toBe(1);
    expect(await queued()).toEqual([[due.causeId, 0]]);
    expect(await sweep()).toBe(0);
  });

  it('rests while sending is paused', async () => {
    await begin();
    await add(row());
    const sending = createSendingSwitch(database.pool, now);
    await sending.follow({ paused: true, at: 'a'.repeat(32) });
    expect(await sweep()).toBe(0);
    await sending.follow({ paused: false, at: 'b'.repeat(32) });
    expect(await sweep()).toBe(1);
  });
});

describe('the row of a cause', () => {
  it('knows how long an attempt has been open, each one from its own first look', async () => {
    const rows = postgresCauseRows(database.pool);
    const { causeId, ...rest } = row();
    await add({ causeId, ...rest });
    const [first, second] = [randomUUID(), randomUUID()];
    expect(await rows.openFor(causeId, first)).toBe(0);
    await database.pool.query("update sent set open_since = open_since - interval '3 minutes'");
    expect(await rows.openFor(causeId, first)).toBeGreaterThanOrEqual(180_000);
    expect(await rows.openFor(causeId, second)).toBe(0);
  });

  it('is looked at later, but never after its end', async () => {
    const rows = postgresCauseRows(database.pool);
    const one = row();
    await add(one);
    await rows.lookAgain(one.causeId, seconds(600), 'quiet');
    await rows.end(one.causeId);
    await rows.lookAgain(one.causeId, seconds(0), 'quiet');
    const { rows: stored } = await database.pool.query(
      'select look_at, ended_at is not null as ended from sent',
    );
    expect(stored).toEqual([{ look_at: seconds(600), ended: true }]);
    expect(await rows.find(one.causeId)).toMatchObject({ ended: true });
    expect(await rows.find(randomUUID())).toBeUndefined();
  });
});

describe('sending', () => {
  const sending = () => createSendingSwitch(database.pool, now);
  const decide = (decided: { readonly paused: boolean; readonly at: string }) => sending().follow(decided);

  it('has not begun before the first start, which draws the line once', async () => {
    expect(await sending().read()).toMatchObject({ paused: true, why: null });
    await begin();
    await withTransaction(database.pool, (tx) => tables().begin(tx, 'f'.repeat(32)));
    expect(await sending().read()).toEqual({ paused: false, why: null, line: LINE, lineAt: NOW });
  });

  it('pauses in a copy, and draws the line when staff resume it there', async () => {
    await begin();
    expect(await sending().settle('here')).toBe(false);
    expect(await sending().read()).toMatchObject({ paused: false });
    expect(await sending().settle('elsewhere')).toBe(true);
    expect(await sending().settle('elsewhere')).toBe(false);
    expect(await sending().read()).toMatchObject({ paused: true, why: 'copied', line: LINE });
    await sending().stop();
    await decide({ paused: true, at: 'd'.repeat(32) });
    expect(await sending().read()).toMatchObject({ paused: true, why: 'copied', line: LINE });
    await decide({ paused: false, at: 'e'.repeat(32) });
    expect(await sending().read()).toMatchObject({ paused: false, why: null, line: 'e'.repeat(32) });
    await sending().settle('elsewhere');
    expect(await sending().read()).toMatchObject({ paused: false });
  });

  it.each([
    ['spending', () => sending().stop()],
    ['staff', () => decide({ paused: true, at: 'd'.repeat(32) })],
  ] as const)('draws no line after another pause: %s', async (why, pause) => {
    await begin();
    await pause();
    expect(await sending().read()).toMatchObject({ paused: true, why });
    await decide({ paused: false, at: 'e'.repeat(32) });
    expect(await sending().read()).toMatchObject({ paused: false, line: LINE });
  });

  it('does what staff decided once, whoever follows it again', async () => {
    await begin();
    await decide({ paused: false, at: 'd'.repeat(32) });
    await sending().stop();
    await decide({ paused: false, at: 'd'.repeat(32) });
    expect(await sending().read()).toMatchObject({ paused: true, why: 'spending' });
    await decide({ paused: false, at: 'e'.repeat(32) });
    expect(await sending().read()).toMatchObject({ paused: false });
  });

  it('knows a place by its cluster and folder', async () => {
    const home = await homeOf(database.pool, null);
    expect(home).toMatch(/^\d+\/\d+$/);
    expect(await homeOf(database.pool, '/srv/salon')).toBe(`${home}//srv/salon`);
  });
});
