import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { withTransaction } from '../../src/adapters/postgres/pool.ts';
import { createSendingSwitch, homeOf } from '../../src/features/messages/pause/switch.ts';
import {
  findDue,
  messengerTables,
  type NewRow,
  postgresCauseRows,
} from '../../src/features/messages/queue/queue.ts';
import { givenDatabase } from '../support/server/postgres.ts';

const NOW = new Date('2026-11-20T18:00:00Z');
const now = () => NOW;
const seconds = (n: number) => new Date(NOW.getTime() + n * 1_000);
const WATERMARK = '0'.repeat(32);

const database = givenDatabase();
beforeEach(async () => {
  await database.pool.query('truncate sent, sending');
});

const tables = () => messengerTables({ home: 'here', now });
const add = (...rows: readonly NewRow[]) => withTransaction(database.pool, (tx) => tables().add(tx, rows));
const begin = () => withTransaction(database.pool, (tx) => tables().begin(tx, WATERMARK));
const row = (lookAt = NOW) => ({ causeId: randomUUID(), bookingId: randomUUID(), lookAt });
describe('a saved batch of the messenger', () => {
  it('has one row for each cause, written with its checkpoint or not at all', async () => {
    const [soon, later] = [row(seconds(20)), row(seconds(3_600))];
    await add(soon, later);
    await add({ ...soon, lookAt: seconds(99) });
    const failing = withTransaction(database.pool, async (tx) => {
      await tables().add(tx, [row()]);
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    const { rows } = await database.pool.query('select event_id, look_at from sent order by look_at');
    expect(rows).toEqual([
      { event_id: soon.causeId, look_at: seconds(20) },
      { event_id: later.causeId, look_at: seconds(3_600) },
    ]);
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
    const due = async (at: Date) => (await findDue(database.pool, at, { sms: 1, email: 0 })).length;
    expect(await due(seconds(599))).toBe(0);
    expect(await due(seconds(600))).toBe(1);
    const endOf = async () => (await database.pool.query('select ended_at from sent')).rows[0].ended_at;
    await rows.end(one.causeId);
    const ended = await endOf();
    await rows.lookAgain(one.causeId, NOW, 'quiet');
    await rows.end(one.causeId);
    expect(await due(NOW)).toBe(0);
    expect(await endOf()).toEqual(ended);
  });
});

describe('sending', () => {
  const sending = () => createSendingSwitch(database.pool, now);
  const decide = (decided: { readonly paused: boolean; readonly at: string }) => sending().follow(decided);

  it('has not begun before the first start, which sets the watermark once', async () => {
    expect(await sending().read()).toMatchObject({ paused: true, why: null });
    await begin();
    await withTransaction(database.pool, (tx) => tables().begin(tx, 'f'.repeat(32)));
    expect(await sending().read()).toEqual({
      paused: false,
      why: null,
      watermark: WATERMARK,
      watermarkAt: NOW,
    });
  });

  it('pauses in a copy, and sets the watermark when staff resume it there', async () => {
    await begin();
    expect(await sending().pauseIfCopied('here')).toBe(false);
    expect(await sending().read()).toMatchObject({ paused: false });
    expect(await sending().pauseIfCopied('elsewhere')).toBe(true);
    expect(await sending().pauseIfCopied('elsewhere')).toBe(false);
    expect(await sending().read()).toMatchObject({ paused: true, why: 'copied', watermark: WATERMARK });
    await sending().stop();
    await decide({ paused: true, at: 'd'.repeat(32) });
    expect(await sending().read()).toMatchObject({ paused: true, why: 'copied', watermark: WATERMARK });
    await decide({ paused: false, at: 'e'.repeat(32) });
    expect(await sending().read()).toMatchObject({ paused: false, why: null, watermark: 'e'.repeat(32) });
    await sending().pauseIfCopied('elsewhere');
    expect(await sending().read()).toMatchObject({ paused: false });
  });

  it.each([
    ['spending', () => sending().stop()],
    ['staff', () => decide({ paused: true, at: 'd'.repeat(32) })],
  ] as const)('sets no watermark after another pause: %s', async (why, pause) => {
    await begin();
    await pause();
    expect(await sending().read()).toMatchObject({ paused: true, why });
    await decide({ paused: false, at: 'e'.repeat(32) });
    expect(await sending().read()).toMatchObject({ paused: false, watermark: WATERMARK });
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
