import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { LIVE_SCHEMA } from '../../projections/engine/projection.ts';
import { createTables } from '../../projections/engine/registry.ts';
import { MESSAGES_TABLE, type MessageRow, messages } from '../../projections/messages/projection.ts';
import { createUndelivered } from '../../projections/messages/undelivered.ts';
import { givenDatabase } from '../support/server/postgres.ts';

const NOW = new Date('2026-11-20T18:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString();

const database = givenDatabase();
beforeAll(async () => {
  await createTables(database.pool, LIVE_SCHEMA, messages);
});
beforeEach(async () => {
  await database.pool.query(`truncate ${MESSAGES_TABLE}`);
});

let last = 0;
/** Adds a message that came after all before it. */
async function given(row: Pick<MessageRow, 'booking_id' | 'channel' | 'status'> & Partial<MessageRow>) {
  last += 1;
  const id = randomUUID();
  const whole = {
    ...{ id, kind: 'confirmed', causes: [], revision: 0, at: NOW, changed_at: NOW },
    ...{ is_not_sent: false, is_taken: false, is_kept: false, is_unknown: false, is_delivered: false },
    ...{ is_failed: false, is_resent: false, is_dismissed: false, needs_staff: row.status === 'failed' },
    booking_revision: 1,
    ...{ position: String(last).padStart(32, '0') },
    ...row,
  };
  await database.pool.query(
    `insert into ${MESSAGES_TABLE} select * from json_populate_record(null::${MESSAGES_TABLE}, $1)`,
    [JSON.stringify(whole)],
  );
  return id;
}

const undelivered = () => createUndelivered({ pool: database.pool, now: () => NOW });

it('marks an appointment once, by the way that its last one failed', async () => {
  const [one, other] = [randomUUID(), randomUUID()];
  await given({ booking_id: one, channel: 'email', status: 'failed' });
  await given({ booking_id: one, channel: 'sms', status: 'failed' });
  await given({ booking_id: other, channel: 'sms', status: 'failed' });
  await given({ booking_id: other, channel: 'email', status: 'failed' });
  expect(await undelivered().bookings([])).toEqual([
    { booking_id: other, channel: 'email' },
    { booking_id: one, channel: 'sms' },
  ]);
  expect(await undelivered().of(one)).toMatchObject([{ channel: 'sms' }, { channel: 'email' }]);
});

it('leaves out those whose customer got a later one, and those older than two weeks', async () => {
  const [reached, old, recent] = [randomUUID(), randomUUID(), randomUUID()];
  await given({ booking_id: reached, channel: 'sms', status: 'failed' });
  await given({ booking_id: reached, channel: 'sms', status: 'delivered' });
  await given({ booking_id: old, channel: 'sms', status: 'failed', at: daysAgo(15) });
  await given({ booking_id: recent, channel: 'sms', status: 'failed', at: daysAgo(13) });
  expect(await undelivered().bookings([])).toEqual([{ booking_id: recent, channel: 'sms' }]);
  for (const id of [reached, old]) expect(await undelivered().of(id)).toEqual([]);
  expect(await undelivered().of(recent)).toHaveLength(1);
});

it('lists one that was claimed long ago, since nobody can say what became of it', async () => {
  const [stuck, fresh] = [randomUUID(), randomUUID()];
  const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString();
  await given({ booking_id: stuck, channel: 'sms', status: 'claimed', at: minutesAgo(6) });
  await given({ booking_id: fresh, channel: 'sms', status: 'claimed', at: minutesAgo(4) });
  expect(await undelivered().bookings([])).toEqual([{ booking_id: stuck, channel: 'sms' }]);
  expect(await undelivered().of(stuck)).toMatchObject([
    { status: 'claimed', explanation: expect.stringContaining('has not answered') },
  ]);
  expect(await undelivered().of(fresh)).toEqual([]);
});

it('leaves out those that were told of since, in any channel, but not by a text about an older state', async () => {
  const [moved, mailed, twin, past] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  await given({ booking_id: moved, channel: 'email', status: 'failed', booking_revision: 4 });
  await given({ booking_id: moved, channel: 'sms', status: 'delivered', booking_revision: 3 });
  // An answer to a reply tells of no state.
  await given({ booking_id: moved, channel: 'email', status: 'delivered', booking_revision: null });
  await given({ booking_id: mailed, channel: 'sms', status: 'failed', booking_revision: 3 });
  await given({ booking_id: mailed, channel: 'email', status: 'delivered', booking_revision: 4 });
  await given({ booking_id: twin, channel: 'sms', status: 'failed', booking_revision: 3 });
  await given({ booking_id: twin, channel: 'email', status: 'delivered', booking_revision: 3 });
  const tooLate = await given({ booking_id: past, channel: 'sms', status: 'failed' });
  expect(await undelivered().bookings([tooLate])).toEqual([
    { booking_id: twin, channel: 'sms' },
    { booking_id: moved, channel: 'email' },
  ]);
  const all = (await undelivered().all()).map(({ booking_id }) => booking_id);
  expect(all.toSorted()).toEqual([moved, twin, past].toSorted());
});

it('leaves out those that staff have dismissed, also one that is stuck', async () => {
  const ids = [randomUUID(), randomUUID()] as const;
  await given({
    booking_id: ids[0],
    channel: 'sms',
    status: 'failed',
    is_dismissed: true,
    needs_staff: false,
  });
  await given({ booking_id: ids[1], channel: 'sms', status: 'claimed', at: daysAgo(1), is_dismissed: true });
  expect(await undelivered().bookings([])).toEqual([]);
});

it('lists one about being late until another one has told that in the same channel', async () => {
  const about = { channel: 'sms', kind: 'late', booking_revision: null } as const;
  const [waits, reminded, retold] = [randomUUID(), randomUUID(), randomUUID()];
  for (const booking_id of [waits, reminded, retold]) await given({ ...about, booking_id, status: 'failed' });
  await given({ ...about, booking_id: waits, channel: 'email', status: 'delivered' });
  await given({ booking_id: reminded, channel: 'sms', kind: 'reminder', status: 'delivered' });
  await given({ ...about, booking_id: retold, status: 'delivered' });
  expect(await undelivered().bookings([])).toEqual([
    { booking_id: reminded, channel: 'sms' },
    { booking_id: waits, channel: 'sms' },
  ]);
});
