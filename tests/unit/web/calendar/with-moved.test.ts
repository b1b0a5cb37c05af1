import { describe, expect, it } from 'vitest';
import { withEnd, withMoved } from '../../../../web/admin/calendar/with-moved.ts';
import { appointmentOf, calendarOf } from '../../../e2e/support/fixtures/calendar-fixtures.ts';

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

  it('is another stylist’s at once where it is handed over', () => {
    const bea = { id: 'bea', kind: 'stylist', name: 'Bea', order: 1 };
    const team = { ...week, resources: [...week.resources, bea] };
    const moved = withMoved(team, ada, { date: '2026-11-20', start: 840, stylistId: 'bea' });
    expect(adaIn(moved)).toMatchObject({
      stylist: { id: 'bea', name: 'Bea' },
      parts: [{ resource_id: 'bea', start: 840, end: 900 }],
    });
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

it('ends an appointment at another time at once, with its parts', () => {
  expect(adaIn(withEnd(week, ada, 720))).toMatchObject({ end: 720, parts: [{ end: 720 }] });
  const parts = [
    { resource_id: 'one', kind: 'stylist', start: 660, end: 690 },
    { resource_id: 'two', kind: 'stylist', start: 690, end: 720 },
  ];
  const calendar = {
    ...week,
    days: week.days.map((day) => ({
      ...day,
      bookings: day.bookings.map((one) => (one.id === ada ? { ...one, start: 660, end: 720, parts } : one)),
    })),
  };
  expect(adaIn(withEnd(calendar, ada, 705))?.parts.map(({ end }) => end)).toEqual([690, 705]);
  expect(adaIn(withEnd(calendar, ada, 680))?.parts.map(({ end }) => end)).toEqual([680]);
});
