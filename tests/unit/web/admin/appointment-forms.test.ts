import { describe, expect, it } from 'vitest';
import { CreateAdminBooking } from '../../../../src/contracts/bookings/admin-bookings.ts';
import { PROBLEMS, type ProblemCode } from '../../../../src/contracts/problem.ts';
import { filtersOf, isFiltered, NO_FILTERS } from '../../../../web/admin/appointments/list/filters.ts';
import { filtersOfTab, TABS, tabOf, weekFrom } from '../../../../web/admin/appointments/list/tabs.ts';
import {
  EMPTY_BOOKING,
  FIELDS,
  refusedField,
  requestOf,
  sumOf,
  type TypedBooking,
} from '../../../../web/admin/bookings/new/new-booking-form.ts';
import { hoursAround, typedInstant } from '../../../../web/admin/bookings/same-source/typed-instant.ts';
import { paidCents } from '../../../../web/admin/bookings/visit/paid-cents.ts';
import { valueText } from '../../../../web/admin/history/history-text.ts';
import { problemText } from '../../../../web/admin/ui/form/problem-text.ts';
import { ApiError } from '../../../../web/api.ts';
import { ADMIN_SERVICES, customerId } from '../../../e2e/support/fixtures/admin-fixtures.ts';

const FILLED = {
  ...EMPTY_BOOKING,
  name: 'Grace Lin',
  phone: '(925) 555-0123',
  serviceIds: ['updo'],
  date: '2026-12-04',
  time: '9:30 AM',
};

describe('a typed amount', () => {
  it.each([
    ['65', 6_500],
    [' $65.50 ', 6_550],
    ['1,250.00', 125_000],
    ['0', 0],
    ['19.99', 1_999],
    ['7.', 700],
    ['100000', 10_000_000],
  ])('%o is so many cents', (typed, cents) => {
    expect(paidCents(typed)).toBe(cents);
  });

  it('may be left out', () => {
    expect(paidCents('  ')).toBeNull();
    expect(paidCents('$')).toBeNull();
  });

  it.each(['-5', '1.234', '12,50', '1e3', 'sixty', '100000.01', '1,2,3', '.', '0x10'])(
    'can’t be %o',
    (typed) => {
      expect(paidCents(typed)).toBeUndefined();
    },
  );
});

describe('filters in the address', () => {
  it('are all appointments without any', () => {
    expect(filtersOf(NO_FILTERS)).toEqual({ search: '', status: undefined, from: undefined, to: undefined });
    expect(isFiltered(filtersOf(NO_FILTERS))).toBe(false);
  });

  it('leave out what can’t be, as a last day before the first', () => {
    expect(filtersOf({ search: ' ada ', status: 'lost', from: '2026-12-05', to: '2026-12-01' })).toEqual({
      search: 'ada',
      status: undefined,
      from: '2026-12-05',
      to: undefined,
    });
    expect(filtersOf({ ...NO_FILTERS, from: '0002-01-01', to: '2026-12-01' })).toMatchObject({
      from: undefined,
      to: '2026-12-01',
    });
    expect(filtersOf({ ...NO_FILTERS, search: 'a'.repeat(300) }).search).toHaveLength(100);
    expect(isFiltered(filtersOf({ ...NO_FILTERS, status: 'pending' }))).toBe(true);
  });
});

describe('tabs of the list', () => {
  const today = '2026-11-20';

  it('stand for filters', () => {
    const none = { status: '', from: '', to: '' };
    expect(TABS.map((tab) => filtersOfTab(tab, today))).toEqual([
      none,
      { ...none, from: today, to: today },
      { ...none, from: today },
      { ...none, status: 'pending' },
      { ...none, to: '2026-11-19' },
    ]);
  });

  it('are all appointments unless the address names one', () => {
    expect([null, '', 'lost', 'all', 'today'].map(tabOf)).toEqual(['all', 'all', 'all', 'all', 'today']);
  });
});

describe('a week to choose', () => {
  it.each([
    ['2026-11-20', 0, '2026-11-15', '2026-11-21'],
    ['2026-11-20', 1, '2026-11-22', '2026-11-28'],
    // These are its first and its last day, over the end of a year.
    ['2026-12-27', 0, '2026-12-27', '2027-01-02'],
    ['2026-12-26', 1, '2026-12-27', '2027-01-02'],
  ])('on %s, %d weeks on, is from %s to %s', (today, weeks, from, to) => {
    expect(weekFrom(today, weeks)).toEqual({ from, to });
  });
});

/** The contract's errors, by the form's field. */
const errorsOf = (typed: TypedBooking) =>
  Object.fromEntries(
    (CreateAdminBooking.safeParse(requestOf(typed)).error?.issues ?? []).map(({ path: [name], message }) => [
      FIELDS[name as keyof typeof FIELDS] ?? name,
      problemText(message),
    ]),
  );

describe('a new booking', () => {
  it('names each field that is wrong, in the words of the specification', () => {
    expect(errorsOf(EMPTY_BOOKING)).toEqual({
      name: 'Customer name must be at least 2 characters',
      phone: 'Please enter a valid phone number',
      serviceIds: 'Please select at least one service',
      date: 'Please select appointment date and time',
      time: 'Please select appointment date and time',
    });
    expect(errorsOf({ ...FILLED, email: 'grace' })).toEqual({ email: 'Please enter a valid email address' });
    expect(errorsOf({ ...FILLED, time: '' })).toEqual({ time: 'Please select appointment date and time' });
    expect(errorsOf(FILLED)).toEqual({});
  });

  it('is for a customer who was picked, or for whoever has that name', () => {
    expect(requestOf(FILLED)).not.toHaveProperty('customer_id');
    expect(requestOf({ ...FILLED, customerId: customerId(1) })).toMatchObject({
      customer_id: customerId(1),
      services: [{ id: 'updo' }],
    });
  });

  it('takes and costs what its services do', () => {
    expect(sumOf(ADMIN_SERVICES, ['updo', 'womens-haircut'])).toEqual({ minutes: 120, price: '$110.00' });
    expect(sumOf(ADMIN_SERVICES, ['updo', 'full-color']).price).toBe('$65.00 + Price Varies');
    expect(sumOf(ADMIN_SERVICES, ['full-color']).price).toBe('Price Varies');
  });

  const refused = (code: ProblemCode, path?: string) =>
    new ApiError({
      type: `urn:problem:${code}`,
      title: 'Refused',
      code,
      ...PROBLEMS[code],
      ...(path && { errors: [{ path, message: PROBLEMS[code].detail }] }),
    });

  it('shows a refusal where it belongs', () => {
    for (const code of ['slot-taken', 'outside-staff-times'] as const)
      expect(refusedField(refused(code))).toBe('time');
    expect(refusedField(refused('unknown-service'))).toBe('serviceIds');
    expect(refusedField(refused('customer-phone-invalid', 'customer_phone'))).toBeUndefined();
    expect(refusedField(refused('forbidden'))).toBeUndefined();
  });
});

describe('moments of the same sender', () => {
  it('are typed by the salon’s clock and sent in UTC', () => {
    const zone = 'America/Los_Angeles';
    const { from, to } = hoursAround('2026-11-20T18:00:30.000Z', 12, zone);
    expect([from, to]).toEqual(['2026-11-19T22:00', '2026-11-20T22:01']);
    expect(typedInstant(from, zone)).toBe('2026-11-20T06:00:00.000Z');
    expect(typedInstant(to, zone)).toBe('2026-11-21T06:01:00.000Z');
    // Nothing, a half, and an hour that the clocks skip.
    for (const typed of ['', '2026-11-20', '2026-11-20T', '2027-03-14T02:30']) {
      expect(typedInstant(typed, zone)).toBeNull();
    }
  });
});

describe('a value in a history', () => {
  it.each([
    ['2026-12-03', 'Thu, Dec 3, 2026'],
    ['9:30 AM', '9:30 AM'],
    [true, 'yes'],
    [null, ''],
    [60, '60'],
    [['Updo', 'Perm'], 'Updo, Perm'],
    ['+19255550101', '(925) 555-0101'],
    ['Sensitive scalp', 'Sensitive scalp'],
  ])('%o is told as %o', (value, words) => {
    expect(valueText(value, 'notes')).toBe(words);
  });
});
