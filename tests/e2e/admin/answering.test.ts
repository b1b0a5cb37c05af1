import { expect, it } from 'vitest';
import { PROBLEMS } from '../../../src/contracts/problem.ts';
import { customerId, projected } from '../support/fixtures/admin-fixtures.ts';
import { BOOKING_SUCCESS } from '../support/fixtures/booking-fixtures.ts';
import {
  ANSWER_PATH,
  ANSWERED,
  MESSAGE_SUCCESS,
  messageList,
  PICTURE,
  QUESTION,
  STOP_OR_CANCEL,
} from '../support/fixtures/message-fixtures.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { expectAccessible, expectFocus } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { positionAt } from '../support/site/live-updates.ts';
import { json, problem } from '../support/site/mock-api.ts';

/** Answers to what customers have texted back. */

const openAdmin = adminOpener(givenSite());
const LIST = 'GET /api/admin/messages';
const open = (path = '/admin/messages', api = {}) =>
  openAdmin(path, {
    ...BOOKING_SUCCESS,
    ...MESSAGE_SUCCESS,
    [LIST]: messageList([QUESTION, ANSWERED]),
    ...api,
  });
const later = messageList([{ ...QUESTION, needs_staff: false, answers: 1 }, ANSWERED], 5);

it('is written in its row, by keyboard alone, and leaves what needs attention', async () => {
  const { page, api, toast, called } = await open();
  const urgent = page.getByRole('region', { name: 'Needs attention' });
  const answer = urgent.getByRole('button', { name: 'Answer Ada Moreau' });
  await answer.focus();
  await page.keyboard.press('Enter');
  const field = urgent.getByLabel('Your answer to Ada Moreau');
  await expectFocus(field);
  await urgent.getByText('A text to (925) 555-0101.').waitFor();
  await expectAccessible(page);

  const send = urgent.getByRole('button', { name: 'Send answer' });
  await send.click();
  await urgent.getByText('Please write an answer first').waitFor();
  expect(called('POST')).toEqual([]);

  await page.keyboard.type('Yes, bring it along!');
  api.change({ [`POST ${ANSWER_PATH}`]: problem('answered-meanwhile') });
  await send.click();
  await toast('The answer could not be sent').waitFor();
  expect(await field.inputValue()).toBe('Yes, bring it along!');

  api.change({
    [`POST ${ANSWER_PATH}`]: (...request) => {
      // Not earlier: the page reads the list again after the refusal, too.
      api.change({ [LIST]: later });
      return MESSAGE_SUCCESS[`POST ${ANSWER_PATH}`]?.(...request);
    },
  });
  await send.click();
  await toast('Answer on its way').waitFor();
  await urgent.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /Ada Moreau.*Can I bring my dog.*Answered/ }).waitFor();
  expect(called(`POST ${ANSWER_PATH}`).at(-1)?.body).toEqual({
    text: 'Yes, bring it along!',
    answers_seen: 0,
  });
});

it('is not needed, if staff say so', async () => {
  const { page, api, button, toast, called } = await open();
  await button('Answer Ada Moreau').click();
  api.change({
    [LIST]: messageList([{ ...QUESTION, needs_staff: false, was_dismissed: true }, ANSWERED], 5),
  });
  await button('No answer needed').click();
  await toast('Needs no answer').waitFor();
  await page.getByRole('region', { name: 'Needs attention' }).waitFor({ state: 'detached' });
  expect(called(`POST /api/admin/messages/${QUESTION.id}/dismiss`)).toHaveLength(1);
});

it('is a question about the appointment where the customer has opted out by CANCEL, on its row', async () => {
  const { page, api, toast, called } = await open('/admin/messages', {
    [LIST]: messageList([STOP_OR_CANCEL, QUESTION]),
    [`GET /api/admin/messages/${STOP_OR_CANCEL.id}/answer`]: projected(
      { phone: '(925) 555-0102', why_not: PROBLEMS['number-opted-out'].detail },
      0,
    ),
    [`POST /api/admin/messages/${STOP_OR_CANCEL.id}/dismiss`]: json({
      id: STOP_OR_CANCEL.id,
      position: positionAt(5),
    }),
  });
  const urgent = page.getByRole('region', { name: 'Needs attention' });
  const row = urgent.getByRole('button', { name: /CANCEL – was the appointment meant\?/ });
  await row.click();
  await urgent.getByText(/opted out by texting “CANCEL”.*may have meant the appointment/).waitFor();
  await urgent.getByText('Was the appointment meant?', { exact: true }).waitFor();
  await urgent.getByRole('link', { name: 'Call (925) 555-0102' }).waitFor();
  expect(await urgent.getByRole('link', { name: 'Look at the appointment' }).getAttribute('href')).toBe(
    `/admin/appointments/${STOP_OR_CANCEL.booking_id}`,
  );
  await expectAccessible(page);
  api.change({ [LIST]: messageList([{ ...STOP_OR_CANCEL, needs_staff: false, was_dismissed: true }], 5) });
  await urgent.getByRole('button', { name: 'Only texts were meant' }).click();
  await toast('Needs no answer').waitFor();
  await urgent.waitFor({ state: 'detached' });
  expect(called(`POST /api/admin/messages/${STOP_OR_CANCEL.id}/dismiss`)).toHaveLength(1);
});

it('says that a reply is a picture or a voice message, with its link', async () => {
  const { page } = await open('/admin/messages', {
    [LIST]: messageList([PICTURE]),
    [`GET /api/admin/messages/${PICTURE.id}/answer`]: projected(
      { phone: '(925) 555-0101', why_not: null },
      0,
    ),
  });
  await page.getByRole('button', { name: /Ada Moreau.*A picture and a voice message/ }).click();
  const sent = page.getByRole('list', { name: 'Sent with it' });
  const link = sent.getByRole('link', { name: 'Picture 1 (opens in a new tab)' });
  expect(await link.getAttribute('href')).toBe('https://api.twilio.example/media/ME1');
  expect(await link.getAttribute('rel')).toContain('noreferrer');
  await sent.getByText('Voice message 2: no link').waitFor();
  await expectAccessible(page);
});

it('is written in the row of its customer as well, below what they texted', async () => {
  const { page, button, toast } = await open(`/admin/customers?customer=${customerId(1)}`);
  const texts = page.getByRole('region', { name: 'Texts from the customer' });
  await texts.getByText('Can I bring my dog? He is very small.').waitFor();
  await texts.getByText('Answered', { exact: true }).waitFor();
  await expectAccessible(page);
  await texts.getByLabel('Your answer to Ada Moreau').fill('Yes!');
  await button('Send answer').click();
  await toast('Answer on its way').waitFor();
});
