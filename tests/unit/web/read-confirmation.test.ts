import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  confirmationFromQuery,
  readConfirmation,
} from '../../../web/features/thank-you/read-confirmation.ts';
import { Confirmation } from '../../../web/salon/confirmation.ts';

const QUERY = {
  success: 'true',
  date: '2026-11-24',
  time: '10:30 AM',
  services: JSON.stringify([{ id: 'perm', name: 'Perm', duration: 120 }, 'Up do']),
  name: 'Ada',
  email: 'ada@example.com',
  phone: '925',
};
const read = (changes: Record<string, string> = {}) =>
  confirmationFromQuery(new URLSearchParams({ ...QUERY, ...changes }));
const BOOKED: Confirmation = {
  date: '2026-12-01',
  time: '9:00 AM',
  services: [],
  name: 'Grace',
  email: '',
  phone: '',
  notes: null,
  managePath: '/m/abc',
  position: '7'.padStart(32, '0'),
};

describe('the confirmation', () => {
  it('is read from an address, with services by name, with or without a duration', () => {
    expect(read()).toEqual({
      date: '2026-11-24',
      time: '10:30 AM',
      services: [
        { name: 'Perm', duration: 120 },
        { name: 'Up do', duration: 0 },
      ],
      name: 'Ada',
      email: 'ada@example.com',
      phone: '925',
      notes: null,
      managePath: null,
      position: null,
    });
  });

  it('is absent without success, a valid date or a valid time in the address', () => {
    expect(read({ success: 'false' })).toBeNull();
    expect(read({ date: '2026-02-30' })).toBeNull();
    expect(read({ time: '25:00' })).toBeNull();
  });

  it('shows no services when their list is invalid', () => {
    for (const services of ['', '{', '{}', '[1]', 'null', '[{"name":{}}]']) {
      expect(read({ services })?.services).toEqual([]);
    }
  });

  it('never throws on an address, and never takes a link from one', () => {
    const anyQuery = fc.dictionary(fc.constantFrom(...Object.keys(QUERY), 'managePath'), fc.string());
    fc.assert(
      fc.property(anyQuery, fc.json(), (changes, services) => {
        const confirmation = read({ services, ...changes });
        expect(confirmation === null || Confirmation.safeParse(confirmation).success).toBe(true);
        expect(confirmation?.managePath ?? null).toBeNull();
      }),
    );
  });

  it('comes from the address, else from the navigation, else from the session', () => {
    const none = new URLSearchParams();
    const kept = { ...BOOKED, name: 'Kept' };
    expect(readConfirmation(new URLSearchParams(QUERY), BOOKED, () => kept)?.name).toBe('Ada');
    expect(readConfirmation(none, BOOKED, () => kept)).toEqual(BOOKED);
    expect(readConfirmation(none, { some: 'state' }, () => kept)).toEqual(kept);
    expect(readConfirmation(none, null, () => null)).toBeNull();
  });
});
