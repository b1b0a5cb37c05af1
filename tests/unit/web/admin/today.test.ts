import { describe, expect, it } from 'vitest';
import type { BookingStatus } from '../../../../src/contracts/bookings/bookings.ts';
import type { CalendarDay } from '../../../../src/contracts/bookings/calendar.ts';
import { expectedCents } from '../../../../web/admin/dashboard/today/expected-cents.ts';
import { freeTimes } from '../../../../web/admin/dashboard/today/free-times.ts';
import { nextOfEach, nowAndNext } from '../../../../web/admin/dashboard/today/now-and-next.ts';
import { whileOff } from '../../../../web/admin/dashboard/today/while-off.ts';

type Booking = CalendarDay['bookings'][number];

const hours = (start: number, end: number, is_available = true) => ({
  id: `${start}`,
  resource_id: null,
  start,
  end,
  is_available,
});
const block = (start: number, end: number) => ({
  id: `${start}`,
  resource_id: null,
  start,
  end,
  reason: null,
});
const booking = (start: number, end: number, status: BookingStatus = 'confirmed') =>
  ({ start, end, status, parts: status === 'cancelled' ? [] : [{ start, end }] }) as Booking;
const day = (parts: Partial<CalendarDay>): CalendarDay => ({
  date: '2026-11-20',
  hours_from: 'week',
  left_out: { booked: 0, cancelled: 0 },
  blocked: false,
  hours: [hours(540, 1_020)],
  blocks: [],
  bookings: [],
  ...parts,
});

describe('free times', () => {
  it('are what is left of the hours between appointments and blocked times', () => {
    const bookings = [booking(600, 690), booking(720, 810), booking(800, 840)];
    expect(freeTimes(day({ bookings, blocks: [block(900, 960)] }), 0)).toEqual([
      { start: 540, end: 600, bookable: 540 },
      { start: 690, end: 720, bookable: 690 },
      { start: 840, end: 900, bookable: 840 },
      { start: 960, end: 1_020, bookable: 960 },
    ]);
  });

  it('begin now, and are left out where no appointment can begin in them any more', () => {
    const bookings = [booking(615, 630), booking(720, 1_020)];
    expect(freeTimes(day({ bookings }), 605)).toEqual([{ start: 630, end: 720, bookable: 630 }]);
    expect(freeTimes(day({ bookings }), 650)).toEqual([{ start: 650, end: 720, bookable: 660 }]);
    expect(freeTimes(day({ bookings }), 695)).toEqual([]);
  });

  it('include a cancelled appointment’s, but neither closed hours nor a blocked date', () => {
    expect(freeTimes(day({ bookings: [booking(540, 1_020, 'cancelled')] }), 0)).toHaveLength(1);
    const split = [hours(840, 1_020), hours(540, 720), hours(720, 840, false)];
    expect(freeTimes(day({ hours: split }), 0).map(({ start }) => start)).toEqual([540, 840]);
    expect(freeTimes(day({ blocked: true }), 0)).toEqual([]);
    expect(freeTimes(day({ hours: [] }), 0)).toEqual([]);
  });
});

it('free times of a stylist are within their own hours, and beside what blocks or books them alone', () => {
  const parts = (resource_id: string) => [{ resource_id, kind: 'stylist', start: 600, end: 660 }];
  const bookings = [
    { ...booking(600, 660), parts: parts('ann') },
    { ...booking(600, 660), parts: parts('bea') },
  ];
  const blocks = [
    { ...block(720, 780), resource_id: 'ann' },
    { ...block(900, 960), resource_id: null },
  ];
  const own_hours = [{ resource_id: 'bea', from: 'week' as const, windows: [{ start: 600, end: 1_020 }] }];
  const of = (id: string) =>
    freeTimes(day({ bookings: bookings.slice(id === 'ann' ? 0 : 1), blocks, own_hours }), 0, id).map(
      ({ start, end }) => [start, end],
    );
  expect(of('ann')).toEqual([
    [540, 600],
    [660, 720],
    [780, 900],
    [960, 1_020],
  ]);
  expect(of('bea')).toEqual([
    [660, 900],
    [960, 1_020],
  ]);
});

describe('who is in the chair and who is next', () => {
  const visit = (appointment_time: string, status: BookingStatus = 'confirmed') => ({
    appointment_time,
    status,
    duration: 60,
  });
  const at = (minute: number, ...visits: readonly ReturnType<typeof visit>[]) => {
    const { underWay, next } = nowAndNext(visits, minute);
    return [underWay.map(({ appointment_time }) => appointment_time), next?.appointment_time];
  };

  it('are the visits that have begun, and the first one that has not', () => {
    const day = [visit('9:00 AM'), visit('10:00 AM', 'pending'), visit('11:00 AM')];
    expect(at(539, ...day)).toEqual([[], '9:00 AM']);
    expect(at(540, ...day)).toEqual([['9:00 AM'], '10:00 AM']);
    expect(at(719, ...day)).toEqual([['10:00 AM', '11:00 AM'], undefined]);
  });

  it('is next with each stylist', () => {
    const of = (id: string, time: string) => ({ ...visit(time), stylist: { id, name: id } });
    const day = [of('ann', '9:00 AM'), of('ann', '10:00 AM'), of('bea', '11:00 AM'), of('bea', '12:00 PM')];
    const next = nextOfEach(day, 540).map(({ stylist, appointment_time }) => [stylist.id, appointment_time]);
    expect(next).toEqual([
      ['ann', '10:00 AM'],
      ['bea', '11:00 AM'],
    ]);
  });

  it('has a visit that takes longer for an hour more, until it is completed, and never more than two', () => {
    expect(at(659, visit('9:00 AM'), visit('10:00 AM'))).toEqual([['9:00 AM', '10:00 AM'], undefined]);
    expect(at(659, visit('9:00 AM', 'completed'), visit('10:00 AM'))).toEqual([['10:00 AM'], undefined]);
    expect(at(660, visit('9:00 AM'))).toEqual([[], undefined]);
    const short = ['9:00 AM', '9:15 AM', '9:30 AM'].map((time) => visit(time));
    expect(at(580, ...short)).toEqual([['9:15 AM', '9:30 AM'], undefined]);
  });
});

describe('the money of a day', () => {
  const VARIES = 'Price Varies - Determined at Consultation';
  const visit = (status: BookingStatus, total_amount: string, catalogue_amount: string | null = null) => ({
    status,
    total_amount,
    catalogue_amount,
  });

  it('is what the appointments to come are expected to bring, without those that have no amount', () => {
    expect(
      expectedCents([
        visit('completed', '$90.00'),
        visit('confirmed', '$110.00'),
        visit('pending', VARIES, '$65.00'),
        visit('pending', VARIES),
      ]),
    ).toBe(17_500);
    expect(expectedCents([])).toBe(0);
  });
});

describe('appointments while their stylist is off', () => {
  const [ann, bea] = ['first', '0195e0c3-0000-7000-8000-00000000beaa'];
  const of = (stylist: string, start: number, more: Partial<Booking> = {}) => ({
    ...booking(start, start + 60),
    id: `${stylist} ${start}`,
    outside_hours: false,
    stylist: { id: stylist, name: null },
    parts: [{ resource_id: stylist, kind: 'stylist', start, end: start + 60 }],
    ...more,
  });
  const found = (...days: CalendarDay[]) =>
    whileOff(days, [], { date: '2026-11-20', minute: 700 }).first.map(({ id }) => id);

  it('lie in a time that is blocked for the stylist alone', () => {
    const bookings = [of(ann, 720), of(bea, 720), of(bea, 800, { status: 'completed' })];
    const blocks = [{ ...block(0, 1440), resource_id: bea }, block(720, 780)];
    expect(found(day({ bookings, blocks }))).toEqual([`${bea} 720`]);
  });

  it('lie on a day on which the salon is open and the stylist is off, until they are over', () => {
    const own_hours = [
      { resource_id: bea, from: 'date' as const, windows: [] },
      { resource_id: ann, from: 'week' as const, windows: [{ start: 540, end: 720 }] },
    ];
    const bookings = [of(bea, 600), of(bea, 720), of(ann, 800, { outside_hours: true })];
    const closed = day({ date: '2026-11-21', hours: [], own_hours, bookings });
    const before = day({ date: '2026-11-19', own_hours, bookings });
    expect(found(before, day({ own_hours, bookings }), closed)).toEqual([`${bea} 720`]);
  });

  it('are all those of a stylist who has left, each once', () => {
    const cleo = { id: 'cleo', name: null };
    const appointments = (
      [
        ['later', '2027-02-01', '9:00 AM'],
        ['cleo 720', '2026-11-20', '12:00 PM'],
      ] as const
    ).map(([id, appointment_date, appointment_time]) => ({
      id,
      customer_name: 'Grace Hopper',
      appointment_date,
      appointment_time,
      duration: 60,
      status: 'confirmed' as const,
    }));
    const blocks = ['cleo', bea].map((resource_id) => ({ ...block(0, 1440), resource_id }));
    const today = day({ bookings: [of(cleo.id, 720), of(bea, 780)], blocks });
    const { total, first } = whileOff([today], [{ stylist: cleo, total: 102, appointments }], {
      date: '2026-11-20',
      minute: 700,
    });
    expect(total).toBe(103);
    expect(first.map(({ id }) => id)).toEqual(['cleo 720', `${bea} 780`, 'later']);
  });
});
