import { expect, it } from 'vitest';
import type { StaffTimes } from '../../../../src/contracts/bookings/staff-times.ts';
import type { AdminStylist } from '../../../../src/contracts/salon/admin-stylists.ts';
import { freeToTakeText } from '../../../../web/admin/bookings/stylists/free-with.ts';

const stylist = (name: string, services: readonly string[] | null = null) =>
  ({ id: name, name, services: services?.map((id) => ({ id })) ?? null }) as AdminStylist;
const TEAM = [stylist('Cleo', ['perm']), stylist('Ann'), stylist('Bea')];
const CUT = [{ id: 'cut', name: 'Women’s Haircut' }];
const textAt = (free: readonly string[], state = 'free', chosen = '9:00 AM') =>
  freeToTakeText(
    { times: [{ time: '9:00 AM', state, stylists: free }] } as unknown as StaffTimes,
    chosen,
    TEAM,
    CUT,
  );

it('of those who are free to take an appointment over, first those are named who do its services', () => {
  expect(textAt(['Ann', 'Bea'])).toBe('Free then: Ann, Bea.');
  expect(textAt(['Ann', 'Cleo'])).toBe('Free then: Ann. Free then, but doesn’t do Women’s Haircut: Cleo.');
  expect(textAt(['Cleo'], 'outside_hours')).toBe(
    'Free then, outside their hours, but doesn’t do Women’s Haircut: Cleo.',
  );
  expect(textAt([])).toBe('Nobody else is free then.');
  expect(textAt(['Ann'], 'free', '')).toBeUndefined();
});
