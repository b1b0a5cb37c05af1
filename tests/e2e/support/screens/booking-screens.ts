import type { Page } from 'playwright-core';
import { ADMIN_SUCCESS, projected } from '../fixtures/admin-fixtures.ts';
import { signedIn } from '../fixtures/auth-fixtures.ts';
import {
  ADA,
  ADMIN_BOOKINGS,
  BOOKING_SUCCESS,
  bookingId,
  bookingList,
  bookingPath,
  details,
  PRIYA_PRICED,
} from '../fixtures/booking-fixtures.ts';
import { UNDELIVERED, untold, WAITING_MESSAGES } from '../fixtures/waiting-fixtures.ts';
import { lostNetwork, type MockResponse, problem, silence, stale } from '../site/mock-api.ts';
import { wizardVisitor } from '../visitor/wizard-visitor.ts';
import { DASHBOARD_SCREENS } from './dashboard-screens.ts';
import { NEW_BOOKING_SCREENS } from './new-booking-screens.ts';
import type { Screen } from './screen.ts';

const mocked = (changes: Record<string, MockResponse> = {}) => ({
  ...ADMIN_SUCCESS,
  ...BOOKING_SUCCESS,
  ...changes,
});
const begin = signedIn();
const text = (words: string) => (page: Page) => page.getByText(words).first().waitFor();
const dialog = (name: string) => (page: Page) => page.getByRole('dialog', { name }).waitFor();

/** A refusal because somebody else was faster. */
export const staleBooking = stale('BookingRescheduled', 3);

/** Chooses an action from the menu of a row. */
export const chooseAction = (name: string, action: string) => async (page: Page) => {
  await page
    .getByRole('button', { name: `Actions for ${name}` })
    .first()
    .click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
};

const list = { path: '/admin/appointments', api: mocked(), begin };
const one = (number: number) => ({ ...list, path: `/admin/appointments/${bookingId(number)}` });

/** Appointments and dashboard, in every state that somebody can meet. */
export const BOOKING_SCREENS: readonly Screen[] = [
  ...DASHBOARD_SCREENS,
  { ...list, name: 'admin appointments', reach: text('9 appointments') },
  {
    ...list,
    name: 'admin appointments, a text not delivered',
    api: mocked({
      'GET /api/admin/messages/attention': projected({
        count: 1,
        questions: 0,
        undelivered: [{ booking_id: ADA.id, channel: 'sms' }],
        late: [],
      }),
    }),
    reach: (page) => page.getByTitle('Text not delivered').waitFor(),
  },
  {
    ...list,
    name: 'admin appointments, compact rows',
    reach: async (page) => {
      await text('9 appointments')(page);
      // Phones have cards, and no such choice.
      const compact = wizardVisitor(page).button('Compact rows');
      if (await compact.isVisible()) await compact.click();
    },
  },
  {
    ...list,
    name: 'admin appointments, those of the past',
    path: '/admin/appointments?tab=past',
    reach: text('Latest appointment first'),
  },
  {
    ...list,
    name: 'admin appointments, more',
    api: mocked({ 'GET /api/admin/bookings': bookingList(ADMIN_BOOKINGS, 0, 'next') }),
    reach: (page) => wizardVisitor(page).button('Load more').waitFor(),
  },
  {
    ...list,
    name: 'admin appointments, some selected',
    reach: async (page) => {
      await page.getByLabel('Select all 3 pending').check();
      await wizardVisitor(page).button('Confirm 3 requests').waitFor();
    },
  },
  {
    ...list,
    name: 'admin appointments, none found',
    path: '/admin/appointments?status=pending&search=zzz',
    api: mocked({ 'GET /api/admin/bookings': bookingList([]) }),
    reach: text('No appointments found'),
  },
  {
    ...list,
    name: 'admin appointments, none',
    api: mocked({ 'GET /api/admin/bookings': bookingList([]) }),
    reach: text('No appointments found'),
  },
  {
    ...list,
    name: 'admin appointments, loading',
    api: mocked({ 'GET /api/admin/bookings': silence }),
    reach: text('Loading the appointments...'),
  },
  {
    ...list,
    name: 'admin appointments, not loaded',
    api: mocked({ 'GET /api/admin/bookings': lostNetwork }),
    reach: (page) => page.getByRole('alert').waitFor(),
  },
  {
    ...list,
    name: 'admin appointments, menu',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Actions for Ada Moreau' }).click();
      await page.getByRole('menu').waitFor();
    },
  },
  { ...one(1), name: 'admin appointment', reach: text('Sensitive scalp') },
  {
    ...one(1),
    name: 'admin appointment, not told',
    api: mocked({
      [`GET ${bookingPath(1)}/messages`]: untold({
        waiting: [...WAITING_MESSAGES],
        undelivered: UNDELIVERED,
      }),
      'GET /api/admin/messages/attention': projected({
        count: 1,
        questions: 0,
        undelivered: [{ booking_id: ADA.id, channel: 'sms' }],
        late: [],
      }),
    }),
    reach: text('Text failed: that number does not exist.'),
  },
  {
    ...one(1),
    name: 'admin appointment, correcting its phone',
    reach: (page) => page.getByRole('button', { name: 'Correct phone or email...' }).click(),
  },
  { ...one(4), name: 'admin appointment, cancelled', reach: text('Customer Request') },
  {
    ...one(1),
    name: 'admin appointment, opted out',
    api: mocked({
      [`GET ${bookingPath(1)}`]: details(ADA, 0, { at: '2026-11-19T21:30:00.000Z', by: 'customer' }),
    }),
    reach: text('The customer texted STOP'),
  },
  {
    ...one(1),
    name: 'admin appointment, history',
    reach: async (page) => {
      await wizardVisitor(page).button('History').click();
      await page.getByText('Marie Petit').waitFor();
    },
  },
  {
    ...one(99),
    name: 'admin appointment, gone',
    api: mocked({ [`GET ${bookingPath(99)}`]: problem('booking-not-found') }),
    reach: text('The booking was not found.'),
  },
  {
    ...list,
    name: 'admin appointment, cancelling',
    reach: async (page) => {
      await chooseAction('Ada Moreau', 'Cancel')(page);
      await page.getByLabel('Scheduling Conflict').check();
    },
  },
  {
    ...list,
    name: 'admin appointment, rescheduling',
    reach: async (page) => {
      await chooseAction('Ada Moreau', 'Reschedule')(page);
      await page.getByLabel('New date').fill('2026-12-04');
      await page.getByLabel('New time').selectOption('7:00 PM');
    },
  },
  {
    ...list,
    name: 'admin appointment, rescheduling to a taken time',
    reach: async (page) => {
      await chooseAction('Ada Moreau', 'Reschedule')(page);
      await page.getByLabel('New time').selectOption('12:00 PM');
      await page.getByText('Taken by Tom Okafor').waitFor();
    },
  },
  {
    ...list,
    name: 'admin appointment, changed by somebody else',
    api: mocked({
      [`POST ${bookingPath(1)}/reschedule`]: staleBooking,
      [`GET ${bookingPath(1)}`]: details({ ...ADA, appointment_time: '4:00 PM', version: 3 }),
    }),
    reach: async (page) => {
      await chooseAction('Ada Moreau', 'Reschedule')(page);
      await page.getByLabel('New time').selectOption('10:00 AM');
      await page.getByRole('button', { name: /^Move to/ }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    ...list,
    name: 'admin appointment, completing',
    api: mocked({ 'GET /api/admin/bookings': bookingList([PRIYA_PRICED]) }),
    reach: async (page) => {
      await chooseAction('Priya Nair', 'Complete')(page);
      await dialog('Complete Appointment')(page);
    },
  },
  {
    ...list,
    name: 'admin appointment, deleting',
    reach: async (page) => {
      await chooseAction('Ada Moreau', 'Delete')(page);
      await page.getByRole('alertdialog').waitFor();
    },
  },
  ...NEW_BOOKING_SCREENS,
];
