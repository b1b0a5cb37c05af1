import { describe, expect, it } from 'vitest';
import type { Calendar, CalendarBooking, CalendarDay } from '../../../../src/contracts/bookings/calendar.ts';
import { bookedIn } from '../../../../web/admin/calendar/plan/booking-counts.ts';
import { columnsOf, overOn } from '../../../../web/admin/calendar/plan/columns.ts';
import { monthCell } from '../../../../web/admin/calendar/plan/month.ts';
import { calendarOf } from '../../../../web/admin/calendar/plan/of-stylist.ts';

const DATE = '2026-11-24';
const first = { id: 'first', kind: 'stylist', name: 'Salon', order: 0 };
const bea = { id: 'bea', kind: 'stylist', name: 'Bea', order: 1 };
const basin = { id: 'basin', kind: 'basin', name: 'Basins', order: 2 };

const booking = (id: string, start: number, end: number, more: Partial<CalendarBooking> = {}) =>
  ({
    id,
    version: 1,
    status: 'confirmed',
    start,
    end,
    outside_hours: false,
    customer_name: 'Ada Moreau',
    customer_phone: null,
    services: [],
    total_amount: '',
    catalogue_amount: null,
    payments: [],
    notes: null,
    sms_consent: true,
    parts: [{ resource_id: 'first', kind: 'stylist', start, end }],
    ...more,
  }) satisfies CalendarBooking;
const day = (more: Partial<CalendarDay> = {}): CalendarDay => ({
  date: DATE,
  blocked: false,
  hours_from: 'week',
  hours: [],
  blocks: [],
  bookings: [],
  left_out: { booked: 0, cancelled: 0 },
  ...more,
});
const hours = (start: number, end: number, is_available = true, resource_id: string | null = null) => ({
  id: `${start}`,
  resource_id,
  start,
  end,
  is_available,
});
const calendar = (resources: Calendar['resources'], ...days: CalendarDay[]): Calendar => ({
  resources,
  days,
});

describe('the columns of the calendar', () => {
  it('are one a day while there is one stylist', () => {
    const columns = columnsOf(
      calendar([first], day({ bookings: [booking('a', 540, 600)] }), day({ date: '2026-11-25' })),
    );
    expect(columns.map(({ date, stylist }) => [date, stylist])).toEqual([
      [DATE, undefined],
      ['2026-11-25', undefined],
    ]);
    expect(columns[0]?.taken).toEqual([{ id: 'a', start: 540, end: 600 }]);
  });

  it('are one a stylist, in order; kinds that are not known are passed over', () => {
    const parts = [
      { resource_id: 'bea', kind: 'stylist', start: 540, end: 550 },
      { resource_id: 'bea', kind: 'stylist', start: 570, end: 600 },
    ];
    const columns = columnsOf(
      calendar([bea, basin, first], day({ bookings: [booking('a', 540, 600, { parts })] })),
    );
    expect(columns.map(({ stylist }) => stylist?.name)).toEqual(['Salon', 'Bea']);
    expect(columns.map(({ appointments }) => appointments.map(({ start, end }) => [start, end]))).toEqual([
      [],
      [[540, 600]],
    ]);
    expect(columns[1]?.taken.map(({ start, end }) => [start, end])).toEqual([
      [540, 550],
      [570, 600],
    ]);
  });

  it('know which appointments had a message that did not arrive', () => {
    const bookings = [booking('a', 540, 600), booking('b', 600, 660)];
    const [column] = columnsOf(calendar([first], day({ bookings })), {
      undelivered: new Map([['b', 'email']]),
    });
    expect(column?.appointments.map(({ undelivered }) => undelivered)).toEqual([undefined, 'email']);
  });

  it('show a cancelled appointment where it was, though it takes no time', () => {
    const [column] = columnsOf(
      calendar([first], day({ bookings: [booking('a', 540, 600, { status: 'cancelled', parts: [] })] })),
    );
    expect(column?.appointments).toHaveLength(1);
    expect(column?.taken).toEqual([]);
  });

  it('leave all their width to what takes place beside a cancelled appointment', () => {
    const [column] = columnsOf(
      calendar(
        [first],
        day({
          bookings: [
            booking('gone', 540, 660, { status: 'cancelled', parts: [] }),
            booking('gone too', 540, 600, { status: 'cancelled', parts: [] }),
            booking('here', 570, 630),
          ],
        }),
      ),
    );
    const lanes = column?.appointments.map(({ booking, lane }) => [booking.id, lane.lane, lane.lanes]);
    expect(lanes).toEqual([
      ['gone', 0, 2],
      ['gone too', 1, 2],
      ['here', 0, 1],
    ]);
    // Where nothing takes place, the name of a cancelled one has a line; else it stands along the edge, beside the others.
    expect(column?.appointments.map(({ booking, isStrip, strips }) => [booking.id, isStrip, strips])).toEqual(
      [
        ['gone', false, 0],
        ['gone too', true, 0],
        ['here', false, 2],
      ],
    );
  });

  it('draw what takes five minutes as high as a line of text, beside what comes then', () => {
    const [column] = columnsOf(
      calendar(
        [first],
        day({
          bookings: [booking('short', 600, 605), booking('next', 605, 635), booking('later', 660, 665)],
          blocks: [{ id: 'b', resource_id: null, start: 670, end: 730, reason: 'Lunch' }],
        }),
      ),
    );
    const drawn = [...(column?.appointments ?? []), ...(column?.blocks ?? [])];
    expect(drawn.map(({ start, end, lane }) => [start, end, lane.lane, lane.lanes])).toEqual([
      [600, 605, 0, 2],
      [605, 635, 1, 2],
      [660, 665, 0, 2],
      [670, 730, 1, 2],
    ]);
  });

  it('are open in a stylist’s own hours, or in those of the salon that are not switched off', () => {
    const own_hours = [{ resource_id: 'bea', from: 'week' as const, windows: [{ start: 600, end: 660 }] }];
    const columns = columnsOf(
      calendar([first, bea], day({ hours: [hours(540, 720), hours(780, 900, false)], own_hours })),
    );
    expect(columns.map(({ open }) => open.map(({ start }) => start))).toEqual([[540], [600]]);
  });

  it('are those of one stylist, or one of all, with who does each appointment', () => {
    const parts = [{ resource_id: 'bea', kind: 'stylist', start: 540, end: 600 }];
    const cancelled: Partial<CalendarBooking> = {
      status: 'cancelled',
      parts: [],
      stylist: { id: 'bea', name: 'Bea' },
    };
    const bookings = [
      booking('a', 540, 600),
      booking('b', 540, 600, { parts }),
      booking('gone', 660, 720, cancelled),
    ];
    const all = calendar([first, bea], day({ bookings }));
    const drawn = (stylists: string) =>
      columnsOf(all, { stylists }).map(({ appointments }) =>
        appointments.map(({ booking, by }) => [booking.id, by?.name]),
      );
    expect(drawn('bea')).toEqual([
      [
        ['b', undefined],
        ['gone', undefined],
      ],
    ]);
    expect(drawn('all')).toEqual([
      [
        ['a', 'Salon'],
        ['b', 'Bea'],
        ['gone', 'Bea'],
      ],
    ]);
  });

  it('show a stylist who takes no appointments any more on the days on which they have some', () => {
    const gone = { ...bea, is_inactive: true as const };
    const parts = [{ resource_id: 'bea', kind: 'stylist', start: 540, end: 600 }];
    const columns = columnsOf(
      calendar(
        [first, gone],
        day(),
        day({ date: '2026-11-25', bookings: [booking('a', 540, 600, { parts })] }),
      ),
    );
    expect(columns.map(({ date, stylist }) => [date, stylist?.id])).toEqual([
      [DATE, 'first'],
      ['2026-11-25', 'first'],
      ['2026-11-25', 'bea'],
    ]);
  });

  it('are taken where a stylist is blocked for a while', () => {
    const block = { id: 'b', resource_id: 'bea', start: 600, end: 660, reason: 'Dentist' };
    const columns = columnsOf(calendar([first, bea], day({ blocks: [block] })));
    expect(columns.map(({ taken }) => taken.length)).toEqual([0, 1]);
  });

  it('are taken where everybody is blocked for a while', () => {
    const block = { id: 'b', resource_id: null, start: 720, end: 780, reason: 'Lunch' };
    const columns = columnsOf(calendar([first, bea], day({ blocks: [block] })));
    expect(columns.map(({ taken }) => taken.length)).toEqual([1, 1]);
    expect(columns.map(({ blocks }) => blocks.map(({ reason }) => reason))).toEqual([['Lunch'], ['Lunch']]);
  });

  it('let somebody who may block only their own time choose none of others’, and move nothing', () => {
    const blocks = [
      { id: 'lunch', resource_id: null, start: 720, end: 780, reason: 'Lunch' },
      { id: 'dentist', resource_id: 'bea', start: 600, end: 660, reason: 'Dentist' },
    ];
    const busy = [{ resource_id: 'first', start: 540, end: 600 }];
    const parts = [{ resource_id: 'bea', kind: 'stylist', start: 840, end: 900 }];
    const columns = columnsOf(
      calendar([first, bea], day({ blocks, busy, bookings: [booking('a', 840, 900, { parts })] })),
      { limitedTo: 'bea' },
    );
    expect(columns.map(({ isOthers }) => isOthers)).toEqual([true, false]);
    expect(columns[1]?.appointments.map(({ isMovable }) => isMovable)).toEqual([false]);
    const fixed = columns.map(({ blocks }) => blocks.map(({ reason, isFixed }) => [reason, isFixed]));
    expect(fixed).toEqual([
      [
        ['Lunch', true],
        ['Busy', true],
      ],
      [
        ['Lunch', true],
        ['Dentist', false],
      ],
    ]);
  });

  it('have a blocked time beside an appointment that was there before, and none on a blocked date', () => {
    const block = { id: 'b', resource_id: null, start: 720, end: 780, reason: 'Lunch' };
    const bookings = [booking('a', 750, 810), booking('c', 840, 900)];
    const [column] = columnsOf(calendar([first], day({ bookings, blocks: [block] })));
    expect(column?.blocks[0]?.lane).toEqual({ lane: 0, span: 1, lanes: 2 });
    expect(column?.appointments.map(({ lane }) => lane)).toEqual([
      { lane: 1, span: 1, lanes: 2 },
      { lane: 0, span: 1, lanes: 1 },
    ]);
    const [closed] = columnsOf(calendar([first], day({ blocked: true, blocks: [block] })));
    expect(closed?.blocks).toEqual([]);
  });
});

it('of one stylist are those of their own appointments and of what is blocked for everybody', () => {
  const parts = [{ resource_id: 'bea', kind: 'stylist', start: 540, end: 600 }];
  const gone = { status: 'cancelled' as const, parts: [], stylist: { id: 'bea', name: 'Bea' } };
  const blocks = ['bea', 'first', null].map((resource_id) => ({
    id: `${resource_id}`,
    resource_id,
    start: 720,
    end: 780,
    reason: null,
  }));
  const bookings = [booking('a', 540, 600), booking('b', 540, 600, { parts }), booking('c', 660, 720, gone)];
  const all = calendar([first, bea], day({ bookings, blocks }));
  const [shown] = calendarOf(all, 'bea').days;
  expect(shown?.bookings.map(({ id }) => id)).toEqual(['b', 'c']);
  expect(shown?.blocks.map(({ id }) => id)).toEqual(['bea', 'null']);
  expect(calendarOf(all, undefined)).toBe(all);
});

it('counts what has begun as over', () => {
  const now = { date: DATE, minute: 605 };
  expect(['2026-11-23', DATE, '2026-11-25'].map((date) => overOn(date, now))).toEqual([1440, 605, -1]);
});

describe('a day of the month', () => {
  const shown = day({
    hours: [hours(780, 1260), hours(540, 720), hours(360, 420, false)],
    bookings: [
      booking('cancelled', 540, 600, { status: 'cancelled', parts: [] }),
      booking('first', 600, 660),
      booking('second', 660, 720),
    ],
  });

  it('has the earliest start and the latest end of its hours', () => {
    expect(monthCell(shown, 2).hours).toEqual({ start: 540, end: 1260 });
    expect(monthCell(day({ hours: [hours(540, 720, false)] }), 2).hours).toBe(null);
  });

  it('has as many appointments as there is room for, and the number of the others', () => {
    const cell = monthCell(shown, 2);
    expect(cell.bookings.map(({ id }) => id)).toEqual(['first', 'second']);
    expect(cell.more).toBe(0);
    expect(monthCell(shown, 1).more).toBe(1);
    expect(monthCell({ ...shown, left_out: { booked: 3, cancelled: 4 } }, 1).more).toBe(4);
    expect(monthCell(day(), 2)).toMatchObject({ bookings: [], more: 0 });
  });

  it('shows cancelled appointments where there is room, and counts none', () => {
    const roomy = monthCell(shown, 3);
    expect(roomy.bookings.map(({ id }) => id)).toEqual(['first', 'second', 'cancelled']);
    expect(roomy.more).toBe(0);
    const none = day({ bookings: shown.bookings.slice(0, 1), left_out: { booked: 0, cancelled: 2 } });
    expect(monthCell(none, 1)).toMatchObject({ bookings: [{ id: 'cancelled' }], more: 0 });
  });

  it('as it was counts no appointment that is new since, and shows one where there is room', () => {
    const marks = new Map([['first', { kind: 'new' as const, words: 'new here since' }]]);
    const cell = monthCell(shown, 1, marks);
    expect(cell).toMatchObject({ bookings: [{ id: 'second' }], more: 0 });
    expect(monthCell(shown, 3, marks).bookings.map(({ id }) => id)).toEqual(['second', 'cancelled', 'first']);
    const many = { ...shown, bookings: [...shown.bookings, booking('third', 720, 780)] };
    expect(monthCell(many, 1, marks).more).toBe(1);
  });

  it('counts in its month’s number, one of a neighbour month doesn’t', () => {
    const ends = day({ date: '2026-12-01', bookings: shown.bookings, left_out: { booked: 4, cancelled: 1 } });
    const both = calendar([first], { ...shown, left_out: { booked: 3, cancelled: 4 } }, ends);
    expect(bookedIn(both, { view: 'month', date: DATE })).toBe(5);
    expect(bookedIn(both, { view: 'month', date: '2026-12-31' })).toBe(6);
    expect(bookedIn(both, { view: 'week', date: DATE })).toBe(11);
    expect(bookedIn(both, { view: 'day', date: DATE })).toBe(5);
  });
});
