import { describe, expect, it, vi } from 'vitest';
import type { UpcomingBooking } from '../../src/contracts/bookings/affected-bookings.ts';
import { DeadlineExceeded, deadlineIn } from '../../src/eventsourcing/async/deadline.ts';
import { namingAffected } from '../../src/features/affected-bookings.ts';
import type { KnownBookings } from '../../src/features/booking/agenda/day-decisions.ts';
import { broken } from '../../src/features/rule-broken.ts';

const ADA: UpcomingBooking = {
  id: 'a',
  customerName: 'Ada Lovelace',
  date: '2026-11-24',
  start: 600,
  end: 630,
  parts: null,
  status: 'confirmed',
};

/** A day with taken slots, some of completed visits and some of upcoming appointments. */
function givenDay(day: { taken: string[]; completed: string[]; upcoming: UpcomingBooking[] }) {
  const change = vi.fn(async ({ acknowledged, completed }: KnownBookings) => {
    if (!acknowledged && day.taken.some((slotId) => !completed?.has(slotId)))
      throw broken('appointments-on-date');
    return 'done';
  });
  const ask = ({ acknowledged = false, deadline = deadlineIn(60_000) } = {}) =>
    namingAffected({
      code: 'appointments-on-date',
      acknowledged,
      deadline,
      change,
      affected: async () => day.upcoming,
      completed: async () => new Set(day.completed),
    });
  return { ask, change };
}

describe('a change that affects appointments', () => {
  it('is made at once when staff know of them', async () => {
    const { ask, change } = givenDay({ taken: ['s'], completed: [], upcoming: [ADA] });
    await expect(ask({ acknowledged: true })).resolves.toBe('done');
    expect(change).toHaveBeenCalledTimes(1);
  });

  it('is refused with those that are upcoming', async () => {
    const { ask } = givenDay({ taken: ['s', 'c'], completed: ['c'], upcoming: [ADA] });
    await expect(ask()).rejects.toMatchObject({
      code: 'appointments-on-date',
      members: { affected: { total: 1, appointments: [{ id: 'a' }] } },
    });
  });

  it('is made over completed visits alone', async () => {
    const { ask } = givenDay({ taken: ['c'], completed: ['c'], upcoming: [] });
    await expect(ask()).resolves.toBe('done');
  });

  it('is refused for a slot that is taken after the completed visits were read', async () => {
    const day = { taken: ['c'], completed: ['c'], upcoming: [] as UpcomingBooking[] };
    const { ask, change } = givenDay(day);
    change.mockImplementationOnce(async () => {
      throw broken('appointments-on-date');
    });
    change.mockImplementationOnce(async () => {
      day.taken.push('s');
      day.upcoming.push(ADA);
      throw broken('appointments-on-date');
    });
    await expect(ask()).rejects.toMatchObject({ members: { affected: { total: 1 } } });
  });

  it('waits for a booking that is just being cancelled', async () => {
    const day = { taken: ['s'], completed: [], upcoming: [] };
    const { ask, change } = givenDay(day);
    change.mockImplementationOnce(async () => {
      throw broken('appointments-on-date');
    });
    change.mockImplementationOnce(async () => {
      day.taken.pop();
      throw broken('appointments-on-date');
    });
    await expect(ask()).resolves.toBe('done');
  });

  it('gives up at the deadline, without a refusal that names nobody', async () => {
    const { ask } = givenDay({ taken: ['s'], completed: [], upcoming: [] });
    await expect(ask({ deadline: deadlineIn(0) })).rejects.toThrow(DeadlineExceeded);
  });

  it('is refused for other reasons as it is', async () => {
    const { ask, change } = givenDay({ taken: [], completed: [], upcoming: [ADA] });
    change.mockRejectedValueOnce(broken('already-blocked'));
    await expect(ask()).rejects.toMatchObject({ code: 'already-blocked' });
  });
});
