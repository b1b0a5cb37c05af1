import { describe, expect, it } from 'vitest';
import type { KnownCustomer } from '../../../../src/contracts/customers/known-customer.ts';
import { lastTimeOf } from '../../../../web/admin/bookings/new/last-time.ts';
import { namesakesOf } from '../../../../web/admin/bookings/new/matching-customers.ts';
import { EMPTY_BOOKING, requestOf } from '../../../../web/admin/bookings/new/new-booking-form.ts';
import { servicesFor } from '../../../../web/admin/bookings/new/services-picker.tsx';
import { ADA_PROFILE, ADMIN_SERVICES, CUSTOMERS } from '../../../e2e/support/fixtures/admin-fixtures.ts';

const offered = ADMIN_SERVICES.filter(({ active }) => active);
const [to_come, last, cancelled] = ADA_PROFILE.service_history;
const visitOf = (ids: readonly string[]) => ({
  ...last,
  services: ids.map((id) => ({ id, name: id, price: '$1.00', duration: 30 })),
});

describe('the suggestion from a customer’s last visit', () => {
  const lastTime = (service_history: readonly unknown[]) =>
    lastTimeOf({ service_history: service_history as (typeof ADA_PROFILE)['service_history'] }, offered, {
      date: '2026-11-20',
      minute: 720,
    });
  const idsOf = (service_history: readonly unknown[]) =>
    lastTime(service_history)?.services.map(({ id }) => id);

  it('is of the last visit, not of one that is still to come or was cancelled', () => {
    expect(lastTime([to_come, last, cancelled])).toMatchObject({
      date: '2026-10-13',
      services: [{ id: 'womens-haircut' }],
    });
    expect(lastTime([to_come, cancelled])).toBeUndefined();
    expect(lastTime([])).toBeUndefined();
  });

  it('is of today for who has been here today, and not for who is here or still to come', () => {
    const today = (appointment_time: string, status = 'confirmed') => {
      const services = [{ id: 'womens-haircut', name: '', price: '$45.00', duration: 60 }];
      const visit = { ...to_come, appointment_date: '2026-11-20', appointment_time, status, services };
      return lastTime([visit, last])?.date;
    };
    expect(today('11:00 AM')).toBe('2026-11-20');
    expect(today('11:15 AM')).toBe('2026-10-13');
    expect(today('12:15 PM')).toBe('2026-10-13');
    // They left earlier than planned.
    expect(today('11:15 AM', 'completed')).toBe('2026-11-20');
  });

  it('leaves out services that are not offered any more', () => {
    expect(idsOf([visitOf(['updo', 'scalp-treatment', 'mens-haircut'])])).toEqual(['updo', 'mens-haircut']);
    expect(idsOf([visitOf(['scalp-treatment', 'no-such-service'])])).toBeUndefined();
  });
});

describe('consent to texts', () => {
  const said = (given: boolean): KnownCustomer => ({
    notes: null,
    last_visit_note: null,
    sms_consent: { given, at: '2026-11-10T20:00:00.000Z' },
    opted_out: null,
  });
  const agrees = (consent: boolean | null, known?: KnownCustomer) =>
    requestOf({ ...EMPTY_BOOKING, consent }, known).sms_consent;

  it('is what an existing customer said last, as long as nothing else is said', () => {
    expect([agrees(null), agrees(null, said(true)), agrees(null, said(false))]).toEqual([false, true, false]);
    expect([agrees(false, said(true)), agrees(true, said(false))]).toEqual([false, true]);
  });

  it('isn’t assumed once the number has opted out', () => {
    const opted_out = { at: '2026-11-12T20:00:00.000Z', by: 'customer' } as const;
    expect(agrees(null, { ...said(true), opted_out })).toBe(false);
  });
});

describe('a search for services', () => {
  const found = (search: string) => servicesFor(search, offered).map(({ id }) => id);

  it('looks for each word in name and category, in capitals or small letters', () => {
    expect(found('CUT')).toEqual(['mens-haircut', 'womens-haircut']);
    expect(found('full high')).toEqual(['full-highlights']);
    expect(found('hair color root')).toEqual(['root-touchup']);
    expect(found('nail')).toEqual([]);
  });

  it('has beginnings of words first, in the name before the category', () => {
    const named = (id: string, name: string, category: (typeof offered)[number]['category']) => ({
      ...(offered[0] as (typeof offered)[number]),
      id,
      name,
      category,
    });
    const some = [
      named('part', 'Uncolored', 'Other'),
      named('category', 'Gloss', 'Hair Color'),
      named('name', 'Full Color', 'Hair Color'),
      named('sign', 'Cut/color', 'Haircut'),
    ];
    expect(servicesFor('col', some).map(({ id }) => id)).toEqual(['name', 'sign', 'category', 'part']);
  });

  it('finds all of them before anything is typed', () => {
    expect(found(' ')).toHaveLength(offered.length);
  });
});

describe('customers of a typed name', () => {
  const named = (name: string) => namesakesOf(name, CUSTOMERS).map((customer) => customer.name);

  it('have exactly this name, but for capitals and accents', () => {
    expect(named(' ada  MOREAU ')).toEqual(['Ada Moreau']);
    expect(named('Beatriz Alvarez-Montgomery de la Fuente')).toHaveLength(1);
    expect(named('Ada')).toEqual([]);
    expect(named('')).toEqual([]);
  });
});
