import { expect, it } from 'vitest';
import { ADA, bookingPath, details } from '../support/fixtures/booking-fixtures.ts';
import {
  ANSWER_PATH,
  ANSWERED,
  FAILED,
  MESSAGE_SUCCESS,
  messageList,
  QUESTION,
} from '../support/fixtures/message-fixtures.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { expectAccessible, expectFocus } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { positionAt } from '../support/site/live-updates.ts';
import { json, lostNetwork, type MockResponse, problem } from '../support/site/mock-api.ts';

/** An answer to what a customer has texted, written on the page Messages. */

const site = givenSite();
const open = adminOpener(site);
const POST = `POST ${ANSWER_PATH}`;
const TEXT = 'Of course: he is welcome!';

async function openQuestion(changes: Record<string, MockResponse> = {}) {
  const opened = await open('/admin/messages', {
    ...MESSAGE_SUCCESS,
    'GET /api/admin/messages': messageList([QUESTION, ANSWERED]),
    ...changes,
  });
  await opened.button('Answer Ada Moreau').click();
  const answer = opened.page.getByLabel('Your answer to Ada Moreau');
  await answer.waitFor();
  const sent = () => opened.called(POST).map(({ body }) => body);
  return { ...opened, answer, sent };
}

it('stays as it was typed when a colleague answers first, and is sent once that was told', async () => {
  const { page, api, button, toast, answer, sent } = await openQuestion({
    [POST]: problem('answered-meanwhile'),
  });
  await button('Send answer').click();
  await page.getByText('Please write an answer first').waitFor();
  await expectFocus(answer);
  await answer.fill(TEXT);
  api.change({
    'GET /api/admin/messages': messageList([{ ...QUESTION, needs_staff: false, answers: 1 }, ANSWERED], 3),
  });
  site.live.tell({ kind: 'message', id: QUESTION.booking_id, position: positionAt(3) });
  await page.getByRole('button', { name: /^Ada Moreau.*my dog.*Answered/, expanded: true }).waitFor();
  expect(await answer.inputValue()).toBe(TEXT);
  await button('Send answer').click();
  await toast('Somebody has answered this text meanwhile. Please look at their answer first.').waitFor();
  api.change({ [POST]: MESSAGE_SUCCESS[POST] ?? lostNetwork });
  await button('Send answer').click();
  await toast('Answer on its way').waitFor();
  await button('Answer again').waitFor();
  expect(sent()).toEqual([
    { text: TEXT, answers_seen: 0 },
    { text: TEXT, answers_seen: 1 },
  ]);
});

it('is left only after a question, by its row and by another screen’s link', async () => {
  const { page, button, answer } = await openQuestion();
  const row = page.getByRole('button', { name: /^Ada Moreau.*my dog/ });
  const question = page.getByRole('alertdialog', { name: 'Discard this answer?' });
  await answer.fill(TEXT);
  for (const way of [row, page.getByRole('link', { name: 'Services', exact: true })]) {
    await way.click();
    await question.waitFor();
    await button('Keep editing').click();
    await question.waitFor({ state: 'hidden' });
    expect(await answer.inputValue()).toBe(TEXT);
  }
  await row.click();
  await button('Discard').click();
  await answer.waitFor({ state: 'hidden' });
  await row.click();
  expect(await answer.inputValue()).toBe('');
});

it('is repeated under the same key when the answer of the server was lost', async () => {
  const { page, api, button, toast, answer, sent } = await openQuestion({ [POST]: lostNetwork });
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') keys.push(request.headers()['idempotency-key']);
  });
  await answer.fill(TEXT);
  await button('Send answer').click();
  await toast('The answer could not be sent').waitFor();
  expect(await answer.inputValue()).toBe(TEXT);
  api.change({ [POST]: MESSAGE_SUCCESS[POST] ?? lostNetwork });
  await button('Send answer').click();
  await toast('Answer on its way').waitFor();
  expect(new Set(keys).size).toBe(1);
  expect(sent()).toEqual(Array(2).fill({ text: TEXT, answers_seen: 0 }));
});

it('isn’t needed where a message did not arrive: staff call, or dismiss it', async () => {
  const dismissed = `POST /api/admin/messages/${FAILED.id}/dismiss`;
  const { page, api, button, toast, called } = await open('/admin/messages', {
    ...MESSAGE_SUCCESS,
    'GET /api/admin/messages': messageList([FAILED, ANSWERED]),
    [`GET ${bookingPath(1)}`]: details(ADA),
    [dismissed]: json({ id: FAILED.id, position: positionAt(4) }),
  });
  await button('Send again to Ada Moreau').waitFor();
  // That the salon is running late can't be sent again.
  const late: typeof FAILED = { ...FAILED, kind: 'late', can_resend: false };
  api.change({ 'GET /api/admin/messages': messageList([late, ANSWERED], 3) });
  site.live.tell({ kind: 'message', id: FAILED.booking_id, position: positionAt(3) });
  const callInRow = page.getByRole('link', { name: 'Call Ada Moreau' });
  expect(await callInRow.getAttribute('href')).toBe('tel:9255550101');
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Ada Moreau.*Failed/ }).click();
  const link = page.getByRole('link', { name: 'Call (925) 555-0101' });
  await link.waitFor();
  expect(await callInRow.count()).toBe(0);
  expect(await link.getAttribute('href')).toBe('tel:9255550101');
  await expectAccessible(page);
  api.change({
    'GET /api/admin/messages': messageList(
      [{ ...FAILED, needs_staff: false, can_resend: false, was_dismissed: true }, ANSWERED],
      4,
    ),
  });
  await button('Dismiss').click();
  await toast('Message dismissed').waitFor();
  await page.getByText('Dismissed', { exact: true }).waitFor();
  expect(await button('Dismiss').count()).toBe(0);
  expect(called(dismissed)).toHaveLength(1);
});
