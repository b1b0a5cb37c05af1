import { expect, it } from 'vitest';
import { ADA, BOOKING_SUCCESS, details, LEO } from '../support/fixtures/booking-fixtures.ts';
import { NOW } from '../support/fixtures/fixtures.ts';
import {
  FAILED,
  MESSAGE_SUCCESS,
  MESSAGES,
  messageList,
  sendingChanged,
} from '../support/fixtures/message-fixtures.ts';
import { sendingIs } from '../support/fixtures/sending-fixtures.ts';
import { WAITING_MESSAGES, waitingList } from '../support/fixtures/waiting-fixtures.ts';
import { adminOpener, held } from '../support/pages/open-admin.ts';
import { expectAccessible, pressEscape } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { positionAt } from '../support/site/live-updates.ts';
import { json, problem } from '../support/site/mock-api.ts';

/** Messages to customers. */

const site = givenSite();
const openAdmin = adminOpener(site);
const open = (path = '/admin/messages', api = {}) =>
  openAdmin(path, { ...BOOKING_SUCCESS, ...MESSAGE_SUCCESS, ...api });

it('shows what failed first, why, every try, and sends it again once', async () => {
  const { page, api, button, toast, called, dialog } = await open();
  const urgent = page.getByRole('region', { name: 'Needs attention' });
  const latest = page.getByRole('region', { name: 'Latest' });
  const row = urgent.getByRole('button', { name: /^Ada Moreau.*Failed$/ });
  await row.click();
  await urgent.getByText('The texting service could not be reached; it is tried again.').waitFor();
  await urgent.getByText('Booked · Customer').waitFor();
  await urgent.getByRole('link', { name: 'Thu, Dec 3 · 2:30 PM' }).waitFor();
  expect(new URL(page.url()).searchParams.get('message')).toBe(FAILED.id);
  await expectAccessible(page);

  const resend = `POST /api/admin/messages/${FAILED.id}/resend`;
  const appointment = `/api/admin/bookings/${FAILED.booking_id}`;
  api.change({
    [resend]: problem('number-opted-out'),
    // Corrected since.
    [`GET ${appointment}`]: details({ ...ADA, customer_phone: '(510) 555-0188' }),
  });
  await button('Send again to Ada Moreau').click();
  await dialog
    .getByText(
      'A new text about the appointment on Thu, Dec 3 · 2:30 PM, as it is now, goes to (510) 555-0188.',
    )
    .waitFor();
  const correct = dialog.getByRole('link', { name: 'correct the number' });
  expect(await correct.getAttribute('href')).toBe(`/admin/appointments/${FAILED.booking_id}`);
  await button('Send again').click();
  await dialog.getByText('This number has opted out of text messages by texting STOP.').waitFor();
  api.change({
    [resend]: MESSAGE_SUCCESS[resend] ?? problem('unavailable'),
    'GET /api/admin/messages': messageList(
      MESSAGES.map((message) =>
        message.id === FAILED.id
          ? { ...message, needs_staff: false, can_resend: false, was_resent: true }
          : message,
      ),
      5,
    ),
  });
  await button('Send again').click();
  await toast('Message will be sent again').waitFor();
  await button('Send again to Ada Moreau').waitFor({ state: 'hidden' });
  await latest.getByRole('button', { name: /^Ada Moreau.*Text: .*Failed$/ }).waitFor();
  expect(called('POST')).toHaveLength(2);

  // A mail, with what its server answered.
  await latest.getByRole('button', { name: /^Ada Moreau.*Mail: Booking confirmed.*Failed$/ }).click();
  await latest.getByText('Mail going out').waitFor();
  await latest.getByText('There is no such mailbox, or it takes no mail from here.').first().waitFor();
  await latest.getByText('ada.moreau@example.com').first().waitFor();
  // The sidebar counts what needs attention, wherever one is.
  await page.getByRole('link', { name: 'Messages 2 need attention' }).waitFor();

  // A customer's reply, and one that somebody else's change brings.
  await latest.getByText('Can I bring my dog? He is very small.').waitFor();
  api.change({
    'GET /api/admin/messages': messageList(
      MESSAGES.map((message) => ({ ...message, text: 'Something newer' })),
      9,
    ),
  });
  site.live.tell({ kind: 'message', id: FAILED.booking_id, position: positionAt(9) });
  await latest.getByText('Something newer').first().waitFor();
});

it('shows what has not left yet, why, when it was looked at, and for as long as it waits', async () => {
  const waits = 'GET /api/admin/messages/waiting';
  const { page, api, called, toast } = await open('/admin/messages', {
    [waits]: waitingList(WAITING_MESSAGES),
  });
  await page.getByText('12 messages').waitFor();
  const unsent = page.getByRole('region', { name: 'Not sent yet' });
  await unsent.getByRole('button', { name: /Leo Marsh.*Due.*Waiting/ }).waitFor();
  await unsent
    .getByRole('button', { name: /Hannah Ruiz.*Behind another, looked at 9:12\sPM.*Waiting/ })
    .waitFor();
  await unsent
    .getByRole('button', {
      name: /Ada Moreau.*Booking confirmed.*Quiet hours, looked at 9:12\sPM, next look 8:00\sAM.*Waiting/,
    })
    .click();
  await unsent.getByText('The customer has not been told yet: no texts go out at night.').waitFor();
  await unsent.getByText('Confirmed · Marie Petit').waitFor();
  await unsent.getByRole('link', { name: 'Thu, Dec 3 · 2:30 PM' }).waitFor();
  await expectAccessible(page);

  // One that never left is a row already, and says when it is looked at again.
  const [first] = WAITING_MESSAGES;
  if (!first) throw new Error('nothing waits');
  const again = { ...first, waits_for: 'provider' as const };
  const tried = { ...FAILED, status: 'not-sent' as const, needs_staff: false, causes: again.causes };
  api.change({
    'GET /api/admin/messages': messageList([tried], 7),
    [waits]: waitingList([again], 7),
  });
  site.live.tell({ kind: 'message', id: FAILED.booking_id, position: positionAt(7) });
  await page.getByText('1 message', { exact: true }).waitFor();
  await page
    .getByRole('region', { name: 'Latest' })
    .getByRole('button', { name: /Not accepted yet, looked at 9:12\sPM, next look 8:00\sAM.*Trying again/ })
    .waitFor();

  // A change of an appointment asks for a message, and one that was sent waits no more.
  api.change({ [waits]: waitingList(WAITING_MESSAGES, 8) });
  site.live.tell({ kind: 'booking', id: FAILED.booking_id, position: positionAt(8) });
  await unsent.getByText('Leo Marsh').waitFor();
  api.change({ [waits]: waitingList([], 9) });
  site.live.tell({ kind: 'message', id: FAILED.booking_id, position: positionAt(9) });
  await unsent.waitFor({ state: 'hidden' });

  // Staff keep one back, after a question.
  api.change({
    [waits]: waitingList(WAITING_MESSAGES, 10),
    [`POST /api/admin/bookings/${LEO.id}/messages/withhold`]: json({
      id: LEO.id,
      position: positionAt(10),
    }),
  });
  site.live.tell({ kind: 'booking', id: FAILED.booking_id, position: positionAt(10) });
  await unsent.getByRole('button', { name: 'Don’t send the text to Leo Marsh' }).click();
  const question = page.getByRole('alertdialog', { name: 'Don’t send this text to Leo Marsh?' });
  await question.getByText('Booking confirmed: the customer gets no text about it').waitFor();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Don’t send' }).click();
  await toast('The text will not be sent').waitFor();
  expect(called('POST').at(-1)?.body).toEqual({ channel: 'sms', causes: WAITING_MESSAGES[1]?.causes });

  // What has a state of another kind never waits; what is on the way does.
  api.change({ [waits]: waitingList(WAITING_MESSAGES, 11) });
  site.live.tell({ kind: 'booking', id: FAILED.booking_id, position: positionAt(11) });
  await unsent.getByText('Leo Marsh').waitFor();
  await page.getByLabel('State').selectOption('Failed');
  await unsent.waitFor({ state: 'hidden' });
  await page.getByLabel('State').selectOption('On the way');
  await unsent.waitFor();
  api.change({ [waits]: waitingList(WAITING_MESSAGES.slice(0, 1), 12) });
  await page.getByLabel('Channel').selectOption('Texts');
  const queries = () => called(`${waits}?`).map(({ call }) => call);
  await expect.poll(() => queries().at(-1)).toMatch(/channel=sms/);
  // The ten seconds begin when the answer is shown.
  await unsent.getByText('Leo Marsh').waitFor({ state: 'hidden' });

  // Nights and pauses end without an event: it asks again every ten seconds, however often the page is drawn meanwhile.
  await page.clock.pauseAt(new Date(NOW.getTime() + 1_000));
  const asked = queries().length;
  await page.clock.runFor(6_000);
  await page.getByRole('button', { name: 'Texts', exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await page.clock.runFor(6_000);
  await expect.poll(() => queries().length).toBeGreaterThan(asked);
});

it('is narrowed down by name, state and kind, in the address', async () => {
  const { page, called, button, heading } = await open('/admin/messages?state=nonsense');
  await heading('Messages').waitFor();
  await page.getByText('9 messages').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('ada');
  await page.getByLabel('State').selectOption('Failed');
  await page.getByLabel('Kind').selectOption('Reminder');
  await page.getByLabel('Channel').selectOption('Mails');
  const queries = () => called('GET /api/admin/messages?').map(({ call }) => call);
  await expect.poll(() => queries().at(-1)).toMatch(/search=ada.*state=failed.*kind=reminder.*channel=email/);
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toEqual({ search: 'ada', state: 'failed', kind: 'reminder', channel: 'email' });
  expect(queries().join()).not.toContain('nonsense');
  await button('Clear filters').click();
  await expect.poll(() => new URL(page.url()).search).toBe('');
});

it('shows every usual text of the salon, its length, and what makes it take more room', async () => {
  const { page, button, dialog } = await open();
  await button('Texts').click();
  await dialog.getByText('For example on Thu, Dec 3 · 12:30 PM').waitFor();
  const usual = (kind: string) => dialog.getByRole('listitem').filter({ hasText: kind });
  expect(await dialog.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
    'Request received',
    'Booking confirmed',
    'Appointment moved',
    'Appointment cancelled',
    'Appointment restored',
    'Reminder',
  ]);
  await usual('Request received').getByText('STOP to opt out').waitFor();
  await usual('Request received')
    .getByText(/^\d+ of 160 characters$/)
    .waitFor();
  await usual('Booking confirmed')
    .getByText('85 characters, charged as 2 texts: special characters take more room (✂️ À ô ç ê)')
    .waitFor();
  await usual('Reminder')
    .getByText(/^\d+ characters, charged as 2 texts$/)
    .waitFor();
  await expectAccessible(page);
  // It has an address of its own, which leads there and back.
  expect(new URL(page.url()).searchParams.has('texts')).toBe(true);
  await page.reload();
  await usual('Reminder').waitFor();
  await pressEscape(page);
  await dialog.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).search).toBe('');
});

it('tells what was kept here from what was delivered, and lists it by itself', async () => {
  const { page, called } = await open();
  await page.getByRole('button', { name: /^Beatriz.*Not set up$/ }).click();
  await page.getByText('Not sent: texts aren’t set up.').waitFor();
  await page.getByText('Text not sent: texts aren’t set up').waitFor();
  expect(await page.getByText('Text delivered').count()).toBe(0);
  await page.getByLabel('State').selectOption('Not set up');
  await expect.poll(() => called('GET /api/admin/messages?').at(-1)?.call).toContain('state=kept');
});

it('shows filters and list together with a notice above them, so that it moves neither', async () => {
  const sending = held(sendingIs({ paused: true, why: 'staff', by: 'Ana Ruiz' }));
  const { page } = await open('/admin/messages', { 'GET /api/admin/sending': sending.respond });
  await page.getByText('Loading the messages...').waitFor();
  expect(await page.getByRole('search').count()).toBe(0);
  sending.release();
  await page.getByRole('search', { name: 'Filters' }).waitFor();
  expect(await page.getByText('Messages are paused.').isVisible()).toBe(true);
});

it('says when texts don’t leave, and lets them, after a question', async () => {
  const { page, api, button, toast, called, dialog } = await open('/admin/messages', {
    'GET /api/admin/sending': sendingIs({ paused: true, why: 'spending', waiting: 12 }),
    'POST /api/admin/sending': sendingChanged(),
  });
  await page.getByRole('alert').getByText('Texts are stopped: the day’s limit was reached.').waitFor();
  await page.getByText('12 messages waiting.').waitFor();
  expect(await button('Send again to Ada Moreau').isDisabled()).toBe(true);
  await button('Lift the stop').click();
  await button('Keep them paused').click();
  await dialog.waitFor({ state: 'hidden' });
  expect(called('POST')).toEqual([]);
  await button('Lift the stop').click();
  api.change({ 'GET /api/admin/sending': sendingIs({}) });
  await dialog.getByRole('button', { name: 'Lift the stop' }).click();
  await toast('Messages are resumed').waitFor();
  await page.getByText('the day’s limit was reached').waitFor({ state: 'hidden' });

  await button('Pause messages').click();
  api.change({
    'GET /api/admin/sending': sendingIs({ paused: true, why: 'staff', by: 'Ana Ruiz' }),
  });
  await dialog.getByRole('button', { name: 'Pause messages' }).click();
  await toast('Messages are paused').waitFor();
  await page.getByText(/Ana Ruiz has paused them\.$/).waitFor();
  expect(called('POST').map(({ body }) => body)).toEqual([{ paused: false }, { paused: true }]);
});
