import { describe, expect, it } from 'vitest';
import type { Calendar, CalendarBooking, CalendarDay } from '../../../../src/contracts/bookings/calendar.ts';
import { differencesOf } from '../../../../web/admin/calendar/plan/differences.ts';

const [FRIDAY, SATURDAY] = ['2026-11-20', '2026-11-21'];

const booking = (id: string, start: number, more: Partial<CalendarBooking> = {}): CalendarBooking => ({
  id,
  version: 1,
  status: 'confirmed',
  start,
  end: start + 60,
  outside_hours: false,
  customer_name: 'Ada Moreau',
  customer_phone: null,
  services: [],
  total_amount: '',
  catalogue_amount: null,
  payments: [],
  notes: null,
  sms_consent: true,
  parts: [],
  ...more,
});
const day = (date: string, bookings: CalendarBooking[], more: Partial<CalendarDay> = {}): CalendarDay => ({
  date,
  blocked: false,
  hours_from: 'week',
  hours: [{ id: 'hours', resource_id: null, start: 540, end: 1140, is_available: true }],
  blocks: [],
  bookings,
  left_out: { booked: 0, cancelled: 0 },
  ...more,
});
const calendar = (...days: CalendarDay[]): Calendar => ({ resources: [], days });

const wordsOf = (then: Calendar, now: Calendar) =>
  Object.fromEntries(
    [...differencesOf(then, now, '2026-11-22').marks].map(([id, { kind, words }]) => [
      id,
      `${kind}: ${words}`,
    ]),
  );

describe('the differences until now', () => {
  it('name who does an appointment now that was handed over', () => {
    const by = (id: string, name: string) => ({
      stylist: { id, name },
      parts: [{ resource_id: id, kind: 'stylist', start: 540, end: 600 }],
    });
    const of = (more: object) => calendar(day(FRIDAY, [booking('a', 540, more)]));
    expect(wordsOf(of(by('ann', 'Ann')), of(by('bea', 'Bea')))).toEqual({
      a: 'moved: handed over since, now with Bea',
    });
    expect(wordsOf(of({}), of(by('first', 'Ann')))).toEqual({});
  });

  it('are listed for each appointment, except for one that is unchanged or has taken place since', () => {
    const then = [
      booking('same', 540),
      booking('moved', 600),
      booking('elsewhere', 660),
      booking('cancelled', 720),
      booking('deleted', 780, { is_deleted: true, customer_name: null }),
      booking('completed', 840),
      booking('confirmed', 870, { status: 'pending' }),
      booking('reinstated', 900, { status: 'cancelled' }),
    ];
    const now = [
      booking('same', 540, { customer_name: null }),
      booking('cancelled', 900, { status: 'cancelled' }),
      booking('completed', 840, { status: 'completed' }),
      booking('confirmed', 870),
      booking('reinstated', 900),
    ];
    expect(
      wordsOf(
        calendar(day(FRIDAY, then), day(SATURDAY, [])),
        calendar(day(FRIDAY, now), day(SATURDAY, [booking('moved', 615)])),
      ),
    ).toEqual({
      moved: 'moved: moved since, now Sat, Nov 21 · 10:15 AM',
      elsewhere: 'moved: moved to another day since',
      cancelled: 'cancelled: cancelled since',
      deleted: 'deleted: deleted since',
      confirmed: 'status: confirmed since',
      reinstated: 'status: restored since',
    });
  });

  it('are new appointments among the others, but none that are cancelled again', () => {
    const { calendar: shown, marks } = differencesOf(
      calendar(day(FRIDAY, [booking('late', 900)])),
      calendar(
        day(FRIDAY, [
          booking('new', 600),
          booking('late', 900),
          booking('off', 660, { status: 'cancelled' }),
        ]),
      ),
      FRIDAY,
    );
    expect(shown.days[0]?.bookings.map(({ id }) => id)).toEqual(['new', 'late']);
    expect([...marks]).toEqual([['new', { kind: 'new', words: 'new here since' }]]);
  });

  it('are the hours and the blocks of days', () => {
    const closed = { hours: [] };
    const { ofDays } = differencesOf(
      calendar(day(FRIDAY, []), day(SATURDAY, [], { blocked: true })),
      calendar(day(FRIDAY, [], { ...closed, blocked: true }), day(SATURDAY, [])),
      FRIDAY,
    );
    expect([...ofDays]).toEqual([
      [FRIDAY, 'Blocked now. Hours now closed'],
      [SATURDAY, 'Not blocked now'],
    ]);
  });

  it('are the blocked parts of days, whose reasons may be erased', () => {
    const block = (start: number, reason: string | null = 'Lunch', end = 780) => ({
      id: 'block',
      resource_id: null,
      start,
      end,
      reason,
    });
    const wholeDay = block(0, 'Holiday', 1440);
    const wordsFor = (then: Partial<CalendarDay>, now: Partial<CalendarDay>) =>
      differencesOf(calendar(day(FRIDAY, [], then)), calendar(day(FRIDAY, [], now)), FRIDAY).ofDays.get(
        FRIDAY,
      );
    expect(wordsFor({ blocks: [block(720)] }, { blocks: [block(720, null)] })).toBeUndefined();
    expect(wordsFor({ blocks: [block(720)] }, { blocks: [block(735)] })).toBe('Blocked times changed');
    expect(wordsFor({ blocks: [block(720)] }, {})).toBe('Blocked times changed');
    expect(wordsFor({}, { blocked: true, blocks: [wholeDay] })).toBe('Blocked now');
    expect(wordsFor({}, { blocked: true, blocks: [wholeDay, block(720)] })).toBe(
      'Blocked now. Blocked times changed',
    );
  });
});
