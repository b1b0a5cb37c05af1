import { afterAll, beforeAll, expect, it } from 'vitest';
import { getChangeText } from '../../src/contracts/messages/change-text.ts';
import { getUsualTexts } from '../../src/contracts/messages/usual-texts.ts';
import { eventually } from '../support/machine/eventually.ts';
import { mailFiles } from '../support/messages/mail-files.ts';
import { textsIn } from '../support/messages/text-files.ts';
import { expectProblem } from '../support/network/http.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { bookedByStaff, changed } from '../support/staff/staff-bookings.ts';
import { addedStylist } from '../support/staff/stylists.ts';

/** Texts and mails to customers name the stylist as soon as the salon is a team, and nobody before. */

const BOOKINGS = '/api/admin/bookings';

let salon: TestSalon;
let staff: StaffApi;
let ann: string;
let bea: string;
/** The words that a customer was told, and the usual texts, before there was a team. */
let toldAlone: string;
let usualAlone: string;

let people = 0;
const newCustomer = () => {
  people += 1;
  return { customer_email: `customer${people}@example.com`, customer_phone: `(925) 555-01${10 + people}` };
};
type Customer = ReturnType<typeof newCustomer>;

/** The texts and mails that a customer has got, once they got so many of each. */
const toldTo = ({ customer_email, customer_phone }: Customer, count: number) =>
  eventually(async () => {
    const number = `+1${customer_phone.replaceAll(/\D/g, '')}`;
    const texts = (await textsIn(salon.dataDir)).filter(({ to }) => to === number);
    const mails = (await mailFiles(salon.dataDir)).filter(({ to }) =>
      to?.some(({ address }) => address === customer_email),
    );
    expect([texts.length, mails.length]).toEqual([count, count]);
    return { texts: texts.map(({ text }) => text), mails };
  });

const added = (name: string) => addedStylist(staff, { name });

const usualTexts = async () => {
  const { json } = await staff.get('/api/admin/usual-texts');
  return getUsualTexts.answer.body
    .parse(json)
    .texts.map(({ text }) => text)
    .join('\n');
};
const changeText = async (id: string, query: string) => {
  const { status, json, text } = await staff.get(`${BOOKINGS}/${id}/change-text?${query}`);
  expect(status, text).toBe(200);
  return getChangeText.answer.body.parse(json);
};

beforeAll(async () => {
  salon = await givenSalon({ settings: { MESSAGE_WINDOW_SECONDS: '0' } });
  staff = await givenStaff(salon);
  const customer = newCustomer();
  await bookedByStaff(staff, { appointment_date: salon.freshDay(), ...customer });
  const { texts, mails } = await toldTo(customer, 1);
  toldAlone = [...texts, mails[0]?.text, mails[0]?.html].join('\n');
  usualAlone = await usualTexts();
  ann = await added('Ann Lee');
  bea = await added('Bea Kim');
});
afterAll(() => salon.stop());

it('name nobody as long as there is one stylist', () => {
  expect(toldAlone).toMatch(/10:00 AM is confirmed\./);
  expect(toldAlone).not.toMatch(/stylist|\bwith [A-Z]/);
  expect(usualAlone).not.toMatch(/ with /);
});

it('name the stylist of a booking, and another one once it is handed over', async () => {
  const customer = newCustomer();
  const request = { appointment_date: salon.freshDay(), stylist_id: ann, ...customer };
  const { id } = await bookedByStaff(staff, request);
  await toldTo(customer, 1);
  const to = { new_date: request.appointment_date, new_time: '10:00 AM', stylist_id: bea };

  // Until it is recorded that the first messages have left, these are about the booking, too.
  const shown = await eventually(async () => {
    const found = await changeText(id, `kind=rescheduled&stylist_id=${bea}`);
    for (const words of [found.text, found.mail.usual.paragraphs[0]])
      expect(words).toContain(' at 10:00 AM is now with Bea Kim.');
    return found;
  });
  await changed(staff, id, 'reschedule', { ...to, notify: true });
  const handedOver = await toldTo(customer, 2);
  expect(handedOver.texts[0]).toContain(' at 10:00 AM with Ann Lee is confirmed. ');
  expect(handedOver.texts[1]).toBe(shown.text);
  const [first, second] = handedOver.mails
    .map(({ text = '', html = '' }) => ({ text, html }))
    .sort((one) => (one.text.includes('Ann Lee') ? -1 : 1));
  for (const words of [first?.text, first?.html]) expect(words).toContain('10:00 AM with Ann Lee for');
  for (const words of [second?.text, second?.html])
    expect(words).toContain(shown.mail.usual.paragraphs[0] ?? 'a paragraph');
  expect(second?.text).toContain('10:00 AM is now with Bea Kim.');
  const entries = handedOver.mails.map(({ attachments }) =>
    attachments.map(({ content }) => Buffer.from(content as ArrayBuffer).toString()).join(''),
  );
  for (const name of ['Ann Lee', 'Bea Kim'])
    expect(entries.filter((entry) => entry.includes(`Your appointment is with ${name}.`))).toHaveLength(1);

  const own = shown.mail.own.paragraphs;
  expect(own).toEqual([expect.stringMatching(/ at 10:00 AM with Bea Kim$/)]);
  const moved = await changeText(id, 'kind=rescheduled&time=2:30%20PM');
  expect(moved.text).toContain(' at 2:30 PM with Bea Kim. ');
  const anyone = await changeText(id, 'kind=rescheduled&time=2:30%20PM&anyone=true');
  expect(anyone.text).toMatch(/has moved to .* at 2:30 PM\. /);
  expect(anyone.mail.own.paragraphs).toEqual([expect.stringMatching(/ at 2:30 PM$/)]);
  const other = await changeText(id, 'kind=rescheduled&anyone=true');
  for (const words of [other.text, other.mail.usual.paragraphs[0]])
    expect(words).toContain(' at 10:00 AM is now with another stylist.');
  const both = await changeText(id, `kind=rescheduled&time=2:30%20PM&stylist_id=first`);
  expect(both.text).toMatch(/has moved to .* at 2:30 PM with Lumière Hair Studio\. /);
});

it('name nobody whose name was erased meanwhile, and refuse whom nobody knows', async () => {
  const cleo = await added('Cleo Day');
  const { id } = await bookedByStaff(staff, {
    appointment_date: salon.freshDay(),
    stylist_id: cleo,
    ...newCustomer(),
  });
  expect((await changeText(id, 'kind=cancelled')).text).toContain('with Cleo Day is cancelled');
  await staff.post(`/api/admin/stylists/${cleo}/deactivate`);
  expect((await staff.post(`/api/admin/stylists/${cleo}/erase`)).status).toBe(200);
  expect((await changeText(id, 'kind=cancelled')).text).not.toContain(' with ');
  const unknown = '00000000-0000-4000-8000-000000000000';
  expectProblem(
    await staff.get(`${BOOKINGS}/${id}/change-text?kind=rescheduled&stylist_id=${unknown}`),
    'unknown-stylist',
  );
});

it('are shown to staff with a stylist, who stands where the settings say', async () => {
  expect(await usualTexts()).toContain(' at 12:30 PM with Lumière Hair Studio is confirmed. ');
  const { json, headers } = await staff.get('/api/admin/settings/messages');
  const { settings, variables } = json as {
    settings: { texts: Record<string, string> };
    variables: Record<string, string>;
  };
  expect(variables.stylist).toBe('with Lumière Hair Studio');
  const texts = { ...settings.texts, reminder: '{name}: see you {stylist} on {date}, {time}. {link}' };
  const saved = await staff.patch('/api/admin/settings/messages', { texts }, { ifMatch: headers.etag ?? '' });
  expect(saved.status, saved.text).toBe(200);
  await expect.poll(usualTexts).toMatch(/see you with Lumière Hair Studio on .*, 12:30 PM\. http/);
});
