import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatLongDate } from '../../../src/salon/date-text.ts';
import { calendarLink } from '../../../web/features/thank-you/calendar-link.ts';
import {
  bookingInLink,
  confirmationOf,
  readConfirmation,
} from '../../../web/features/thank-you/read-confirmation.ts';
import { Confirmation } from '../../../web/salon/confirmation.ts';
import { SALON, SERVICES } from '../../e2e/support/fixtures/fixtures.ts';

const QUERY = {
  success: 'true',
  date: '2026-11-24',
  time: '10:30 AM',
  services: JSON.stringify([{ id: 'microblading', name: 'Gold', duration: 7 }, "Up do's"]),
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  phone: '(925) 555-0199',
};
const linked = (changes: Record<string, string> = {}) =>
  bookingInLink(new URLSearchParams({ ...QUERY, ...changes }));
const shown = (changes: Record<string, string> = {}) => {
  const booking = linked(changes);
  return booking && confirmationOf(booking, SERVICES);
};
const BOOKED: Confirmation = {
  date: '2026-12-01',
  time: '9:00 AM',
  services: [],
  name: 'Grace',
  email: '',
  phone: '',
  notes: null,
  managePath: '/m/abc',
  shortPath: '/b/abc',
  position: '7'.padStart(32, '0'),
};

describe('a confirmation by an address', () => {
  it('has the services of the catalogue by id or name, with its names and lengths', () => {
    expect(shown()).toEqual({
      date: '2026-11-24',
      time: '10:30 AM',
      services: [
        { name: 'Eyebrow Microblading', duration: 120 },
        { name: "Up do's", duration: 60 },
      ],
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      phone: '(925) 555-0199',
      notes: null,
      managePath: null,
      shortPath: null,
      position: null,
    });
  });

  // Spec: 2.thank-you-sources
  it('is absent without success, a valid date or a valid time', () => {
    for (const changes of [
      { success: 'false' },
      { date: '2026-02-30' },
      { date: '0001-01-01' },
      { time: '25:00' },
      { time: '10:30 AM, and bring cash' },
    ])
      expect(linked(changes), JSON.stringify(changes)).toBeNull();
  });

  it('takes the day of a date with a time, and writes the time as the salon does', () => {
    expect(linked({ date: '2026-11-24T00:00:00Z', time: '09:30 AM' })).toMatchObject({
      date: '2026-11-24',
      time: '9:30 AM',
    });
  });

  it('has no services where their list is invalid, or too long', () => {
    const tooLong = JSON.stringify(['x'.repeat(5_000), 'perm']);
    const tooMany = JSON.stringify(Array.from({ length: 21 }, () => 'perm'));
    for (const services of ['', '{', '{}', '[1]', 'null', '[{"name":{}}]', '["__proto__"]', tooLong, tooMany])
      expect(shown({ services })?.services, services.slice(0, 40)).toEqual([]);
  });

  it('leaves out services that the salon does not offer, and names each once', () => {
    const services = JSON.stringify(['Your card was declined', 'perm', "UP DO'S", 'updo', { id: 'updo' }]);
    expect(shown({ services })?.services.map(({ name }) => name)).toEqual(['Perm', "Up do's"]);
  });

  it.each([
    'Call 900-555-0100 now',
    'Pay at evil.example',
    'https://evil.example',
    'Your appointment was cancelled, sorry',
    'This is a very long sentence',
    '<b>Ada</b>',
    'Ada\nLovelace',
    '🎁 Prize',
    'x'.repeat(61),
  ])('has no name where it is %s', (name) => {
    expect(linked({ name })?.name).toBe('');
  });

  it.each(['Ada', 'Mary-Jane O’Neil Jr.', 'José Ñandú', '李小龍', 'Anne Marie van Dyk'])(
    'has the name %s',
    (name) => {
      expect(linked({ name })?.name).toBe(name);
    },
  );

  it('has neither an e-mail address nor a phone number of another form, and never notes', () => {
    const words = 'Please call us at once';
    expect(shown({ email: words, phone: words, notes: words })).toMatchObject({
      email: '',
      phone: '',
      notes: null,
    });
  });

  it('never throws, can always be shown, and says nothing that is not the salon’s or of a strict form', () => {
    const anyQuery = fc.dictionary(
      fc.constantFrom(...Object.keys(QUERY), 'notes', 'managePath', 'position'),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(anyQuery, fc.json(), fc.date(), (changes, services, day) => {
        const date = Number.isNaN(day.getTime()) ? 'no date' : day.toISOString();
        const confirmation = shown({ services, date, ...changes });
        if (confirmation === null) return;
        expect(Confirmation.safeParse(confirmation).success).toBe(true);
        expect(confirmation).toMatchObject({ managePath: null, position: null, notes: null });
        for (const service of confirmation.services)
          expect(SERVICES.map(({ name }) => name)).toContain(service.name);
        expect(formatLongDate(confirmation.date)).not.toBe('');
        calendarLink(confirmation, SALON);
      }),
    );
  });
});

// Spec: 2.thank-you-sources
it('is otherwise the booking made in this tab: of the navigation, else of the session', () => {
  const kept = { ...BOOKED, name: 'Kept' };
  expect(readConfirmation(BOOKED, () => kept)).toEqual(BOOKED);
  expect(readConfirmation({ some: 'state' }, () => kept)).toEqual(kept);
  expect(readConfirmation(null, () => null)).toBeNull();
});
