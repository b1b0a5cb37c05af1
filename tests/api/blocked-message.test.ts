import { expect, it, onTestFinished } from 'vitest';
import type { BookingMessages } from '../../src/contracts/messages/waiting-messages.ts';
import { eventually } from '../support/machine/eventually.ts';
import { startTwilioDouble, twilioSettings } from '../support/messages/twilio-double.ts';
import { givenSalonForThisTest } from '../support/server/server.ts';
import { givenStaff } from '../support/staff/staff-api.ts';
import { changed } from '../support/staff/staff-bookings.ts';

it('a text that waits for the outcome of the one before it is shown as waiting for that', async () => {
  const double = await startTwilioDouble();
  onTestFinished(() => double.stop());
  const salon = await givenSalonForThisTest({
    settings: { MESSAGE_WINDOW_SECONDS: '0', ...twilioSettings(double.url) },
  });
  const staff = await givenStaff(salon);
  double.answers((response) => void response.destroy());
  const { id } = await salon.booked({ appointment_date: salon.freshDay() });
  await eventually(async () =>
    expect((await salon.log.read(`messages-${id}`)).map(({ type }) => type)).toEqual(['MessageAttempted']),
  );

  const { position } = await changed(staff, id, 'confirm');
  const isBlocked = expect.objectContaining({
    channel: 'sms',
    kind: 'confirmed',
    waits_for: 'before',
    looked_at: expect.any(String),
    next_look_at: expect.any(String),
    text: expect.stringContaining('confirmed'),
  });
  // A look writes why it waits.
  await eventually(async () => {
    const answer = await staff.get(`/api/admin/bookings/${id}/messages?after=${position}`);
    expect((answer.json as BookingMessages).waiting).toContainEqual(isBlocked);
  });
});
