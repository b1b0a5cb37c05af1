import { expect, it, vi } from 'vitest';
import { createOwnBooking } from '../../projections/bookings/own-booking.ts';
import type { BookingRow } from '../../projections/bookings/projection.ts';
import type { RecordedEvent } from '../../src/eventsourcing/event-store.ts';
import { recorded } from '../projections/events.ts';

const ID = '7d444840-9dc0-11d1-b245-5ffdce74fad2';
const [BEFORE, NOW] = ['1'.repeat(32), '2'.repeat(32)];
const ROW = { id: ID, appointment_date: '2026-12-01', notes: 'from its row' } as unknown as BookingRow;

const requested = {
  stream: `booking-${ID}`,
  type: 'BookingRequested',
  data: {
    slotId: ID,
    date: '2026-12-01',
    start: 600,
    end: 645,
    services: [],
    totalAmount: '35',
    smsConsent: true,
    personal: {
      name: 'Ada',
      email: 'ada@example.com',
      phone: '1',
      phoneE164: null,
      notes: 'from its stream',
    },
  },
};
const deleted = { stream: requested.stream, type: 'BookingDeleted', data: {} };
const lapsed = { stream: requested.stream, type: 'SlotClaimLapsed', data: { slotId: ID } };

function given({
  row = null as BookingRow | null,
  position = NOW,
  events = [] as readonly RecordedEvent[],
  ended = false,
}) {
  const read = vi.fn(async (_stream: string) => events);
  const ownBooking = createOwnBooking({
    bookingById: async () => row,
    position: async () => position,
    log: { read },
    open: async (found) => found,
    hasEnded: () => ended,
  });
  const ask = (after?: string) => ownBooking({ caller: { bookingId: ID }, query: { after } });
  return { ask, read };
}

it.each([
  ['no position', undefined],
  ['a position that the read model has reached', NOW],
])('takes the row for a caller with %s, and reads no stream', async (_what, after) => {
  const { ask, read } = given({ row: ROW });
  expect(await ask(after)).toBe(ROW);
  expect(read).not.toHaveBeenCalled();
});

it.each([
  ['without a row', null, NOW, undefined],
  ['without a row in time', null, BEFORE, NOW],
  ['whose row is older than the change', ROW, BEFORE, NOW],
])('reads the stream of a booking %s', async (_what, row, position, after) => {
  const { ask } = given({ row, position, events: recorded([requested]) });
  expect(await ask(after)).toMatchObject({ id: ID, notes: 'from its stream', version: 1 });
});

it.each([
  ['nothing', [], false, 'booking-being-recorded'],
  ['a request and its deletion', [requested, deleted], false, 'booking-not-found'],
  ['a fence alone', [lapsed], false, 'booking-not-found'],
  ['a request of long ago', [requested], true, 'unauthorized'],
] as const)('refuses when the stream has %s', async (_what, facts, ended, code) => {
  const { ask } = given({ events: recorded(facts), ended });
  await expect(ask()).rejects.toMatchObject({ code });
});
