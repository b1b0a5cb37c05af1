import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/machine/eventually.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff } from '../support/staff/staff-api.ts';

/** Texts and mails that became files, since there is nothing to send them with. */

let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date(), settings: { MESSAGE_WINDOW_SECONDS: '0' } });
});
afterAll(() => salon.stop());

const namesIn = (folder: string) => readdir(join(salon.dataDir, folder)).catch(() => [] as string[]);

/** The files of the text and of the mail about a booking, as its ledgers know them. */
async function filesAbout(id: string): Promise<readonly string[]> {
  const events = [...(await salon.log.read(`messages-${id}`)), ...(await salon.log.read(`mails-${id}`))];
  const attempts = events.flatMap(({ type, data }) => {
    if (type === 'MessageAttempted') return [String(data.attemptId)];
    return type === 'MailSent' ? [String(data.mailId)] : [];
  });
  const names = [...(await namesIn('sms')), ...(await namesIn('mail'))];
  return names.filter((name) => attempts.some((attempt) => name.includes(attempt)));
}

it('go with the appointment that they are about, and with no other', async () => {
  const staff = await givenStaff(salon);
  const [deleted, kept] = [
    await salon.booked({ appointment_date: salon.freshDay() }),
    await salon.booked({ appointment_date: salon.freshDay() }),
  ];
  const endings = (names: readonly string[]) => names.map((name) => name.replace(/.*\./, '')).sort();
  for (const { id } of [deleted, kept])
    await eventually(async () => expect(endings(await filesAbout(id))).toEqual(['eml', 'txt']));
  const answer = await staff.delete(`/api/admin/bookings/${deleted.id}`);
  expect(answer.status, answer.text).toBe(200);
  await eventually(async () => expect(await filesAbout(deleted.id)).toEqual([]));
  expect(await filesAbout(kept.id)).toHaveLength(2);
});
