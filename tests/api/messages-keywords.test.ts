import twilio from 'twilio';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MESSAGES_TABLE } from '../../projections/messages/projection.ts';
import { HistoryPage } from '../../src/contracts/history/history.ts';
import { countMessages } from '../../src/contracts/messages/message-count.ts';
import { type AdminMessage, listMessages } from '../../src/contracts/messages/messages.ts';
import { eventually } from '../support/machine/eventually.ts';
import {
  ACCOUNT,
  startTwilioDouble,
  type TwilioDouble,
  twilioSettings,
} from '../support/messages/twilio-double.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';

/** Answers by text that are not plain words: keywords as people type them, pictures and voice messages. */

let salon: TestSalon;
let staff: StaffApi;
let double: TwilioDouble;
beforeAll(async () => {
  double = await startTwilioDouble();
  salon = await givenSalon({ settings: { MESSAGE_WINDOW_SECONDS: '0', ...twilioSettings(double.url) } });
  staff = await givenStaff(salon);
});
afterAll(async () => {
  await salon.stop();
  await double.stop();
});

const booked = (n: number) =>
  salon.booked({ appointment_date: salon.freshDay(), customer_phone: `(925) 555-03${n}` });
const typesIn = async (id: string) => (await salon.log.read(`messages-${id}`)).map(({ type }) => type);
const isSuppressed = (id: string) =>
  eventually(async () => expect(await typesIn(id)).toEqual(['MessageSuppressed']));

/** The provider's reporting address, once the double has the text about a booking. */
const texted = (id: string) =>
  eventually(() => {
    const message = double.messages.find(({ callback }) => callback?.includes(id));
    if (!message?.callback) throw new Error('not there yet');
    return `${new URL(message.callback).origin}/webhooks/twilio`;
  });

/** Texts that the number receives and sends are one second apart, by the provider's clock. */
let seconds = 0;
async function received(
  url: string,
  n: number,
  words: string,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const inbound = double.receives(words);
  seconds += 1;
  Object.assign(inbound, { at: new Date(Date.now() + seconds * 1_000) });
  const fields = { MessageSid: inbound.sid, From: `+192555503${n}`, Body: words, ...more };
  const response = await fetch(`${salon.url}/webhooks/twilio`, {
    method: 'POST',
    headers: { 'x-twilio-signature': twilio.getExpectedTwilioSignature(ACCOUNT.authToken, url, fields) },
    body: new URLSearchParams(fields),
  });
  expect(response.status).toBe(200);
}

const listed = async (query: string): Promise<readonly AdminMessage[]> =>
  listMessages.answer.body.parse((await staff.get(`/api/admin/messages?channel=sms&${query}`)).json).messages;
/** The replies about a booking, once so many are there. */
const replies = (id: string, count: number) =>
  eventually(async () => {
    const all = await listed(`booking_id=${id}&state=received`);
    expect(all).toHaveLength(count);
    return all;
  });
const questions = async () =>
  countMessages.answer.body.parse((await staff.get('/api/admin/messages/attention')).json).questions;
const historyOf = async (id: string) =>
  HistoryPage.parse((await staff.get(`/api/admin/bookings/${id}/history`)).json).entries.filter(
    ({ type }) => type === 'ReplyReceived',
  );

it.each([
  [10, 'Stop.'],
  [11, '“STOP”'],
  [12, 'opt out'],
  [13, 'Arrête'],
  [14, '🛑'],
])('%d: %s ends the texts, and the history says it in the word that was used', async (n, words) => {
  const { id } = await booked(n);
  await received(await texted(id), n, words);
  const [reply] = await replies(id, 1);
  expect(reply).toMatchObject({ needs_staff: false, may_mean_cancel: false, text: words });
  expect(reply?.explanation).toContain(`opted out by texting “${words}”`);
  const { id: second } = await booked(n);
  await isSuppressed(second);
  await eventually(async () =>
    expect(JSON.stringify((await historyOf(id)).map(({ changes }) => changes))).toContain(`“${words}”`),
  );
});

it('CANCEL ends the texts and asks staff on its row, until they say that only texts were meant; YES brings them back', async () => {
  const { id } = await booked(15);
  const url = await texted(id);
  const before = await questions();
  await received(url, 15, 'Cancel!');
  const [reply] = await replies(id, 1);
  expect(reply).toMatchObject({ needs_staff: true, may_mean_cancel: true });
  expect(reply?.explanation).toMatch(/“Cancel!”.*may have meant the appointment/);
  expect(await questions()).toBe(before + 1);
  expect((await listed(`booking_id=${id}&state=attention`)).map((one) => one.id)).toEqual([reply?.id]);
  expect((await staff.get(`/api/admin/messages/${reply?.id}/answer`)).json).toMatchObject({
    phone: '(925) 555-0315',
    why_not: expect.stringContaining('opted out'),
  });
  await isSuppressed((await booked(15)).id);

  expect((await staff.post(`/api/admin/messages/${reply?.id}/dismiss`, {})).status).toBe(200);
  await eventually(async () => expect(await questions()).toBe(before));

  await received(url, 15, 'YES');
  const yes = (await replies(id, 2)).find(({ text }) => text === 'YES');
  expect(yes).toMatchObject({ needs_staff: false });
  expect(yes?.explanation).toContain('“YES”');
  const { id: later } = await booked(15);
  await texted(later);
  await received(url, 15, 'Yes!');
  expect((await replies(later, 1))[0]).toMatchObject({ text: 'Yes!', needs_staff: true });
});

it('a picture and a voice message say what they are, with links for staff alone', async () => {
  const { id } = await booked(16);
  const url = await texted(id);
  const [picture, voice] = ['ME0123', 'ME4567'].map(
    (media) => `https://api.twilio.com/2010-04-01/Accounts/${ACCOUNT.accountSid}/Messages/MM1/Media/${media}`,
  );
  await received(url, 16, '', {
    NumMedia: '2',
    MediaUrl0: picture ?? '',
    MediaContentType0: 'image/jpeg',
    MediaUrl1: voice ?? '',
    MediaContentType1: 'audio/amr',
  });
  const [reply] = await replies(id, 1);
  expect(reply).toMatchObject({
    needs_staff: true,
    text: '',
    attachments: [
      { kind: 'picture', url: picture },
      { kind: 'voice', url: voice },
    ],
    explanation: 'The customer has sent a picture and a voice message.',
  });
  const stored = JSON.stringify((await salon.log.read(`messages-${id}`)).map(({ data }) => data));
  const { rows } = await salon.database.pool.query<{ row: string }>(
    `select row_to_json(m)::text as row from ${MESSAGES_TABLE} m`,
  );
  expect(rows.length).toBeGreaterThan(1);
  for (const kept of [stored, ...salon.logged, ...rows.map(({ row }) => row)])
    expect(kept).not.toMatch(/ME0123|ME4567/);
});

it.each([
  [
    'a script',
    { NumMedia: '1', MediaUrl0: 'javascript:alert(1)', MediaContentType0: 'image/png' },
    'picture',
  ],
  ['no link', { NumMedia: '1', MediaContentType0: 'video/mp4' }, 'video'],
  ['no type', { NumMedia: '1', MediaUrl0: 'not a link' }, 'file'],
])('a reply whose link is %s is kept without it', async (_, more, kind) => {
  const { id } = await booked(17);
  await received(await texted(id), 17, 'Like this', more);
  expect((await replies(id, 1))[0]).toMatchObject({ text: 'Like this', attachments: [{ kind, url: null }] });
});

it.each([[{ NumMedia: 'many' }], [{ NumMedia: '-1' }], [{ NumMedia: '' }], [{ NumMedia: '0' }]])(
  'a reply with %j has its words alone',
  async (more) => {
    const { id } = await booked(18);
    await received(await texted(id), 18, 'Hello', more);
    expect((await replies(id, 1))[0]).toMatchObject({ text: 'Hello', attachments: [] });
  },
);
