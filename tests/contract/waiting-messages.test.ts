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

/** What of messages waits. */

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

it('is found with what it waits for, one booking or all of them, and no reminder of a later day', async () => {
  await begin();
  const rows = postgresCauseRows(database.pool);
  const [fresh, quiet, ended, sent, reminder] = [row(), row(), row(), row(), row(seconds(86_400))];
  const mail = { ...row(), bookingId: quiet.bookingId, mailOf: quiet.causeId };
  await add(fresh, quiet, ended, sent, reminder, mail);
  await rows.lookAgain(quiet.causeId, seconds(7_200), 'quiet');
  await rows.end(ended.causeId);
  await rows.lookAgain(sent.causeId, seconds(60), 'receipt');
  const found = async (of: Partial<Parameters<typeof findWaiting>[1]> = {}) =>
    (await findWaiting(database.pool, { lookedAtUntil: seconds(30), most: 10, ...of })).map(
      ({ causeId, channel, waitsFor, lookedAt }) => {
        // When a look wrote it is noted with it.
        expect(lookedAt instanceof Date).toBe(waitsFor !== null);
        return [causeId, channel, waitsFor];
      },
    );
  const ofQuiet = [
    [quiet.causeId, 'email', null],
    [quiet.causeId, 'sms', 'quiet'],
  ];
  expect((await found()).toSorted()).toEqual([[fresh.causeId, 'sms', null], ...ofQuiet].toSorted());
  // The number that staff read above the list is that of the list.
  expect(await countWaiting(database.pool, seconds(30))).toBe(3);
  expect(await found({ bookingIds: [quiet.bookingId] })).toEqual(ofQuiet);
  expect(await found({ channel: 'email' })).toEqual(ofQuiet.slice(0, 1));
  expect(await found({ most: 1 })).toHaveLength(1);
  // Those that leave next come first, whenever they were asked for.
  expect((await found()).at(-1)).toEqual([quiet.causeId, 'sms', 'quiet']);
  // Its time has come, and nobody has looked yet.
  expect(await found({ lookedAtUntil: seconds(86_400) })).toContainEqual([reminder.causeId, 'sms', null]);
});
