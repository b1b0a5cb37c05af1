import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { withTransaction } from '../../src/adapters/postgres/pool.ts';
import type { MessageChannel } from '../../src/contracts/messages/message-words.ts';
import { createSendingSwitch } from '../../src/features/messages/pause/switch.ts';
import {
  messengerTables,
  type NewRow,
  postgresCauseRows,
  takeDue,
} from '../../src/features/messages/queue/queue.ts';
import { givenDatabase } from '../support/server/postgres.ts';

const NOW = new Date('2026-11-20T18:00:00Z');
const now = () => NOW;
const seconds = (n: number) => new Date(NOW.getTime() + n * 1_000);

const database = givenDatabase();
beforeEach(async () => {
  await database.pool.query('truncate sent, sending');
  await withTransaction(database.pool, (tx) => tables.begin(tx, '0'.repeat(32)));
});

const tables = messengerTables({ home: 'here', now });
const add = (...rows: readonly NewRow[]) => withTransaction(database.pool, (tx) => tables.add(tx, rows));
const row = (lookAt = NOW): NewRow => ({ causeId: randomUUID(), bookingId: randomUUID(), lookAt });
/** Ids of what a worker takes. */
const taken = async ({
  channel = 'sms',
  at = NOW,
  most = 10,
}: {
  channel?: MessageChannel;
  at?: Date;
  most?: number;
} = {}) =>
  (await takeDue(database.pool, at, { sms: 0, email: 0, [channel]: most })).map(({ causeId }) => causeId);

describe('a worker', () => {
  it('takes the causes that are due and have no end, the longest due first, and no other', async () => {
    const [due, earlier, later, ended] = [row(), row(seconds(-1)), row(seconds(1)), row()];
    await add(due, earlier, later, ended);
    await postgresCauseRows(database.pool).end(ended.causeId);
    expect(await taken({ most: 1 })).toEqual([earlier.causeId]);
    expect(await taken()).toEqual([due.causeId]);
    expect(await taken({ at: seconds(1) })).toEqual([later.causeId]);
  });

  it('takes causes of both channels, and a mail with the cause that it is about', async () => {
    const text = row();
    await add(text, { ...text, causeId: randomUUID(), mailOf: text.causeId });
    const { causeId, bookingId } = text;
    const both = await takeDue(database.pool, NOW, { sms: 10, email: 10 });
    expect(both.toSorted((a, b) => (a.channel < b.channel ? -1 : 1))).toEqual([
      { channel: 'email', causeId, bookingId },
      { channel: 'sms', causeId, bookingId },
    ]);
  });

  it('keeps a cause to itself for a while; if it is silent, the cause is due again', async () => {
    const one = row();
    await add(one);
    const both = await Promise.all([taken(), taken()]);
    expect(both.flat()).toEqual([one.causeId]);
    expect(await taken()).toEqual([]);
    await database.pool.query("update sent set in_hand_until = in_hand_until - interval '10 seconds'");
    expect(await taken()).toEqual([one.causeId]);
    // A look ends the worker's hold on the cause.
    await postgresCauseRows(database.pool).lookAgain(one.causeId, NOW, 'provider');
    expect(await taken()).toEqual([one.causeId]);
  });

  it('takes nothing while sending is paused, and only mails while too many texts have left', async () => {
    const text = row();
    const mail = { ...row(), mailOf: randomUUID() };
    await add(text, mail);
    const sending = createSendingSwitch(database.pool, now);
    await sending.follow({ paused: true, at: 'a'.repeat(32) });
    expect([await taken(), await taken({ channel: 'email' })]).toEqual([[], []]);
    await sending.follow({ paused: false, at: 'b'.repeat(32) });
    await sending.stop();
    expect([await taken(), await taken({ channel: 'email' })]).toEqual([[], [mail.mailOf]]);
    await sending.follow({ paused: false, at: 'c'.repeat(32) });
    expect(await taken()).toEqual([text.causeId]);
  });
});
