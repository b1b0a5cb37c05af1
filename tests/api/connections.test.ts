import type { Email } from 'postal-mime';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { HistoryPage } from '../../src/contracts/history/history.ts';
import { API_KEYS, madeKey } from '../support/accounts/api-keys.ts';
import { eventually } from '../support/machine/eventually.ts';
import { type MailServer, startMailServer } from '../support/messages/mail-server.ts';
import type { Answer } from '../support/network/http-client.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { ALLOWED, bodyOf, type Made, WEBHOOKS } from '../support/webhooks/given-webhooks.ts';

/** API keys, webhooks and calendar addresses: all administrators hear of each, and can revoke all of them at once. */

let server: MailServer;
let salon: TestSalon;
let ada: StaffApi;
let bea: StaffApi;
const mailboxes: string[] = [];
const START = new Date();
let minutes = 0;
beforeAll(async () => {
  server = await startMailServer();
  salon = await givenSalon({ now: START, settings: { ...ALLOWED, SMTP_URL: server.url } });
  [ada, bea] = [await givenStaff(salon), await givenStaff(salon)];
  for (const { userId } of [ada, bea]) {
    const { rows } = await salon.database.pool.query('select email from accounts.users where id = $1', [
      userId,
    ]);
    mailboxes.push(rows[0].email);
  }
});
afterAll(async () => {
  await salon.stop();
  await server.stop();
});
afterEach(async () => {
  bodyOf(await ada.post(REVOKE, {}));
});

const CONNECTIONS = '/api/admin/connections';
const REVOKE = `${CONNECTIONS}/revoke`;
const CALENDAR = '/api/account/calendar-address';
const HOST = 'hooks.example.com';
const URL = `https://${HOST}/salon?token=swordfish`;

const hooked = async (by = ada, url = URL) => bodyOf<Made>(await by.post(WEBHOOKS, { url }), 201);
const activity = async () => {
  const head = await salon.log.head();
  return bodyOf<HistoryPage>(await ada.get(`/api/admin/activity?kind=connection&limit=200&after=${head}`))
    .entries;
};
const named = ({ changes }: HistoryPage['entries'][number]) =>
  Object.fromEntries(changes.map(({ field, after }) => [field, after]));
const signIns = async (by: StaffApi) =>
  bodyOf<{ kind: string; thing: string | null }[]>(await by.get('/api/account/sign-ins'));
const aboutAccess = (subject: string) => (mail: Email) => mail.subject?.startsWith(subject) === true;

interface Way {
  /** Makes the thing that the way needs. @returns its id */
  readonly given?: () => Promise<string>;
  readonly does: (id: string) => Promise<Answer>;
  readonly event: string;
  readonly entry: Readonly<Record<string, string>>;
  readonly signIn: string;
  readonly thing: string | null;
  /** The beginning of the mail's subject; no mail if it gives no access. */
  readonly mail?: string;
}

const API_KEY = { connection: 'api_key', name: 'Book “keeping” <b>' };
const key = () => ada.post(API_KEYS, { name: API_KEY.name, areas: ['events'], access: 'read' });
const ofHook = (name = HOST) => ({ connection: 'webhook', name });
const ofCalendar = { connection: 'calendar_address', name: 'Ada Lovelace' };

const WAYS: Readonly<Record<string, Way>> = {
  'a new API key': {
    does: key,
    event: 'ConnectionMade',
    entry: API_KEY,
    signIn: 'api-key-made',
    thing: API_KEY.name,
    mail: 'A new API key was made',
  },
  'a new webhook': {
    does: () => ada.post(WEBHOOKS, { url: URL }),
    event: 'ConnectionMade',
    entry: ofHook(),
    signIn: 'webhook-made',
    thing: HOST,
    mail: 'A new webhook was added',
  },
  'a webhook at a port': {
    does: () => ada.post(WEBHOOKS, { url: 'https://other.example:8443/x' }),
    event: 'ConnectionMade',
    entry: ofHook('other.example:8443'),
    signIn: 'webhook-made',
    thing: 'other.example:8443',
    mail: 'A new webhook was added',
  },
  'another address of a webhook': {
    given: async () => (await hooked()).id,
    does: (id) => ada.patch(`${WEBHOOKS}/${id}`, { url: 'https://elsewhere.example/' }),
    event: 'ConnectionMoved',
    entry: ofHook('elsewhere.example'),
    signIn: 'webhook-moved',
    thing: 'elsewhere.example',
    mail: 'A webhook has another address',
  },
  'another address of somebody else’s webhook': {
    given: async () => (await hooked(bea)).id,
    does: (id) => ada.patch(`${WEBHOOKS}/${id}`, { url: `${URL}2` }),
    event: 'ConnectionMoved',
    entry: ofHook(),
    signIn: 'webhook-moved',
    thing: HOST,
    mail: 'A webhook has another address',
  },
  'another secret of a webhook': {
    given: async () => (await hooked()).id,
    does: (id) => ada.post(`${WEBHOOKS}/${id}/secret`),
    event: 'ConnectionSecretMade',
    entry: ofHook(),
    signIn: 'webhook-secret-made',
    thing: HOST,
    mail: 'A webhook has a new secret',
  },
  'another secret of somebody else’s webhook': {
    given: async () => (await hooked(bea)).id,
    does: (id) => ada.post(`${WEBHOOKS}/${id}/secret`),
    event: 'ConnectionSecretMade',
    entry: ofHook(),
    signIn: 'webhook-secret-made',
    thing: HOST,
    mail: 'A webhook has a new secret',
  },
  'a calendar address': {
    does: () => ada.post(CALENDAR),
    event: 'ConnectionMade',
    entry: ofCalendar,
    signIn: 'calendar-address-made',
    thing: null,
    mail: 'A private calendar address was made',
  },
  'a calendar address in the place of another': {
    given: async () => (await ada.post(CALENDAR)).text,
    does: () => ada.post(CALENDAR),
    event: 'ConnectionMade',
    entry: ofCalendar,
    signIn: 'calendar-address-made',
    thing: null,
    mail: 'A private calendar address was made',
  },
  'a revoked API key': {
    given: async () => (await madeKey(bea, { name: 'Robot' })).id,
    does: (id) => ada.delete(`${API_KEYS}/${id}`),
    event: 'ConnectionRevoked',
    entry: { connection: 'api_key', name: 'Robot' },
    signIn: 'api-key-revoked',
    thing: 'Robot',
  },
  'a removed webhook': {
    given: async () => (await hooked(bea)).id,
    does: (id) => ada.delete(`${WEBHOOKS}/${id}`),
    event: 'ConnectionRevoked',
    entry: ofHook(),
    signIn: 'webhook-removed',
    thing: null,
  },
  'an ended calendar address': {
    given: async () => (await ada.post(CALENDAR)).text,
    does: () => ada.delete(CALENDAR),
    event: 'ConnectionRevoked',
    entry: ofCalendar,
    signIn: 'calendar-address-ended',
    thing: null,
  },
};

describe.each(Object.entries(WAYS))('%s', (_title, { given, does, event, entry, signIn, thing, mail }) => {
  it('is told to all administrators, and is in the activity and among the sign-ins', async () => {
    const id = (await given?.()) ?? '';
    await eventually(async () => {
      const { rows } = await salon.database.pool.query(
        "select from pgboss.job where name = 'account-mails' and state <> 'completed'",
      );
      expect(rows).toEqual([]);
    });
    const [before, mailsBefore] = [(await activity()).length, server.got.length];
    // Later than what is there, so that it is the newest.
    minutes += 1;
    salon.setClock(new Date(START.getTime() + minutes * 60_000));
    const answer = await does(id);
    expect([200, 201, 204], answer.text).toContain(answer.status);

    const entries = (await activity()).slice(0, -before || undefined);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      type: event,
      thing: { kind: 'connection' },
      actor: { kind: 'admin', user_id: ada.userId },
      undoable: false,
    });
    expect(entries[0] && named(entries[0])).toEqual(entry);
    expect((await signIns(ada))[0]).toMatchObject({ kind: signIn, thing });

    if (mail === undefined) return;
    const mails = await eventually(() => {
      const found = server.got.slice(mailsBefore).filter(aboutAccess(mail));
      expect(found.map(({ to }) => to?.[0]?.address).sort()).toEqual(mailboxes.toSorted());
      return found;
    });
    for (const { subject = '', text = '', html = '' } of mails) {
      expect(subject).toBe(`${mail} at Lumière Hair Studio`);
      expect(text).toContain('Ada Lovelace has');
      if (thing) expect(text).toContain(`“${thing}”`);
      expect(text).toMatch(/This was on \w+ \d+, \d{4} at \d+:\d\d [AP]M, with this device: /);
      expect(text).toMatch(/https?:\/\/\S+\/admin\/access\n/);
      expect(html).not.toContain('<b>');
      for (const secret of [/salonkey_/, /whsec_/, /\/calendar\//, /swordfish/])
        expect(text + html).not.toMatch(secret);
    }
  });
});

it('records each one, even many at the same time', async () => {
  const before = server.got.length;
  for (const name of ['One', 'Two', 'Three']) await madeKey(ada, { name });
  await eventually(() => {
    const texts = server.got.slice(before).map(({ text }) => text ?? '');
    for (const name of ['“One”', '“Two”', '“Three”'])
      expect(
        texts.filter((text) => text.includes(name)),
        name,
      ).toHaveLength(2);
  });
});

it('mails one administrator 24 times a day at most, and still has all in the activity', async () => {
  const given = await givenStaff(salon);
  const { rows } = await salon.database.pool.query('select email from accounts.users where id = $1', [
    given.userId,
  ]);
  const toThem = () => server.got.filter(({ to }) => to?.[0]?.address === rows[0].email);
  const TIMES = 30;
  for (let time = 0; time < TIMES; time += 1) expect((await given.post(CALENDAR)).status).toBe(200);
  await eventually(async () => {
    const open = await salon.database.pool.query(
      "select from pgboss.job where name = 'account-mails' and state <> 'completed'",
    );
    expect(open.rows).toEqual([]);
  });
  expect(toThem()).toHaveLength(24);
  expect(
    (await activity()).filter(({ actor }) => actor.kind === 'admin' && actor.user_id === given.userId),
  ).toHaveLength(TIMES);
});
