import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenPerson } from '../support/accounts/signed-in.ts';
import { eventually } from '../support/machine/eventually.ts';
import {
  ACCOUNT,
  accepts,
  startTwilioDouble,
  type TwilioDouble,
  twilioSettings,
} from '../support/messages/twilio-double.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';

/** Numbers, words, codes and tokens must be found nowhere but at the provider. */

let salon: TestSalon;
let double: TwilioDouble;
beforeAll(async () => {
  double = await startTwilioDouble();
  salon = await givenSalon({
    now: new Date(),
    settings: {
      MESSAGE_WINDOW_SECONDS: '0',
      ...twilioSettings(double.url),
    },
  });
});
afterAll(async () => {
  await salon.stop();
  await double.stop();
});

/** Everything of the tables that nothing personal belongs in: jobs, counters, and the log with its sealed parts. */
async function stored(): Promise<string> {
  const { pool } = salon.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'pgboss', 'log') and table_type = 'BASE TABLE'`,
  );
  const all = await Promise.all(
    tables.map(async ({ name }) => (await pool.query(`select t::text as row from ${name} t`)).rows),
  );
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['public.texts_counted', 'public.sent']),
  );
  return all
    .flat()
    .map(({ row }) => row)
    .join('\n');
}

const textTo = (number: string) =>
  eventually(() => {
    const text = double.messages.find(({ to }) => to === number);
    if (!text) throw new Error('not there yet');
    return text.body;
  });
const CUSTOMER = '+19255550171';
const PERSON = '+19255550172';
const UNLUCKY = '+19255550173';

it('finds no number, text, code or token in logs, jobs, metrics, errors or tables', async () => {
  const booking = await salon.booked({ appointment_date: salon.freshDay(), customer_phone: CUSTOMER });
  const text = await textTo(CUSTOMER);
  // A provider that quotes what it was sent, in an error of each kind.
  double.answers((response, taken) => {
    const { to, body } = taken();
    response.writeHead(double.messages.length % 2 === 0 ? 400 : 500, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ code: 21_211, status: 400, message: `${to} can't have ${body}` }));
  });
  const unlucky = [];
  for (let n = 0; n < 4; n += 1)
    unlucky.push(await salon.booked({ appointment_date: salon.freshDay(), customer_phone: UNLUCKY }));
  for (const { id } of unlucky)
    await eventually(async () =>
      expect((await salon.log.read(`messages-${id}`)).length).toBeGreaterThanOrEqual(1),
    );

  const client = await (await givenPerson(salon)).signIn();
  const { data: factor, error } = await client.mfa.enroll({ factorType: 'phone', phone: PERSON });
  if (error) throw error;
  for (let n = 0; n < 2; n += 1) await client.mfa.challenge({ factorId: factor.id, channel: 'sms' });
  double.answers(accepts);
  const codes = double.messages
    .filter(({ to }) => to === PERSON)
    .map(({ body }) => /\b\d{6}\b/.exec(body)?.[0] ?? 'no code');
  expect(codes.length).toBeGreaterThan(0);

  const metrics = await salon.get('/metrics');
  expect(metrics.text).toMatch(/salon_messages_total\{channel="sms",outcome="accepted"\} [1-9]/);
  expect(salon.logged.length).toBeGreaterThan(10);
  const places = {
    logs: salon.logged.join('\n'),
    metrics: metrics.text,
    tables: await stored(),
  };
  const secrets = [
    ...[CUSTOMER, PERSON, UNLUCKY].flatMap((number) => [number, number.slice(2), '(925) 555']),
    text,
    'got your booking',
    booking.management_token,
    booking.short_code,
    ACCOUNT.authToken,
  ];
  for (const [place, content] of Object.entries(places)) {
    expect([place, ...secrets.filter((secret) => content.includes(secret))]).toEqual([place]);
    const seen = codes.filter((code) => new RegExp(`(?<![\\w.-])${code}(?![\\w.-])`).test(content));
    expect([place, ...seen]).toEqual([place]);
  }
});
