import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSalonProfile } from '../../src/adapters/salon-profile/profile.ts';
import { OPERATIONS } from '../../src/contracts/operations.ts';
import { PRERENDERED } from '../../src/site/rendered-pages.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { openTab } from './support/pages/open-tab.ts';
import { sharedBrowser } from './support/site/browser.ts';

/** Another salon's profile makes another salon's site: nothing of the one that comes with the program is left. */

const PROFILE = join(import.meta.dirname, '../support/salon/second-salon.json');
const CLIENT = join(import.meta.dirname, '../../web/dist/client');

const [first, second] = await Promise.all([loadSalonProfile(), loadSalonProfile(PROFILE)]);

const textsIn = (part: unknown): string[] =>
  typeof part === 'string'
    ? [part]
    : typeof part === 'object' && part !== null
      ? Object.values(part).flatMap(textsIn)
      : [];

/** Names, address and contacts of the first salon alone. */
const IDENTITY = [
  'Lumière',
  first.name,
  first.address.street,
  first.address.city,
  first.address.postal_code,
  first.phone,
  first.phone_e164,
  first.phone.slice(-8),
  String(first.geo?.latitude),
  String(first.geo?.longitude),
  ...[first.links.facebook, first.links.instagram].filter((link) => link !== null),
];

/** That, and every text of its profile that is too long to be another salon's by chance. */
const TRACES = [
  ...IDENTITY,
  first.time_zone,
  ...textsIn(first).filter((text) => text.length >= 16 && !textsIn(second).includes(text)),
];

const unescaped = (text: string) =>
  text
    .replaceAll(/&#x27;|&#39;/g, "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

const tracesIn = (text: string, traces = TRACES) => {
  const plain = unescaped(text);
  return traces.filter((trace) => plain.includes(trace));
};

let salon: TestSalon;
let browser: Browser;
beforeAll(async () => {
  [salon, browser] = await Promise.all([
    givenSalon({ settings: { SALON_PROFILE: PROFILE } }),
    sharedBrowser(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await salon?.stop();
});

const html = { headers: { Accept: 'text/html' } };

/** Monday, 11:00 AM, for the second salon's own service. */
const book = () =>
  salon.booked({
    appointment_date: '2026-11-23',
    appointment_time: '11:00 AM',
    services: [{ id: 'hot-shave' }],
    customer_phone: '(207) 555-0101',
  });

it('recognizes the traces of the first salon', () => {
  expect(tracesIn(JSON.stringify(first)).length).toBeGreaterThan(100);
  expect(tracesIn('<h1>Best hair salon in Pleasant Hill</h1>')).toEqual(['Pleasant Hill', first.tagline]);
});

describe('the second salon', () => {
  it.each([...PRERENDERED, '/nowhere', '/thank-you', '/m/some-token'])(
    'speaks for itself at %s',
    async (path) => {
      const { text } = await salon.get(path, html);
      expect(tracesIn(text)).toEqual([]);
      expect(text).toContain(second.name);
    },
  );

  it.each(['/sitemap.xml', '/robots.txt', '/manifest.webmanifest', '/api/docs', '/api/openapi.json'])(
    'and at %s',
    async (path) => {
      expect(tracesIn((await salon.get(path)).text)).toEqual([]);
    },
  );

  it('answers the API with its own words, hours, services and prices', async () => {
    for (const { method, path, caller } of OPERATIONS) {
      if (method !== 'get' || caller !== 'public') continue;
      const { text } = await salon.get(path);
      expect({ path, traces: tracesIn(text) }).toEqual({ path, traces: [] });
    }
    const { json } = await salon.get('/api/salon');
    expect(json).toMatchObject({ name: second.name, phone: second.phone, time_zone: 'America/New_York' });
    expect((json as { opening_hours: unknown }).opening_hours).toEqual(second.hours);
    const services = (await salon.get('/api/services')).json as { id: string; price: string }[];
    expect(services.map(({ id, price }) => [id, price])).toEqual([
      ['hot-shave', '$33.00'],
      ['grey-blending', '$52.50'],
      ['scissor-cut', '$40.00'],
    ]);
  });

  it('names its team, which the first salon has not', async () => {
    const front = unescaped((await salon.get('/', html)).text);
    for (const text of textsIn(second.pages.home.team)) expect(front).toContain(text);
    expect(first.pages.home.team).toBeUndefined();
  });

  it('has its own values in its texts', async () => {
    const terms = JSON.stringify((await salon.get('/api/pages/terms')).json);
    expect(terms).toContain('Tell us 48 hours ahead; online until 12 hours.');
    const services = JSON.stringify((await salon.get('/api/pages/services')).json);
    expect(services).toContain('1200+ heads');
    expect(services).toContain('ring (207) 555-0188.');
  });

  it('is what its customers see: on their private page, and in their calendar', async () => {
    const { management_token: token, position } = await book();
    const calendar = await salon.get(`/api/manage/calendar.ics?after=${position}`, { token });
    expect(calendar.status).toBe(200);
    expect(tracesIn(calendar.text)).toEqual([]);
    // 11 AM in New York.
    expect(calendar.text).toContain('DTSTART:20261123T160000Z');
    expect(calendar.text.replaceAll(/\r\n /g, '')).toContain('12 Commercial St');

    const page = await openTab(browser, { timeZone: 'America/New_York' });
    try {
      await page.goto(`${salon.url}/m/${token}`);
      await page.getByText('Hot Shave').waitFor();
      expect(tracesIn(await page.content())).toEqual([]);
    } finally {
      await page.context().close();
    }
  });

  it('has nothing of the first in the code that browsers load', () => {
    const files = globSync('**/*.{js,css,html,svg}', { cwd: CLIENT });
    expect(files.length).toBeGreaterThan(5);
    const found = files.flatMap((file) => tracesIn(readFileSync(join(CLIENT, file), 'utf8'), IDENTITY));
    expect(found).toEqual([]);
  });
});
