import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { REPORTS } from '../../projections/reports/all.ts';
import { NAMED_PAGES, pageAt, type SitePageName } from '../../src/contracts/salon/site-pages.ts';
import { SECTION_WORDS } from '../../src/contracts/settings/section-words.ts';
import { givenAdmin, PASSWORD } from '../support/accounts/auth-client.ts';
import { givenStaff } from '../support/staff/staff-api.ts';
import { expectRulesHold } from './support/pages/open-page.ts';
import { openTab, PHONE } from './support/pages/open-tab.ts';
import { givenSalonAndBrowser } from './support/site/given-salon.ts';
import { wizardVisitor } from './support/visitor/wizard-visitor.ts';

/** Every page of the site on a real service, in the tab of a customer or of an administrator. */

const NOW = new Date();
const given = givenSalonAndBrowser({ now: NOW });

interface Known {
  readonly bookingId: string;
  readonly customerId: string;
  readonly token: string;
  readonly shortCode: string;
}

/** An address, and the heading that is there once the page has loaded what it shows. */
type Shown = readonly [address: (known: Known) => string, heading: string];

const settings = (section: string, heading: string): Shown => [
  () => `/admin/settings${section === 'salon' ? '' : `/${section}`}`,
  heading,
];

const SERVICES = encodeURIComponent(JSON.stringify(['Scalp Treatment']));

/** The addresses of each page of the site; a page without one fails the type-check. */
const SHOWN: Readonly<Record<SitePageName, readonly Shown[]>> = {
  home: [[() => '/', 'Opening hours']],
  services: [[() => '/services', 'Chemical']],
  gallery: [[() => '/gallery', 'Before and after']],
  book: [[() => '/book', 'Select Services']],
  terms: [[() => '/terms-conditions', 'Terms and conditions']],
  privacy: [[() => '/privacy-policy', 'Your rights']],
  thankYou: [
    [() => `/thank-you?success=true&date=2026-11-24&time=10%3A30%20AM&services=${SERVICES}`, 'Thank you'],
  ],
  shortLink: [[({ shortCode }) => `/b/${shortCode}`, 'Manage Your Appointment']],
  manage: [
    [({ bookingId, token }) => `/booking/${bookingId}/manage?token=${token}`, 'Manage Your Appointment'],
  ],
  manageByToken: [[({ token }) => `/m/${token}`, 'Manage Your Appointment']],
  auth: [[() => '/auth', 'Welcome back']],
  admin: [[() => '/admin', 'Dashboard']],
  appointments: [
    [() => '/admin/appointments', 'Appointments'],
    [({ bookingId }) => `/admin/appointments/${bookingId}`, 'Ada Lovelace'],
  ],
  adminServices: [[() => '/admin/services', 'Services Management']],
  adminCalendar: [
    [() => '/admin/calendar?view=day', 'Calendar Management'],
    [() => '/admin/calendar?view=week', 'Calendar Management'],
    [() => '/admin/calendar?view=month', 'Calendar Management'],
  ],
  customers: [[() => '/admin/customers', 'Customer Management']],
  customer: [[({ customerId }) => `/admin/customers/${customerId}`, 'Ada Lovelace']],
  messages: [[() => '/admin/messages', 'Messages']],
  takings: [[() => '/admin/takings', 'Takings']],
  reports: [
    [() => '/admin/reports', 'Reports'],
    ...REPORTS.map(({ name, title }): Shown => [() => `/admin/reports?report=${name}`, title]),
  ],
  activity: [[() => '/admin/activity', 'Activity']],
  team: [[() => '/admin/team', 'Team']],
  people: [[() => '/admin/people', 'People']],
  settings: [
    ...Object.entries(SECTION_WORDS).map(([section, heading]) => settings(section, heading)),
    settings('hours', 'Opening hours'),
    settings('sending', 'Sending'),
    settings('pictures', 'Pictures'),
    settings('connections', 'Connections'),
    settings('system', 'System'),
  ],
  access: [[() => '/admin/access', 'What has access']],
  account: [[() => '/admin/account', 'Account']],
};

let known: Known;
let visitor: Page;
let staff: Page;
const faults: string[] = [];

/** A tab whose errors are noted, those of the console too. */
async function openWatched(): Promise<Page> {
  const tab = await openTab(given.browser, { size: PHONE, now: NOW });
  tab.on('pageerror', (error) => faults.push(error.message));
  tab.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  return tab;
}

beforeAll(async () => {
  const { salon } = given;
  const { email } = await givenAdmin(salon);
  const booked = await salon.booked({ appointment_date: salon.freshDay() });
  await salon.idle();
  const api = await givenStaff(salon);
  const { json } = await api.get(`/api/admin/bookings/${booked.id}`);
  known = {
    bookingId: booked.id,
    customerId: (json as { customer_id: string }).customer_id,
    token: booked.management_token,
    shortCode: booked.short_code,
  };
  [visitor, staff] = await Promise.all([openWatched(), openWatched()]);
  await staff.goto(`${salon.url}/auth?next=/admin`);
  await staff.getByLabel('Email').fill(email);
  await staff.getByLabel('Password', { exact: true }).fill(PASSWORD);
  const { button, heading } = wizardVisitor(staff);
  await button('Sign In').click();
  await heading('Dashboard').waitFor();
});

describe.each(NAMED_PAGES.map(({ name, layout }) => [name, layout] as const))(
  'the page %s',
  (name, layout) => {
    it.each(SHOWN[name].map(([address, heading]) => [heading, address] as const))(
      'opens without an error, passes axe and fits a narrow phone and a zoomed window: %s',
      async (heading, address) => {
        faults.length = 0;
        const path = address(known);
        expect(pageAt(path.replace(/\?.*/, ''))?.name).toBe(name);
        const tab = layout === 'admin' ? staff : visitor;
        const width = () => tab.evaluate(() => document.documentElement.scrollWidth);
        await tab.setViewportSize({ ...PHONE, width: 320 });
        await tab.goto(given.salon.url + path);
        await tab.getByRole('heading', { name: heading, exact: true }).first().waitFor();
        await tab.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
        await expectRulesHold(tab);
        await expect.poll(width).toBeLessThanOrEqual(320);
        // A window of 1440 px has room for as much at 200 % zoom.
        await tab.setViewportSize({ width: 720, height: 450 });
        await expect.poll(width).toBeLessThanOrEqual(720);
        expect(await tab.title()).not.toBe('');
        expect(await tab.title()).not.toContain(known.token);
        expect(faults).toEqual([]);
      },
    );
  },
);
