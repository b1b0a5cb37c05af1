import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { createSendingSwitch } from '../../src/features/messages/pause/switch.ts';
import {
  createTextLimits,
  type MessageLimits,
  sweepTextCounts,
} from '../../src/features/messages/texts/text-limits.ts';
import { givenDatabase } from '../support/server/postgres.ts';

const database = givenDatabase();
beforeEach(async () => {
  await database.pool.query('truncate sending, texts_counted');
  await database.pool.query(
    `insert into sending (paused, line, line_at, home, counted_from) values (false, '0', now(), 'here', now() - interval '2 days')`,
  );
});

const stops: string[] = [];
const counts = (limits: object = {}) =>
  createTextLimits({
    pool: database.pool,
    limits: {
      perNumber: 100,
      perAddress: 100,
      shareOfNumber: 100,
      perBooking: 100,
      perPrefix: 100,
      unconfirmed: 100,
      inAll: 100,
      ...limits,
    },
    hash: (what) => `hash of ${what}`,
    stop: async () => {
      stops.push('stopped');
    },
  });
const text = (
  to = '+19255550100',
  address: string | null = null,
  {
    causedBy = 'anybody',
    isByHand = false,
    bookingId = randomUUID(),
  }: Partial<Parameters<MessageLimits['allow']>[0]> = {},
) => ({ causeId: randomUUID(), bookingId, to, address, causedBy, isByHand });
const OF_THE_SALON = { causedBy: 'salon' } as const;
const BOOKING_ID = randomUUID();

it.each([
  ['to one number', { perNumber: 1 }, text(), text(), text('+19255550101')],
  ['from one address', { perAddress: 1 }, text('+19255550100', 'a'), text('+17075550100', 'a'), text()],
  ['to numbers that begin alike', { perPrefix: 1 }, text(), text('+19255550101'), text('+17075550100')],
  [
    'to one number from one address',
    { shareOfNumber: 1 },
    text('+19255550100', 'a'),
    text('+19255550100', 'a'),
    text('+19255550100', 'b'),
  ],
  [
    'about one booking',
    { perBooking: 1 },
    text('+19255550100', 'a', { bookingId: BOOKING_ID }),
    text('+19255550100', 'a', { bookingId: BOOKING_ID }),
    text('+19255550100', 'a'),
  ],
])('texts are limited %s, and each counts once', async (_, limits, first, over, other) => {
  const { allow } = counts(limits);
  expect(await allow(first)).toBe('allowed');
  expect(await allow(first)).toBe('allowed');
  expect(await allow(over)).toBe('unconfirmed-over-cap');
  expect(await allow(other)).toBe('allowed');
  await database.pool.query("update texts_counted set counted_at = counted_at - interval '1 day'");
  expect(await allow(over)).toBe('allowed');
});

it.each([
  ['to one number', { perNumber: 1 }],
  ['from one address', { perAddress: 1 }],
  ['to numbers that begin alike', { perPrefix: 1 }],
  ['in all', { unconfirmed: 1 }],
])('texts of strangers %s take nothing from the salon, and never stop it', async (_, limits) => {
  stops.length = 0;
  const { allow } = counts({ ...limits, inAll: 3 });
  expect(await allow(text('+19255550100', 'a'))).toBe('allowed');
  for (let n = 0; n < 5; n += 1) expect(await allow(text('+19255550100', 'a'))).toBe('unconfirmed-over-cap');
  expect(await allow(text('+19255550100', 'a', OF_THE_SALON))).toBe('allowed');
  expect(stops).toEqual([]);
});

it('texts counted at the same moment are allowed up to the limit, and no more', async () => {
  const { allow } = counts({ perNumber: 3, inAll: 5 });
  const toOne = await Promise.all(Array.from({ length: 5 }, () => allow(text())));
  expect(toOne.toSorted()).toEqual([
    ...Array(3).fill('allowed'),
    'unconfirmed-over-cap',
    'unconfirmed-over-cap',
  ]);
  const toAll = await Promise.all(
    Array.from({ length: 4 }, () => allow(text('+17075550100', null, OF_THE_SALON))),
  );
  expect(toAll.filter((one) => one === 'allowed')).toHaveLength(2);
});

it('texts about appointments of the salon are limited by number, but texts that staff send by hand are not', async () => {
  const { allow } = counts({ perNumber: 1, inAll: 2 });
  expect(await allow(text('+19255550100', 'a', OF_THE_SALON))).toBe('allowed');
  expect(await allow(text('+19255550100', 'a', OF_THE_SALON))).toBe('over-cap');
  const byHand = () => text('+19255550100', 'a', { ...OF_THE_SALON, isByHand: true });
  expect(await allow(byHand())).toBe('allowed');
  expect(await allow(byHand())).toBe('stopped');
});

it('that links cause get a share of a number’s limit, and take nothing from the rest', async () => {
  const { allow } = counts({ perNumber: 2, shareOfNumber: 1 });
  const byLink = () => text('+19255550100', 'a', { causedBy: 'link' });
  expect(await allow(byLink())).toBe('allowed');
  for (let n = 0; n < 5; n += 1) expect(await allow(byLink())).toBe('over-cap');
  for (const others of [OF_THE_SALON, OF_THE_SALON, {}])
    expect(await allow(text('+19255550100', 'a', others))).toBe('allowed');
});

it('stop when there are too many in all, until staff lift it', async () => {
  stops.length = 0;
  const { allow } = counts({ inAll: 1 });
  const [first, second] = [text(), text('+17075550100')];
  expect(await allow(first)).toBe('allowed');
  expect(await allow(second)).toBe('stopped');
  expect(stops).toEqual(['stopped']);
  const sending = createSendingSwitch(database.pool, () => new Date());
  await sending.stop();
  await sending.follow({ paused: false, at: 'c'.repeat(32) });
  expect(await allow(second)).toBe('allowed');
});

it('tell which bookings a number was texted about, without the number, for a while', async () => {
  const { allow, bookingsOf } = counts();
  const one = text();
  await allow(one);
  expect(await bookingsOf(one.to)).toEqual([one.bookingId]);
  await sweepTextCounts(database.pool);
  expect(await bookingsOf(one.to)).toEqual([one.bookingId]);
  await database.pool.query("update texts_counted set counted_at = counted_at - interval '31 days'");
  await sweepTextCounts(database.pool);
  expect(await bookingsOf(one.to)).toEqual([]);
});
