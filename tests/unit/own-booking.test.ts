import { expect, it, vi } from 'vitest';
import { createOwnBooking } from '../../projections/bookings/own-booking.ts';
import type { BookingRow } from '../../projections/bookings/projection.ts';
import { createProjectionWait } from '../../src/http/operation/projected.ts';

const [BEFORE, HEAD] = ['1'.repeat(32), '2'.repeat(32)];
const REQUEST = { caller: { bookingId: 'one' }, from: { address: '192.0.2.1' } };

/** A read model before the end of the log, with what it will hold once it is waited for. */
function givenReadModel(rowsAtHead: readonly BookingRow[]) {
  const rows = new Map<string, BookingRow>();
  const head = vi.fn(async () => HEAD);
  const reached = async (_name: string, after = BEFORE) => {
    if (after === HEAD) for (const row of rowsAtHead) rows.set(row.id, row);
    return after;
  };
  const ownBooking = createOwnBooking({
    bookingById: async (id) => rows.get(id) ?? null,
    waitForProjection: createProjectionWait({ reached, head }),
    head,
  });
  return { ownBooking, head };
}

it('waits for the row of a booking that the read model has not reached, and then for nothing', async () => {
  const row = { id: 'one' } as BookingRow;
  const { ownBooking, head } = givenReadModel([row]);
  expect(await ownBooking(REQUEST)).toBe(row);
  head.mockClear();
  expect(await ownBooking(REQUEST)).toBe(row);
  expect(head).not.toHaveBeenCalled();
});

it('finds no booking that is not there at the end of the log either', async () => {
  await expect(givenReadModel([]).ownBooking(REQUEST)).rejects.toMatchObject({ code: 'booking-not-found' });
});
