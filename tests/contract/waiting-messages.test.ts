import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { withTransaction } from '../../src/adapters/postgres/pool.ts';
import {
  countWaiting,
  messengerTables,
  postgresCauseRows,
  waitingMessages,
} from '../../src/features/messages/sending/cause-rows.ts';
import { createSendingSwitch } from '../../src/features/messages/sending/switch.ts';
import type { NewRow } from '../../src/features/messages/sending/tables.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

/** What of messages waits. */

const NOW = new Date('2026-11-20T18:00:00Z');
const now = () => NOW;
const seconds = (n: number) => new Date(NOW.getTime() + n * 1_000);
const LINE = '0'.repeat(32);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.migrate();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query('truncate sent, sending');
});

const tables = messengerTables({ jobs: { enqueueAll: async () => {} }, home: 'here', now });
const add = (...rows: readonly NewRow[]) => withTransaction(database.pool, (tx) => tables.add(tx, rows));
const begin = () => withTransaction(database.pool, (tx) => tables.begin(tx, LINE));
const row = (lookAt = NOW): NewRow => ({ causeId: randomUUID(), bookingId: randomUUID(), lookAt });

it('is counted for staff and for metrics: due, without an end, and for how long', async () => {
  await begin();
  const [due, ended, later] = [row(), row(), row(new Date(Date.now() + 3_600_000))];
  await add(due, ended, later);
  await postgresCauseRows(database.pool).end(ended.causeId);
  await database.pool.query("update sent set look_at = now() - interval '90 seconds' where event_id = $1", [
    due.causeId,
  ]);
  const of = async (channel: string) =>
    (await waitingMessages(database.pool)).find((one) => one.channel === channel);
  expect(await of('sms')).toMatchObject({ waiting: 1, paused: false });
  expect((await of('sms'))?.seconds).toBeGreaterThanOrEqual(90);
  expect(await of('email')).toEqual({ channel: 'email', waiting: 0, seconds: 0, paused: false });
  expect(await countWaiting(database.pool, new Date())).toBe(1);
  const sending = createSendingSwitch(database.pool, now);
  await sending.pause('spending');
  expect([await of('sms'), await of('email')]).toMatchObject([{ paused: true }, { paused: false }]);
  await sending.resume(LINE);
  await sending.pause('staff');
  expect([await of('sms'), await of('email')]).toMatchObject([{ paused: true }, { paused: true }]);
});

it('is for staff what has not left: several changes as one message, none that only lacks a receipt', async () => {
  await begin();
  const rows = postgresCauseRows(database.pool);
  const [taken, paused, again, quiet] = [row(), row(), row(), row()];
  const mail = { ...row(), bookingId: paused.bookingId, mailOf: paused.causeId };
  const change = { ...row(), bookingId: paused.bookingId };
  await add(taken, paused, again, quiet, mail, change);
  const soon = new Date(Date.now() + 60_000);
  await rows.lookAgain(taken.causeId, seconds(-600), 'receipt');
  await rows.lookAgain(paused.causeId, soon, 'resuming');
  await rows.lookAgain(change.causeId, soon, 'resuming');
  await rows.lookAgain(mail.causeId, soon, 'resuming');
  await rows.lookAgain(again.causeId, soon, 'provider');
  await rows.lookAgain(quiet.causeId, soon, 'quiet');
  // A text and a mail that staff keep back, and a text that the provider didn't take.
  expect(await countWaiting(database.pool, new Date())).toBe(3);
});
