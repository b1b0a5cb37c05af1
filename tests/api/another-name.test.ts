import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSalonProfile } from '../../src/adapters/salon-profile/profile.ts';
import { OPERATIONS } from '../../src/contracts/operations.ts';
import { PRERENDERED } from '../../src/site/rendered-pages.ts';
import { eventually } from '../support/machine/eventually.ts';
import { type MailServer, startMailServer } from '../support/messages/mail-server.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff } from '../support/staff/staff-api.ts';

/** A salon that has entered its name and nothing else: nobody is told the sample's town, phone, links or people. */

const sample = await readSalonProfile();
const { address, phone, phone_e164, geo, links, tagline, pages } = sample;
const TRACES = [
  'Lumière',
  address.street,
  address.city,
  address.postal_code,
  phone,
  phone_e164,
  String(geo?.latitude),
  String(links.facebook),
  String(links.instagram),
  tagline,
  ...pages.home.testimonials.items.map(({ name }) => name),
];
const tracesIn = (text: string) => TRACES.filter((trace) => text.toLowerCase().includes(trace.toLowerCase()));

let salon: TestSalon;
let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
  salon = await givenSalon({
    now: new Date(),
    settings: { PUBLIC_URL: 'https://salon.example', MESSAGE_WINDOW_SECONDS: '0', SMTP_URL: server.url },
  });
  const staff = await givenStaff(salon);
  expect((await staff.patch('/api/admin/settings/salon', { name: 'Maison Vide' })).status).toBe(200);
});
afterAll(async () => {
  await salon.stop();
  await server.stop();
});

it.each([...PRERENDERED, '/nowhere', '/thank-you', '/m/some-token'])('is itself at %s', async (path) => {
  await eventually(async () => {
    const { text } = await salon.get(path, { headers: { Accept: 'text/html' } });
    expect(text).toContain('Maison Vide');
    expect(tracesIn(text)).toEqual([]);
    expect(text).not.toMatch(/tel:"|, ,|\bin ,|· </);
  });
});

it('is itself in what programs read', async () => {
  const files = ['/sitemap.xml', '/robots.txt', '/manifest.webmanifest', '/api/openapi.json'];
  const read = OPERATIONS.filter(({ method, caller }) => method === 'get' && caller === 'public');
  for (const path of [...files, ...read.map((operation) => operation.path)]) {
    const { text } = await salon.get(path);
    expect({ path, traces: tracesIn(text) }).toEqual({ path, traces: [] });
  }
  expect((await salon.get('/api/salon')).json).toMatchObject({
    headline: 'Premier Hair Salon | Coloring, Styling & Treatments',
    tagline: 'Best hair salon',
  });
});

it('is itself in mails, and in calendars', async () => {
  const { management_token: token, position } = await salon.booked({
    customer_email: 'ada@example.com',
    appointment_date: salon.freshDay(),
  });
  const calendar = await salon.get(`/api/manage/calendar.ics?after=${position}`, { token });
  expect(calendar.text).toContain('Maison Vide');
  expect(tracesIn(calendar.text)).toEqual([]);
  const mail = await eventually(() => {
    const found = server.got.find(({ to }) => to?.some((one) => one.address === 'ada@example.com'));
    return found ?? Promise.reject(new Error('no mail yet'));
  });
  expect(mail.from?.name).toBe('Maison Vide');
  expect(tracesIn(JSON.stringify(mail))).toEqual([]);
});
