import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../support/machine/eventually.ts';
import { ACCOUNT, refuses } from '../support/messages/twilio-double.ts';
import { expectProblem, problemOf } from '../support/network/http.ts';
import { givenSalonForThisTest } from '../support/server/server.ts';
import { wholeLog } from '../support/server/server-proof.ts';
import {
  givenSendingKeys,
  KEYS,
  NUMBER,
  PASSWORD,
  SMS,
  TEST,
  USER,
} from '../support/settings/sending-keys.ts';
import { givenStaff, positionOf } from '../support/staff/staff-api.ts';

/** Tests that staff send with the keys in force, and that nobody finds these keys anywhere. */

const given = givenSendingKeys();

describe('a test', () => {
  it('tells why it failed, in plain words', async () => {
    await given.saved({ sms: SMS, email: given.email('wrong-password-of-tests') });
    given.double.answers(refuses(401, 20_003));
    expect(await given.tested({ channel: 'sms', to: NUMBER })).toEqual({
      outcome: 'refused',
      text: expect.stringContaining('does not know this Account SID with this Auth Token'),
    });
    given.double.answers(refuses(400, 29_999));
    expect(await given.tested({ channel: 'sms', to: NUMBER })).toMatchObject({
      text: 'Twilio refused the text, with the code 29999.',
    });
    expect(await given.tested({ channel: 'email' })).toEqual({
      outcome: 'not-sent',
      text: expect.stringContaining('does not accept the user name and password'),
    });
    await given.removed();
  });

  it('goes nowhere while messages are paused, to a wrong number, or too often', async () => {
    expectProblem(await given.staff.post(TEST, { channel: 'sms', to: '123' }), 'invalid-phone');
    const abroad = await given.staff.post(TEST, { channel: 'sms', to: '+44 20 7946 0958' });
    expect(problemOf(abroad)).toMatchObject({
      code: 'invalid-phone',
      detail: expect.stringContaining('country'),
    });
    const { pool } = given.salon.database;
    await pool.query("update sending set paused = true, why = 'copied'");
    onTestFinished(async () => void (await pool.query('update sending set paused = false, why = null')));
    expectProblem(await given.staff.post(TEST, { channel: 'email' }), 'texts-paused');
    await pool.query('update sending set paused = false, why = null');
    for (let n = 0; n < 3; n += 1) await given.tested({ channel: 'sms', to: NUMBER });
    const much = await given.staff.post(TEST, { channel: 'email' });
    expectProblem(much, 'too-many-requests');
    const waitSeconds = Number(much.headers['retry-after']);
    expect(waitSeconds).toBeGreaterThan(0);
    expect(waitSeconds).toBeLessThanOrEqual(60);
  });
});

describe('the server’s settings', () => {
  it('win, and are named as such', async () => {
    const set = await givenSalonForThisTest({
      now: new Date(),
      settings: {
        TWILIO_ACCOUNT_SID: ACCOUNT.accountSid,
        TWILIO_AUTH_TOKEN: ACCOUNT.authToken,
        TWILIO_FROM: ACCOUNT.from,
        TWILIO_BASE_URL: given.double.url,
        SMTP_URL: `smtp://me:secret-of-server@127.0.0.1:${given.server.port}`,
      },
    });
    const other = await givenStaff(set);
    const answer = await other.get(KEYS);
    expect(answer.json).toMatchObject({
      sms: { source: 'server', from: ACCOUNT.from, saved_at: null },
      email: { source: 'server', host: '127.0.0.1', saved_at: null },
    });
    expect(answer.text).not.toMatch(/secret-of-server|a-token-of-tests/);
    expectProblem(await other.patch(KEYS, { sms: SMS }), 'set-by-server');
  });
});

/** All ways in which a secret could be written down. */
const writings = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64').replaceAll('=', ''),
];

/** Every row of every table, as text; bytes as hexadecimal digits. And every event. */
async function everything(): Promise<string> {
  const { pool } = given.salon.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select row_to_json(t)::text as row from ${name} t`);
    texts.push(...rows.map(({ row }) => row));
  }
  // The log may be in no table.
  texts.push(...(await wholeLog(given.salon.log)).map(({ type, data }) => JSON.stringify({ type, data })));
  return texts.join('\n');
}

async function filesOf(folder: string): Promise<string> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((one) => one.isFile());
  return (await Promise.all(files.map((one) => readFile(join(one.parentPath, one.name), 'latin1')))).join(
    '\n',
  );
}

it('finds no key in the log, the tables, the jobs, the files, the log lines or any answer', async () => {
  const answers: string[] = [];
  const ask = async (work: Promise<{ readonly text: string }>) => void answers.push((await work).text);
  await given.saved({ sms: SMS, email: given.email() });
  await ask(given.staff.get(KEYS));
  await ask(given.staff.post(TEST, { channel: 'sms', to: NUMBER }));
  await ask(given.staff.post(TEST, { channel: 'email' }));
  const { id } = await given.salon.booked({
    appointment_date: given.salon.freshDay(),
    customer_phone: '(925) 555-0173',
    customer_email: 'sought@example.com',
  });
  await eventually(() => expect(given.server.recipients).toContain('sought@example.com'));
  given.double.answers((response) => {
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ code: 20_003, message: `wrong: ${SMS.auth_token}` }));
  });
  await ask(given.staff.post(TEST, { channel: 'sms', to: NUMBER }));
  await given.salon.database.pool.query('delete from usage_counts');
  const wrong = 'distinctive-wrong-password-8e1d';
  await given.saved({ email: given.email(wrong) });
  await ask(given.staff.post(TEST, { channel: 'email' }));
  await ask(given.staff.patch(KEYS, { sms: { ...SMS, from: 'nonsense' } }));
  await ask(given.staff.patch(KEYS, { email: { ...given.email(), port: 'nonsense' } }));
  await ask(given.staff.patch(KEYS, { sms: SMS }, { ifMatch: '"0"' }));
  const history = await given.staff.get(
    `/api/admin/settings/history?after=${positionOf(await given.saved({ sms: SMS }))}`,
  );
  answers.push(history.text);

  const [stored, files, logged] = [
    await everything(),
    await filesOf(given.salon.dataDir),
    given.salon.logged.join('\n'),
  ];
  expect(stored).toContain(id);
  expect(stored).toContain('SendingKeysChanged');
  expect(logged).toContain(KEYS);
  expect(answers.join('\n')).toContain('+19255550142');
  const found: string[] = [];
  for (const secret of [SMS.auth_token, SMS.account_sid, PASSWORD, USER, wrong])
    for (const [place, text] of Object.entries({ stored, files, logged, answers: answers.join('\n') }))
      if (writings(secret).some((writing) => text.includes(writing))) found.push(`${secret}: ${place}`);
  expect(found).toEqual([]);
});
