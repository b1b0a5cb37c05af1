import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { withTransaction } from '../../src/adapters/postgres/pool.ts';
import { createSendingSwitch } from '../../src/features/messages/pause/switch.ts';
import type { NewRow } from '../../src/features/messages/queue/queue.ts';
import {
  countWaiting,
  findWaiting,
  messengerTables,
  postgresCauseRows,
  waitingMessages,
} from '../../src/features/messages/queue/queue.ts';
import { givenDatabase } from '../support/server/postgres.ts';

const NOW = new Date('2026-11-20T18:00:00Z');
const now = () => NOW;
const seconds = (n: number) => new Date(NOW.getTime() + n * 1_000);
const LINE = '0'.repeat(32);

const database = givenDatabase();
beforeEach(async () => {
  await database.pool.query('truncate sent, sending');
});

const tables = messengerTables({ home: 'here', now });
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
  await sending.stop();
  expect([await of('sms'), await of('email')]).toMatchObject([{ paused: true }, { paused: false }]);
  await sending.follow({ paused: false, at: '1'.repeat(32) });
  await sending.follow({ paused: true, at: '2'.repeat(32) });
  expect([await of('sms'), await of('email')]).toMatchObject([{ paused: true }, { paused: true }]);
});

it('is for staff what has not left: several changes as one message, none that only lacks a receipt', async () => {
  await begin();
  const rows = postgresCauseRows(database.pool);
  const [taken, paused, again, quiet, open, behind] = [row(), row(), row(), row(), row(), row()];
  const mail = { ...row(), bookingId: paused.bookingId, mailOf: paused.causeId };
  const change = { ...row(), bookingId: paused.bookingId };
  await add(taken, paused, again, quiet, mail, change, open, behind);
  const soon = new Date(Date.now() + 60_000);
  await rows.lookAgain(taken.causeId, seconds(-600), 'receipt');
  await rows.lookAgain(paused.causeId, soon, 'resuming');
  await rows.lookAgain(change.causeId, soon, 'resuming');
  await rows.lookAgain(mail.causeId, soon, 'resuming');
  await rows.lookAgain(again.causeId, soon, 'provider');
  await rows.lookAgain(quiet.causeId, soon, 'quiet');
  await rows.lookAgain(open.causeId, soon, 'outcome');
  await rows.lookAgain(behind.causeId, soon, 'before');
  // A text and a mail that staff keep back, a text that the provider didn't take, one that waits for the morning, and one behind another.
  expect(await countWaiting(database.pool, new Date())).toBe(5);
});

it('is found of a booking with what it waits for, and no reminder of a later day', async () => {
  await begin();
  const rows = postgresCauseRows(database.pool);
  const [fresh, quiet] = [row(), row()];
  const of = (more: Partial<NewRow> = {}) => ({ ...row(), bookingId: quiet.bookingId, ...more });
  const [ended, sent, mail] = [of(), of(), of({ mailOf: quiet.causeId })];
  const reminder = of({ lookAt: seconds(86_400) });
  await add(fresh, quiet, ended, sent, reminder, mail);
  await rows.lookAgain(quiet.causeId, seconds(7_200), 'quiet');
  await rows.end(ended.causeId);
  await rows.lookAgain(sent.causeId, seconds(60), 'receipt');
  const found = async (lookedAtUntil = seconds(30)) =>
    (await findWaiting(database.pool, quiet.bookingId, lookedAtUntil)).map(
      ({ causeId, channel, waitsFor, lookedAt }) => {
        // A reason comes with the time of the look that wrote it.
        expect(lookedAt instanceof Date).toBe(waitsFor !== null);
        return [causeId, channel, waitsFor];
      },
    );
  // Messages that leave next come first, in any order of their requests.
  expect(await found()).toEqual([
    [quiet.causeId, 'email', null],
    [quiet.causeId, 'sms', 'quiet'],
  ]);
  expect(await countWaiting(database.pool, seconds(30))).toBe(3);
  // Its time has come, and nobody has looked yet.
  expect(await found(seconds(86_400))).toContainEqual([reminder.causeId, 'sms', null]);
});
