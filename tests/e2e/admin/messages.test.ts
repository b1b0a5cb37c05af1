import { expect, it } from 'vitest';
import { ADA, BOOKING_SUCCESS, details } from '../support/fixtures/booking-fixtures.ts';
import {
  FAILED,
  MESSAGE_SUCCESS,
  MESSAGES,
  messageList,
  sendingChanged,
} from '../support/fixtures/message-fixtures.ts';
import { sendingIs } from '../support/fixtures/sending-fixtures.ts';
import { adminOpener, held } from '../support/pages/open-admin.ts';
import { expectAccessible, pressEscape } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { positionAt } from '../support/site/live-updates.ts';
import { problem } from '../support/site/mock-api.ts';

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
