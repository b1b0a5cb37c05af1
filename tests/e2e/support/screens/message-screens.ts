import type { Page } from 'playwright-core';
import { PROBLEMS } from '../../../../src/contracts/problem.ts';
import { ADMIN_SUCCESS, projected } from '../fixtures/admin-fixtures.ts';
import { signedIn } from '../fixtures/auth-fixtures.ts';
import { BOOKING_SUCCESS } from '../fixtures/booking-fixtures.ts';
import {
  ANSWER_PATH,
  ANSWERED,
  MESSAGE_SUCCESS,
  MESSAGES,
  messageList,
  QUESTION,
  STUCK,
} from '../fixtures/message-fixtures.ts';
import { sendingIs } from '../fixtures/sending-fixtures.ts';
import { lostNetwork, type MockResponse, silence } from '../site/mock-api.ts';
import { wizardVisitor } from '../visitor/wizard-visitor.ts';
import type { Screen } from './screen.ts';

const mocked = (changes: Record<string, MockResponse> = {}) => ({
  ...ADMIN_SUCCESS,
  ...BOOKING_SUCCESS,
  ...MESSAGE_SUCCESS,
  ...changes,
});
const text = (words: string) => (page: Page) => page.getByText(words).first().waitFor();
const press = (name: string) => async (page: Page) => {
  await wizardVisitor(page).button(name).click();
  await page.getByRole('alertdialog').waitFor();
};
const list = { path: '/admin/messages', api: mocked(), begin: signedIn(), reach: text('9 messages') };
const paused = (why: 'staff' | 'spending' | 'copied') =>
  mocked({ 'GET /api/admin/sending': sendingIs({ paused: true, why, waiting: 12 }) });

/** Messages to customers, in every state that somebody can meet. */
export const MESSAGE_SCREENS: readonly Screen[] = [
  { ...list, name: 'admin messages' },
  {
    ...list,
    name: 'admin messages, one open',
    reach: async (page) => {
      await page.getByRole('button', { name: /Ada Moreau.*Text: .*Failed/ }).click();
      await page.getByText('The phone was off or out of reach.').last().waitFor();
    },
  },
  {
    ...list,
    name: 'admin messages, a mail open',
    reach: async (page) => {
      await page.getByRole('button', { name: /Mail: Booking confirmed/ }).click();
      await page.getByText('There is no such mailbox').last().waitFor();
    },
  },
  {
    ...list,
    name: 'admin messages, a reply and one not sent',
    reach: async (page) => {
      await page.getByRole('button', { name: /Reply/ }).click();
      await page.getByRole('blockquote').waitFor();
    },
  },
  {
    ...list,
    name: 'admin messages, a question',
    api: mocked({ 'GET /api/admin/messages': messageList([QUESTION, ANSWERED]) }),
    reach: async (page) => {
      await page.getByRole('button', { name: 'Answer Ada Moreau' }).click();
      await page.getByLabel('Your answer to Ada Moreau').fill('Yes, of course: he is welcome!');
    },
  },
  {
    ...list,
    name: 'admin messages, a question to call about',
    api: mocked({
      'GET /api/admin/messages': messageList([QUESTION]),
      [`GET ${ANSWER_PATH}`]: projected({
        phone: '(925) 555-0101',
        why_not: PROBLEMS['number-opted-out'].detail,
      }),
    }),
    reach: async (page) => {
      await page.getByRole('button', { name: 'Answer Ada Moreau' }).click();
      await page.getByRole('link', { name: 'Call (925) 555-0101' }).waitFor();
    },
  },
  {
    ...list,
    name: 'admin messages, one without an answer',
    api: mocked({ 'GET /api/admin/messages': messageList([STUCK]) }),
    reach: async (page) => {
      await page.getByRole('button', { name: /Leo Marsh.*No answer/ }).click();
      await page.getByText('cannot be asked what became of it').last().waitFor();
    },
  },
  { ...list, name: 'admin messages, sending one again', reach: press('Send again to Ada Moreau') },
  {
    ...list,
    name: 'admin messages, usual texts',
    path: '/admin/messages?texts=',
    reach: text('charged as 2 texts'),
  },
  { ...list, name: 'admin messages, pausing', reach: press('Pause messages') },
  {
    ...list,
    name: 'admin messages, paused',
    api: paused('staff'),
    reach: text('Messages are paused.'),
  },
  { ...list, name: 'admin messages, stopped', api: paused('spending'), reach: press('Lift the stop') },
  {
    ...list,
    name: 'admin messages, restored',
    api: paused('copied'),
    reach: text('this database was copied or restored'),
  },
  {
    ...list,
    name: 'admin messages, no provider',
    api: mocked({ 'GET /api/admin/sending': sendingIs({ has_provider: false, has_mail_server: false }) }),
    reach: text('Texts aren’t set up'),
  },
  {
    ...list,
    name: 'admin messages, more',
    api: mocked({ 'GET /api/admin/messages': messageList(MESSAGES, 0, '0.next') }),
    reach: (page) => wizardVisitor(page).button('Load more').waitFor(),
  },
  {
    ...list,
    name: 'admin messages, none',
    api: mocked({ 'GET /api/admin/messages': messageList([]) }),
    reach: text('No messages yet'),
  },
  {
    ...list,
    name: 'admin messages, none found',
    path: '/admin/messages?search=zzz&state=failed',
    api: mocked({ 'GET /api/admin/messages': messageList([]) }),
    reach: text('No messages found'),
  },
  {
    ...list,
    name: 'admin messages, loading',
    api: mocked({ 'GET /api/admin/messages': silence }),
    reach: text('Loading the messages...'),
  },
  {
    ...list,
    name: 'admin messages, not loaded',
    api: mocked({ 'GET /api/admin/messages': lostNetwork }),
    reach: text('Failed to fetch messages'),
  },
];
