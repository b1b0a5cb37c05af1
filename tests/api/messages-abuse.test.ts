import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/machine/eventually.ts';
import { startTwilioDouble, type TwilioDouble, twilioSettings } from '../support/messages/twilio-double.ts';
import { profileWith } from '../support/salon/profile-file.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { change } from '../support/staff/staff-bookings.ts';

/** A sender without an account books as often as the admission allows. */

let salon: TestSalon;
let staff: StaffApi;
let double: TwilioDouble;
beforeAll(async () => {
  double = await startTwilioDouble();
  const { default: profile } = await import('../../src/adapters/salon-profile/default.json', {
    with: { type: 'json' },
  });
  const limits = { per_number_per_day: 2, per_address_per_day: 4, per_prefix_per_day: 4, per_day: 6 };
  const { path } = await profileWith({ messages: { ...profile.messages, limits } });
  salon = await givenSalon({
    settings: {
      SALON_PROFILE: path,
      MESSAGE_WINDOW_SECONDS: '0',
      ...twilioSettings(double.url),
    },
  });
  staff = await givenStaff(salon);
});
afterAll(async () => {
  await salon.stop();
  await double.stop();
});

const ledger = async (id: string) => {
  const events = await salon.log.read(`messages-${id}`);
  return events.map(({ type, data }) => (type === 'MessageSuppressed' ? `suppressed, ${data.why}` : type));
};
const bookedBy = (number: string) =>
  salon.booked({ appointment_date: salon.freshDay(), customer_phone: number });
const OVER = ['suppressed, unconfirmed-over-cap'];
const SENT = ['MessageAttempted', 'MessageSent'];

it('lets nobody use up what the salon needs to tell its own customers', async () => {
  const numbers = ['(925) 555-0111', '(510) 555-0112', '(415) 555-0113'];
  const first = await Promise.all(numbers.map(bookedBy));
  for (const { id } of first) await eventually(async () => expect(await ledger(id)).toEqual(SENT));
  // Half of the day's texts are gone: other visitors get none now, wherever they book from.
  const more = await Promise.all(
    ['(925) 555-0111', '(408) 555-0114', '(650) 555-0115', '(707) 555-0116'].map(bookedBy),
  );
  for (const { id } of more) await eventually(async () => expect(await ledger(id)).toEqual(OVER));
  const [, , last] = more;
  if (!last) throw new Error('nobody booked');
  // Changes of the same bookings by staff are still told.
  const { status, text } = await change(staff, last.id, 'confirm');
  expect(status, text).toBe(200);
  await eventually(async () => expect(await ledger(last.id)).toEqual([...OVER, ...SENT]));
  expect((await staff.get('/api/admin/sending')).json).toMatchObject({ paused: false });
});
