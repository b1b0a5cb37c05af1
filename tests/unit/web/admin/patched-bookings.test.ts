import { describe, expect, it } from 'vitest';
import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import { changedDashboard, changedPage } from '../../../../web/admin/bookings/booking-patches.ts';
import {
  ADA,
  ADMIN_BOOKINGS,
  bookingId,
  DASHBOARD,
  YUKI,
} from '../../../e2e/support/fixtures/booking-fixtures.ts';

const PAGE = { bookings: [...ADMIN_BOOKINGS], total: 50, next_cursor: 'next' };
const idsOf = (bookings: readonly AdminBooking[]) => bookings.map(({ id }) => id);

describe('a list in which an appointment is changed at once', () => {
  it('shows it in its place', () => {
    const changed = changedPage(PAGE, ADA.id, { status: 'confirmed' });
    expect(idsOf(changed.bookings)).toEqual(idsOf(PAGE.bookings));
    expect(changed.bookings[0]?.status).toBe('confirmed');
    expect(changed.total).toBe(50);
    expect(changed.bookings.slice(1)).toEqual(PAGE.bookings.slice(1));
  });

  it('leaves a deleted one out, and counts it no more', () => {
    const changed = changedPage(PAGE, ADA.id, null);
    expect(idsOf(changed.bookings)).not.toContain(ADA.id);
    expect(changed.total).toBe(49);
    expect(changedPage({ ...PAGE, total: null }, ADA.id, null).total).toBeNull();
  });

  it('stays as it is when it has another', () => {
    expect(changedPage(PAGE, bookingId(99), null)).toEqual(PAGE);
  });
});

describe('the dashboard on which an appointment is changed at once', () => {
  it('has a confirmed request no longer waiting', () => {
    const [next] = DASHBOARD.waiting.bookings;
    const changed = changedDashboard(DASHBOARD, next?.id ?? '', { status: 'confirmed' });
    expect(changed.waiting.total).toBe(2);
    expect(idsOf(changed.waiting.bookings)).toEqual(idsOf(DASHBOARD.waiting.bookings.slice(1)));
    expect(changed.stats.pending_bookings).toBe(2);
    // It is still today's.
    expect(changed.today.bookings).toHaveLength(4);
  });

  it('has a cancelled one neither waiting nor today', () => {
    const [next] = DASHBOARD.waiting.bookings;
    const changed = changedDashboard(DASHBOARD, next?.id ?? '', { status: 'cancelled' });
    expect(idsOf(changed.today.bookings)).not.toContain(next?.id);
    expect(changed.waiting.total).toBe(2);
  });

  it('has one that was moved to another day not today', () => {
    const [first] = DASHBOARD.today.bookings;
    const changed = changedDashboard(DASHBOARD, first?.id ?? '', { appointment_date: '2026-11-24' });
    expect(changed.today.bookings).toHaveLength(3);
  });

  it('shows a change among the recent and the cancelled ones', () => {
    const changed = changedDashboard(DASHBOARD, YUKI.id, { status: 'confirmed' });
    expect(changed.cancelled).toEqual({ total: 0, bookings: [] });
    expect(changed.recent.find(({ id }) => id === YUKI.id)?.status).toBe('confirmed');
    expect(changed.stats).toEqual(DASHBOARD.stats);
  });
});
