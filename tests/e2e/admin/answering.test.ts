import { expect, it } from 'vitest';
import { customerId } from '../support/fixtures/admin-fixtures.ts';
import { BOOKING_SUCCESS } from '../support/fixtures/booking-fixtures.ts';
import {
  ANSWER_PATH,
  ANSWERED,
  MESSAGE_SUCCESS,
  messageList,
  QUESTION,
} from '../support/fixtures/message-fixtures.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { expectAccessible, expectFocus } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { problem } from '../support/site/mock-api.ts';

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
