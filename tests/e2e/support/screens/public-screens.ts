import type { Page } from 'playwright-core';
import type { PublicStylist } from '../../../../src/contracts/salon/stylists.ts';
import { withStylists } from '../../../../src/site/page-content.ts';
import {
  BOOKING_ID,
  MANAGED,
  NEXT_FREE,
  NOW,
  PAGE_CONTENT,
  SHORT_CODE,
  STYLISTS,
  TOKEN,
} from '../fixtures/fixtures.ts';
import { CALL_FOR_ANOTHER_TIME } from '../pages/open-private-link.ts';
import { codeRequired, json, lostNetwork, problem, silence } from '../site/mock-api.ts';
import { AT_CHECKOUT } from '../visitor/at-checkout.ts';
import { wizardVisitor } from '../visitor/wizard-visitor.ts';
import type { Screen } from './screen.ts';

const heading = (name: string) => (page: Page) => wizardVisitor(page).heading(name).waitFor();
const text = (words: string) => (page: Page) => page.getByText(words).first().waitFor();
const managed = (changes: object) => ({ 'GET /api/manage': json({ ...MANAGED, ...changes }) });
const wizard = (steps: (visitor: ReturnType<typeof wizardVisitor>) => Promise<unknown>) => (page: Page) =>
  steps(wizardVisitor(page));

const query = new URLSearchParams({
  success: 'true',
  date: '2026-11-24',
  time: '10:30 AM',
  services: JSON.stringify([{ id: 'microblading' }, "Men's Haircut"]),
  name: 'Ada Moreau',
  email: 'ada@example.com',
  phone: '(925) 555-0199',
});

/** Pages of a salon whose visitors can choose among these. */
function teamPages(stylists: readonly PublicStylist[]) {
  const { home, book } = withStylists(PAGE_CONTENT, stylists);
  return {
    'GET /api/pages/home': json(home),
    'GET /api/pages/book': json(book),
    'GET /api/availability/next/stylists': json(NEXT_FREE),
  };
}

/** The public pages, in every state that somebody can meet. */
export const PUBLIC_SCREENS: readonly Screen[] = [
  { name: 'home', path: '/', reach: heading('Opening hours') },
  {
    name: 'home, with the team',
    path: '/',
    api: teamPages(STYLISTS),
    reach: (page) => page.getByRole('link', { name: 'Book with Bea' }).waitFor(),
  },
  { name: 'services', path: '/services', reach: heading('Chemical') },
  {
    name: 'services that do not load',
    path: '/services',
    api: { 'GET /api/services': lostNetwork },
    reach: text('couldn’t be loaded'),
  },
  { name: 'gallery', path: '/gallery', reach: heading('Before and after') },
  {
    name: 'gallery, filtered',
    path: '/gallery',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Cut 2' }).click();
      await page.getByRole('button', { name: 'After' }).first().click();
    },
  },
  {
    name: 'menu open',
    path: '/',
    // Wide screens show the links themselves.
    reach: async (page) => {
      await heading('Client Love')(page);
      const menu = page.getByRole('button', { name: 'Menu' });
      if (await menu.isVisible()) await menu.click();
    },
  },
  {
    name: 'page that does not load',
    path: '/services',
    api: { 'GET /api/pages/services': lostNetwork },
    reach: heading('This page didn’t load'),
  },
  { name: 'terms', path: '/terms-conditions', reach: heading('Terms and conditions') },
  { name: 'privacy', path: '/privacy-policy', reach: heading('Your rights') },
  // Spec: 2.not-found
  { name: 'not found', path: '/nowhere', reach: heading('Oops! Page not found') },
  {
    name: 'no server',
    path: '/',
    api: { 'GET /api/salon': lostNetwork },
    reach: heading('We can’t be reached just now'),
  },
  {
    name: 'wizard, services loading',
    path: '/book',
    api: { 'GET /api/services': silence },
    reach: text('Loading services'),
  },
  {
    name: 'wizard, nothing offered',
    path: '/book',
    api: { 'GET /api/services': json([]) },
    reach: text('Nothing can be booked online'),
  },
  { name: 'wizard, services chosen', path: '/book', reach: (page) => page.getByText('Perm').click() },
  {
    name: 'wizard, step that does not load',
    path: '/book',
    reach: async (page) => {
      await page.route(/\/time-step-[^/]+\.js$/, (route) => route.abort());
      await page.getByRole('checkbox', { name: /^Perm/ }).check();
      await wizardVisitor(page).button('Continue to Date & Time').click();
      await text('This step couldn’t be loaded.')(page);
    },
  },
  {
    name: 'wizard, time chosen',
    path: '/book',
    reach: wizard(async (visitor) => {
      await visitor.chooseServices("Women's Haircut", 'Full Color');
      await visitor.chooseDay(/^24/);
      await visitor.button('10:30 AM').click();
      await visitor.button('Continue').waitFor();
    }),
  },
  {
    name: 'wizard, with whom',
    path: '/book',
    api: teamPages(STYLISTS),
    reach: wizard(async (visitor) => {
      await visitor.chooseServices("Women's Haircut", 'Perm');
      await visitor.day(/^24/).waitFor();
    }),
  },
  {
    name: 'wizard, done by nobody',
    path: '/book',
    api: teamPages(STYLISTS.map((one) => ({ ...one, services: [{ id: 'perm' }] }))),
    reach: async (page) => {
      await wizardVisitor(page).chooseServices("Women's Haircut", 'Perm');
      await text('Nobody does all of these in one visit.')(page);
    },
  },
  { name: 'wizard, checkout', ...AT_CHECKOUT, reach: heading('Checkout') },
  {
    name: 'wizard, a code asked for',
    ...AT_CHECKOUT,
    api: { 'POST /api/bookings': codeRequired(null) },
    reach: wizard(async (visitor) => {
      await visitor.submit();
      await visitor.heading('One more step').waitFor();
    }),
  },
  {
    name: 'wizard, a code sent',
    ...AT_CHECKOUT,
    api: { 'POST /api/bookings': codeRequired('sms') },
    reach: wizard(async (visitor) => {
      await visitor.submit();
      await visitor.button('Confirm and book').waitFor();
    }),
  },
  {
    name: 'wizard, hold run out',
    ...AT_CHECKOUT,
    reach: async (page) => {
      await page.getByRole('timer').waitFor();
      await page.clock.setFixedTime(new Date(NOW.getTime() + 601_000));
      await text('It may well still be free')(page);
    },
  },
  {
    name: 'thanks',
    ...AT_CHECKOUT,
    reach: wizard(async (visitor) => {
      await visitor.submit();
      await visitor.heading('Thank you, Ada Moreau').waitFor();
    }),
  },
  {
    name: 'wizard, times loading',
    path: '/book',
    api: { 'GET /api/availability': silence },
    reach: wizard(async (visitor) => {
      await visitor.chooseServices('Perm');
      await visitor.chooseDay(/^24/);
    }),
  },
  {
    name: 'wizard, times that do not load',
    path: '/book',
    api: { 'GET /api/availability': lostNetwork },
    reach: wizard(async (visitor) => {
      await visitor.chooseServices('Perm');
      await visitor.chooseDay(/^24/);
      await visitor.button('Try again').waitFor();
    }),
  },
  {
    name: 'wizard, full day',
    path: '/book',
    reach: wizard(async (visitor) => {
      await visitor.chooseServices('Perm');
      await visitor.chooseDay(/^25/);
    }),
  },
  {
    name: 'wizard, form with problems',
    path: '/book',
    reach: wizard(async (visitor) => {
      await visitor.chooseServices('Perm');
      await visitor.chooseTime(/^24/, '10:30 AM');
      await visitor.submit();
      await visitor.toast('Missing Information').waitFor();
    }),
  },
  {
    name: 'wizard, sending',
    ...AT_CHECKOUT,
    api: { 'POST /api/bookings': silence },
    reach: wizard(async (visitor) => {
      await visitor.submit();
      await visitor.button('Booking...').waitFor();
    }),
  },
  {
    name: 'wizard, no answer',
    ...AT_CHECKOUT,
    api: { 'POST /api/bookings': lostNetwork },
    reach: wizard(async (visitor) => {
      await visitor.submit();
      await visitor.notice(/get an answer/).waitFor();
    }),
  },
  {
    name: 'wizard, time just taken',
    ...AT_CHECKOUT,
    api: { 'POST /api/bookings': problem('slot-taken') },
    reach: wizard(async (visitor) => {
      await visitor.submit();
      await visitor.heading('Date & Time').waitFor();
    }),
  },
  { name: 'thanks by link', path: `/thank-you?${query}`, reach: text('Eyebrow Microblading') },
  // Spec: 2.short-link
  {
    name: 'short link',
    path: `/b/${SHORT_CODE}`,
    api: { 'GET /api/short-links': silence },
    reach: text('Redirecting...'),
  },
  {
    name: 'manage loading',
    path: `/m/${TOKEN}`,
    api: { 'GET /api/manage': silence },
    // The page that loads the salon says the same, before there is a header.
    reach: async (page) => {
      await page.getByRole('banner').waitFor();
      await heading('Loading...')(page);
    },
  },
  // Spec: 2.manage-invalid
  { name: 'manage without a token', path: `/booking/${BOOKING_ID}/manage`, reach: heading('Invalid Link') },
  // Spec: 2.manage-denied
  {
    name: 'manage refused',
    path: `/m/${TOKEN}`,
    api: { 'GET /api/manage': problem('unauthorized') },
    reach: heading('Access Denied'),
  },
  {
    name: 'manage unavailable',
    path: `/m/${TOKEN}`,
    api: { 'GET /api/manage': problem('unavailable') },
    reach: text('Failed to load booking. Please try again.'),
  },
  { name: 'manage', path: `/m/${TOKEN}`, reach: heading('Manage Your Appointment') },
  {
    name: 'manage, about to cancel',
    path: `/m/${TOKEN}`,
    reach: async (page) => {
      await wizardVisitor(page).button('Cancel Appointment').click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'manage, too late',
    path: `/m/${TOKEN}`,
    api: managed({ self_service: false, status: 'confirmed' }),
    reach: text('Online changes close 4 hours before'),
  },
  {
    name: 'manage, taken place',
    path: `/m/${TOKEN}`,
    api: managed({ self_service: false, status: 'completed' }),
    reach: text('This appointment has taken place.'),
  },
  // Spec: 2.manage-cancelled
  {
    name: 'manage, cancelled',
    path: `/m/${TOKEN}`,
    api: managed({ self_service: false, status: 'cancelled' }),
    reach: text('This appointment has already been cancelled.'),
  },
  {
    name: 'manage, rescheduling',
    path: `/m/${TOKEN}`,
    reach: wizard(async (visitor) => {
      await visitor.button('Reschedule Appointment').click();
      await visitor.chooseDay(/^27/);
    }),
  },
  {
    name: 'manage, rescheduling with a stylist who was let go',
    path: `/m/${TOKEN}`,
    api: CALL_FOR_ANOTHER_TIME,
    reach: wizard(async (visitor) => {
      await visitor.button('Reschedule Appointment').click();
      await visitor.heading('Another date or time').waitFor();
    }),
  },
  {
    name: 'manage, rescheduling on a full day',
    path: `/m/${TOKEN}`,
    reach: wizard(async (visitor) => {
      await visitor.button('Reschedule Appointment').click();
      await visitor.chooseDay(/^25/);
    }),
  },
];
