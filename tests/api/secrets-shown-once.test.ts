import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Webhook } from '../../src/contracts/settings/webhooks.ts';
import { API_KEYS } from '../support/accounts/api-keys.ts';
import type { Answer } from '../support/network/http-client.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { ALLOWED, bodyOf, type Made, WEBHOOKS } from '../support/webhooks/given-webhooks.ts';

/** A secret is shown to the person who has it made, and to nobody else who sends the same request with the same Idempotency-Key. */

let salon: TestSalon;
let ada: StaffApi;
let eve: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date(), settings: ALLOWED });
  [ada, eve] = [await givenStaff(salon), await givenStaff(salon)];
});
afterAll(() => salon.stop());
afterEach(async () => {
  const { webhooks } = bodyOf<{ webhooks: Webhook[] }>(await ada.get(WEBHOOKS));
  for (const { id } of webhooks) bodyOf(await ada.delete(`${WEBHOOKS}/${id}`), 204);
});

const SECRET = /salonkey_[\w-]{43}|whsec_|\/calendar\//;
const URL = 'https://example.com/events';

/** Sends the request that makes a secret. */
type Ask = (by: StaffApi, key: string) => Promise<Answer>;

/** The ways in which a secret is shown, by the code of the refusal. */
const WAYS: readonly (readonly [string, string, () => Promise<Ask>])[] = [
  [
    'a new API key',
    'api-key-shown',
    async () => (by, key) =>
      by.post(API_KEYS, { name: 'Website', areas: ['events'], access: 'read' }, { key }),
  ],
  [
    'a new webhook',
    'webhook-secret-shown',
    async () => (by, key) => by.post(WEBHOOKS, { url: URL }, { key }),
  ],
  [
    'another secret of a webhook',
    'webhook-secret-shown',
    async () => {
      const { id } = bodyOf<Made>(await ada.post(WEBHOOKS, { url: URL }), 201);
      return (by, key) => by.post(`${WEBHOOKS}/${id}/secret`, undefined, { key });
    },
  ],
  [
    'another secret of somebody else’s webhook',
    'webhook-secret-shown',
    async () => {
      const { id } = bodyOf<Made>(await eve.post(WEBHOOKS, { url: URL }), 201);
      return (by, key) => by.post(`${WEBHOOKS}/${id}/secret`, undefined, { key });
    },
  ],
];

const isShown = ({ text }: Answer) => SECRET.test(text);
const codeOf = ({ status, json }: Answer) => [status, (json as { readonly code?: string }).code];

describe.each(WAYS)('%s', (_way, code, given) => {
  it('isn’t shown to a second person afterwards, however often', async () => {
    const ask = await given();
    const key = randomUUID();
    expect(isShown(await ask(ada, key))).toBe(true);
    for (let repeated = 0; repeated < 3; repeated += 1) {
      const second = await ask(eve, key);
      expect(codeOf(second)).toEqual([409, code]);
      expect(isShown(second)).toBe(false);
    }
    expect(isShown(await ask(eve, randomUUID())), 'with a key of their own').toBe(true);
  });

  it('isn’t shown to a second person who sends the request at the same moment', async () => {
    const ask = await given();
    const key = randomUUID();
    const [toAda, toEve] = await Promise.all(
      [ada, eve].map((by) => Promise.all([ask(by, key), ask(by, key), ask(by, key)])),
    );
    const answers = [toAda ?? [], toEve ?? []];
    expect(answers.filter((ofOne) => ofOne.some(isShown))).toHaveLength(1);
    for (const answer of answers.flat()) if (!isShown(answer)) expect(codeOf(answer)).toEqual([409, code]);
  });

  it('is refused to them also after the first person has repeated it', async () => {
    const ask = await given();
    const key = randomUUID();
    await ask(ada, key);
    const again = await ask(ada, key);
    // A key can't be shown again. The secret of a webhook is, to the person who lost the answer.
    expect(isShown(again)).toBe(code === 'webhook-secret-shown');
    expect(codeOf(await ask(eve, key))).toEqual([409, code]);
  });
});

it('makes a calendar address of their own for each person, whatever key they send', async () => {
  const key = randomUUID();
  const urls = [];
  for (const by of [ada, eve]) {
    const { url } = bodyOf<{ url: string }>(
      await by.post('/api/account/calendar-address', undefined, { key }),
    );
    urls.push(url);
  }
  expect(new Set(urls).size).toBe(2);
});

it('refuses a key that was used for another webhook, also to a second person', async () => {
  const key = randomUUID();
  bodyOf<Made>(await ada.post(WEBHOOKS, { url: URL }, { key }), 201);
  const other = await eve.post(WEBHOOKS, { url: `${URL}/other` }, { key });
  expect(codeOf(other)).toEqual([409, 'idempotency-key-reused']);
});
