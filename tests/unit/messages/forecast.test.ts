import { describe, expect, it } from 'vitest';
import { forecastOf } from '../../../src/features/messages/waiting/forecast.ts';
import type { Facts } from '../../../src/features/messages/what-to-send.ts';
import { id } from '../../support/booking/booking-facts.ts';
import {
  at,
  BOOKING_ID,
  booked,
  byCustomer,
  byStaff,
  CONFIRMED,
  consent,
  deciding,
  messageRules,
  NOON,
  NUMBER,
} from '../../support/messages/message-facts.ts';

/** The appointment is on Tuesday the 24th at 10. */

const SENDING = { paused: false, line: '', lineAt: at('2026-01-01T00:00:00Z') };
const PAUSED = { ...SENDING, paused: true };
const NIGHT = at('2026-11-21T06:00:00Z');
const MORNING = at('2026-11-21T16:00:00Z');
const CONFIRMED_BY_STAFF = [...byCustomer(booked()), ...byStaff(CONFIRMED)];

/** What is foretold about the last change of a booking, after all others were told. */
function foretold(history: ReturnType<typeof byCustomer>, facts: Partial<Facts> = {}) {
  const { booking } = deciding(history);
  return forecastOf(
    {
      bookingId: BOOKING_ID,
      booking,
      causes: booking.causes.slice(-1),
      told: undefined,
      isWanted: true,
      sending: SENDING,
      now: NOON,
      ...facts,
    },
    messageRules,
    true,
  );
}
const confirmation = { to: NUMBER, kind: 'confirmed', text: 'confirmed 2026-11-24 600' };

describe('a message that has not left', () => {
  it('leaves at the next look by day, with the words of that moment', () => {
    expect(foretold(CONFIRMED_BY_STAFF)).toMatchObject({ leaves: null, message: confirmation });
  });

  it('leaves when the quiet hours are over, an answer to its customer at once', () => {
    expect(foretold(CONFIRMED_BY_STAFF, { now: NIGHT })).toMatchObject({
      leaves: MORNING,
      message: confirmation,
    });
    expect(foretold(byCustomer(booked()), { now: NIGHT })).toMatchObject({ leaves: null });
  });

  it.each([
    ['by day', NOON],
    ['at night', NIGHT],
  ])('leaves nobody knows when while messages are paused: %s', (_, now) => {
    expect(foretold(CONFIRMED_BY_STAFF, { sending: PAUSED, now })).toMatchObject({
      leaves: 'paused',
      message: confirmation,
    });
  });

  it.each([
    ['the quiet hours end', SENDING],
    ['anybody could resume within them', PAUSED],
  ])('never leaves when its appointment begins before %s', (_, sending) => {
    const early = byCustomer(booked({ date: '2026-11-24', start: 450, end: 480 }));
    const now = at('2026-11-24T14:00:00Z');
    expect(foretold([...early, ...byStaff(CONFIRMED)], { now, sending })).toEqual({
      leaves: 'never',
      kind: 'confirmed',
      causes: [expect.any(String)],
    });
  });

  it.each<[string, ReturnType<typeof byCustomer>, Partial<Facts>]>([
    ['its customer wants no texts', [...CONFIRMED_BY_STAFF, ...byStaff(consent(false))], {}],
    ['its number has opted out', CONFIRMED_BY_STAFF, { isWanted: false }],
    ['nothing is open', CONFIRMED_BY_STAFF, { causes: [] }],
    ['its time is over', CONFIRMED_BY_STAFF, { now: at('2026-11-25T18:00:00Z') }],
  ])('does not wait where the next look ends it: %s', (_, history, facts) => {
    for (const sending of [SENDING, PAUSED]) expect(foretold(history, { sending, ...facts })).toBeUndefined();
  });

  it('tells of what is left when some of the changes have an end of their own', () => {
    const { booking } = deciding(CONFIRMED_BY_STAFF);
    const [request, confirmed] = booking.causes;
    // What was asked for up to here may have been sent in a time that a restored log has lost.
    const sending = { ...SENDING, line: request?.position ?? '' };
    for (const now of [NOON, NIGHT])
      expect(foretold(CONFIRMED_BY_STAFF, { causes: booking.causes, sending, now })).toMatchObject({
        leaves: now === NIGHT ? MORNING : null,
        message: { ...confirmation, causes: [confirmed?.id] },
      });
    const all = { ...SENDING, line: confirmed?.position ?? '' };
    expect(foretold(CONFIRMED_BY_STAFF, { causes: booking.causes, sending: all })).toBeUndefined();
  });

  it('leaves at its own time when it is a reminder, which is no wait for the morning', () => {
    const causes = { reminder: id(90) };
    const message = { kind: 'reminder', causes: [id(90)] };
    expect(foretold(CONFIRMED_BY_STAFF, { causes })).toMatchObject({ leaves: null, message });
    expect(foretold(CONFIRMED_BY_STAFF, { causes, sending: PAUSED })).toMatchObject({
      leaves: 'paused',
      message,
    });
    // It was held up until the night.
    const now = at('2026-11-24T06:00:00Z');
    expect(foretold(CONFIRMED_BY_STAFF, { causes, now })).toMatchObject({
      leaves: at('2026-11-24T16:00:00Z'),
      message,
    });
  });
});
