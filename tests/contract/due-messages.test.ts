import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { withTransaction } from '../../src/adapters/postgres/pool.ts';
import type { MessageChannel } from '../../src/contracts/messages/message-words.ts';
import { mailRowId } from '../../src/features/messages/channels.ts';
import { createSendingSwitch } from '../../src/features/messages/pause/switch.ts';
import {
  findDue,
  messengerTables,
  type NewRow,
  postgresCauseRows,
  postpone,
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
/** Ids of what a worker finds. */
const due = async ({
  channel = 'sms',
  at = NOW,
  most = 10,
}: {
  channel?: MessageChannel;
  at?: Date;
  most?: number;
} = {}) =>
  (await findDue(database.pool, at, { sms: 0, email: 0, [channel]: most })).map(({ causeId }) => causeId);

describe('a worker', () => {
  it('finds the causes that are due and have no end, the longest due first, and no other', async () => {
    const [now, earlier, later, ended] = [row(), row(seconds(-1)), row(seconds(1)), row()];
    await add(now, earlier, later, ended);
    await postgresCauseRows(database.pool).end(ended.causeId);
    expect(await due({ most: 1 })).toEqual([earlier.causeId]);
    expect(await due()).toEqual([earlier.causeId, now.causeId]);
    expect(await due({ at: seconds(1) })).toEqual([earlier.causeId, now.causeId, later.causeId]);
  });

  it('finds causes of both channels, and a mail with the cause that it is about', async () => {
    const text = row();
    await add(text, { ...text, causeId: randomUUID(), mailOf: text.causeId });
    const { causeId, bookingId } = text;
    const both = await findDue(database.pool, NOW, { sms: 10, email: 10 });
    expect(both.toSorted((a, b) => (a.channel < b.channel ? -1 : 1))).toEqual([
      { channel: 'email', causeId, bookingId },
      { channel: 'sms', causeId, bookingId },
    ]);
  });

  it('finds a text or a mail later after its look failed', async () => {
    const text = row();
    await add(text, { ...text, causeId: mailRowId(text.causeId), mailOf: text.causeId });
    const { causeId, bookingId } = text;
    await postpone(database.pool, { channel: 'email', causeId, bookingId }, seconds(10));
    expect([await due(), await due({ channel: 'email' })]).toEqual([[causeId], []]);
    await postpone(database.pool, { channel: 'sms', causeId, bookingId }, seconds(10));
    expect(await due()).toEqual([]);
    expect(await due({ channel: 'email', at: seconds(10) })).toEqual([causeId]);
  });

  it('finds nothing while sending is paused, and only mails while too many texts have left', async () => {
    const text = row();
    const mail = { ...row(), mailOf: randomUUID() };
    await add(text, mail);
    const sending = createSendingSwitch(database.pool, now);
    await sending.follow({ paused: true, at: 'a'.repeat(32) });
    expect([await due(), await due({ channel: 'email' })]).toEqual([[], []]);
    await sending.follow({ paused: false, at: 'b'.repeat(32) });
    await sending.stop();
    expect([await due(), await due({ channel: 'email' })]).toEqual([[], [mail.mailOf]]);
    await sending.follow({ paused: false, at: 'c'.repeat(32) });
    expect(await due()).toEqual([text.causeId]);
  });
});
