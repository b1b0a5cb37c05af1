import { describe, expect, it } from 'vitest';
import { changedCalendar, withMoved } from '../../../../web/admin/bookings/calendar-patches.ts';
import { withSwitched } from '../../../../web/admin/calendar/hours/weekly-commands.ts';
import { appointmentOf, calendarOf, SCHEDULE } from '../../../e2e/support/fixtures/calendar-fixtures.ts';

const week = calendarOf('2026-11-15', '2026-11-21');
const bookingsOn = (calendar: typeof week, date: string) =>
  calendar.days.find((day) => day.date === date)?.bookings ?? [];
const ada = appointmentOf('Ada Moreau');
const adaIn = (calendar: typeof week) =>
  calendar.days.flatMap(({ bookings }) => bookings).find(({ id }) => id === ada);

describe('an appointment that is moved', () => {
  it('stands at its new time at once, with what it occupies', () => {
    const moved = withMoved(week, ada, { date: '2026-11-19', start: 840 });
    expect(bookingsOn(moved, '2026-11-20').some(({ id }) => id === ada)).toBe(false);
    expect(adaIn(moved)).toMatchObject({ start: 840, end: 900, parts: [{ start: 840, end: 900 }] });
    expect(bookingsOn(moved, '2026-11-19').map(({ start }) => start)).toEqual([600, 840, 900]);
  });

  it('says so when it is outside the opening hours now', () => {
    expect(adaIn(withMoved(week, ada, { date: '2026-11-21', start: 765 }))?.outside_hours).toBe(true);
    expect(adaIn(withMoved(week, ada, { date: '2026-11-21', start: 840 }))?.outside_hours).toBe(false);
    expect(adaIn(withMoved(week, ada, { date: '2026-11-16', start: 660 }))?.outside_hours).toBe(true);
  });

  it('leaves a calendar that doesn’t show its new day, or doesn’t have it', () => {
    expect(adaIn(withMoved(week, ada, { date: '2026-12-01', start: 600 }))).toBeUndefined();
    expect(withMoved(week, 'nobody', { date: '2026-11-19', start: 840 })).toBe(week);
  });
});

describe('an appointment that is changed', () => {
  it('shows its new status and amount in its place', () => {
    const changed = changedCalendar(week, ada, { status: 'completed', total_amount: '$80.00' });
    expect(adaIn(changed)).toEqual({ ...adaIn(week), status: 'completed', total_amount: '$80.00' });
    expect(bookingsOn(changed, '2026-11-20')).toHaveLength(bookingsOn(week, '2026-11-20').length);
  });

  it('occupies nobody once it is cancelled', () => {
    expect(adaIn(changedCalendar(week, ada, { status: 'cancelled' }))).toMatchObject({
      status: 'cancelled',
      parts: [],
    });
  });

  it('stands at the time that staff choose', () => {
    const change = { appointment_date: '2026-11-19', appointment_time: '2:00 PM' };
    expect(adaIn(changedCalendar(week, ada, change))).toMatchObject({ start: 840, end: 900 });
  });

  it('is gone once it is deleted', () => {
    expect(adaIn(changedCalendar(week, ada, null))).toBeUndefined();
  });
});

it('switches hours on every day that has them, and touches no other', () => {
  const fortnight = calendarOf('2026-11-15', '2026-11-28');
  const tuesday = SCHEDULE.hours[0]?.id ?? '';
  const changed = withSwitched(fortnight, tuesday, false);
  const on = changed.days.filter(({ hours }) =>
    hours.some(({ id, is_available }) => id === tuesday && is_available),
  );
  expect(on).toEqual([]);
  expect(changed.days[3]).toBe(fortnight.days[3]);
});
