import { describe, expect, it } from 'vitest';
import { type AdminRow, adminBookings } from '../../projections/bookings/admin-booking.ts';
import { profileFor } from '../../projections/customers/sight.ts';
import type { Customer } from '../../src/contracts/customers/customers.ts';
import { type Staff, seesPrivateLinks } from '../../src/http/operation/sight.ts';

const OWNER: Staff = { role: 'owner', stylistId: null };
const DESK: Staff = { role: 'front_desk', stylistId: null };
const STYLIST: Staff = { role: 'stylist', stylistId: 'first' };
const NOW = new Date('2026-11-24T20:00:00Z');
const [TODAY, YESTERDAY] = ['2026-11-24', '2026-11-23'];

const visit = (appointment_date: string, status: AdminRow['status'] = 'completed') =>
  ({
    appointment_date,
    status,
    start_minute: 600,
    end_minute: 660,
    parts: null,
    services: [{ id: 'perm', name: 'Perm', price: '$120.00', priceCents: 12_000, duration: 60 }],
    total_amount: '$432.10',
    payment_method: 'cash',
    tip_cents: 500,
    payments: [{ method: 'cash', cents: 43_210, tip_cents: 500 }],
    lines: [],
    created_at: NOW.toISOString(),
  }) as unknown as AdminRow;

describe('customers’ private links', () => {
  const by = (staff: Staff, apiKey?: string) =>
    seesPrivateLinks({ kind: 'admin', userId: 'ada', apiKey, ...staff } as never);

  it('are in answers to customers, owners and the front desk', () => {
    expect(seesPrivateLinks({ kind: 'nobody' } as never)).toBe(true);
    expect(by(OWNER)).toBe(true);
    expect(by(DESK)).toBe(true);
  });

  it('are in no answer to a program or a stylist, wherever a text has one', () => {
    expect(by(OWNER, 'key')).toBe(false);
    expect(by(STYLIST)).toBe(false);
  });
});

describe('what was paid for a visit', () => {
  const shownTo = (listedFor: Staff, row: AdminRow) =>
    adminBookings({
      timeZone: 'America/Los_Angeles',
      now: NOW,
      stylists: { of: () => ({}) } as never,
      listedFor,
    })(row);

  it('is told the front desk in lists of today alone', () => {
    expect(shownTo(DESK, visit(TODAY))).toMatchObject({ total_amount: '$432.10', tip_cents: 500 });
    expect(shownTo(DESK, visit(YESTERDAY))).toMatchObject({
      total_amount: '$120.00',
      payment_method: null,
      tip_cents: 0,
      payments: [],
      paid_left_out: true,
    });
    expect(shownTo(DESK, visit(YESTERDAY, 'confirmed'))).not.toHaveProperty('paid_left_out');
  });

  it.each([OWNER, STYLIST])('is told who sees it everywhere: $role', (staff) => {
    expect(shownTo(staff, visit(YESTERDAY))).toMatchObject({ total_amount: '$432.10', tip_cents: 500 });
  });
});

it('a profile tells the front desk no sums, and of visits only what was paid today', async () => {
  const booking = { id: '1', status: 'completed', total_amount: '$432.10', services: [] };
  const customer = {
    spent_cents: 43_210,
    before: { visits: 3, first_visit: null, last_visit: null, spent_cents: 90_000 },
    service_history: [
      { ...booking, appointment_date: TODAY },
      { ...booking, appointment_date: YESTERDAY },
    ],
  } as unknown as Customer;
  const own = { ownBookings: async () => new Set<string>(), today: TODAY };
  const seen = await profileFor(DESK, customer, own);
  expect(seen).not.toHaveProperty('spent_cents');
  expect(seen.before).toMatchObject({ visits: 3, spent_cents: null });
  expect(seen.service_history.map((one) => one.total_amount)).toEqual(['$432.10', undefined]);
  expect(await profileFor(OWNER, customer, own)).toEqual(customer);
});
