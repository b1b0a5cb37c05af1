import {
  ADA_PATH,
  ADMIN_SUCCESS,
  customerId,
  knownAs,
  listed,
  projected,
} from '../fixtures/admin-fixtures.ts';
import { signedIn } from '../fixtures/auth-fixtures.ts';
import { BOOKING_SUCCESS } from '../fixtures/booking-fixtures.ts';
import { wizardVisitor } from '../visitor/wizard-visitor.ts';
import type { Screen } from './screen.ts';

const SUCCESS = { ...ADMIN_SUCCESS, ...BOOKING_SUCCESS };
const dialog = { path: '/admin/appointments?new', api: SUCCESS, begin: signedIn() };

/** The dialog for a new booking, in every state that somebody can meet. */
export const NEW_BOOKING_SCREENS: readonly Screen[] = [
  {
    ...dialog,
    name: 'admin appointments, adding one',
    reach: async (page) => {
      await page.getByLabel('Customer name').fill('a');
      await page.getByLabel("Women's Haircut").check();
      await page.getByLabel('Date', { exact: true }).fill('2026-12-04');
      await page.getByLabel('Time').selectOption('7:00 PM');
    },
  },
  {
    ...dialog,
    name: 'admin appointments, picking a customer',
    reach: async (page) => {
      await page.getByLabel('Customer name').fill('mo');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    ...dialog,
    name: 'admin appointments, adding one for a known customer',
    api: {
      ...SUCCESS,
      [`GET ${ADA_PATH}/for-booking`]: knownAs({
        sms_consent: { given: true, at: '2026-11-18T20:00:00.000Z' },
      }),
    },
    reach: async (page) => {
      await page.getByLabel('Customer name').fill('mo');
      await page.getByRole('option', { name: 'Ada Moreau' }).click();
      await page.getByText('Last time: agreed on Nov 18, 2026').scrollIntoViewIfNeeded();
    },
  },
  {
    ...dialog,
    name: 'admin appointments, adding one for a name that is on a card',
    reach: async (page) => {
      await page.getByLabel('Customer name').fill('Ada Moreau');
      await page.getByRole('option', { name: 'Ada Moreau' }).waitFor();
      await page.keyboard.press('Tab');
      await page.getByText('Is this Ada Moreau').waitFor();
    },
  },
  {
    ...dialog,
    name: 'admin appointments, adding one with a phone on a card of another name',
    api: {
      ...SUCCESS,
      'GET /api/admin/customers': listed([]),
      'POST /api/admin/contact-holder': projected({
        holder: { id: customerId(1), name: 'Ada Moreau', by: 'phone' },
      }),
    },
    reach: async (page) => {
      await page.getByLabel('Customer name').fill('Eva Neu');
      await page.getByRole('textbox', { name: 'Phone' }).fill('(925) 555-0101');
      await page.getByText('Ada Moreau’s profile gets this appointment.').waitFor();
      await page.getByLabel("Women's Haircut").check();
      await page.getByLabel('Date', { exact: true }).fill('2026-12-04');
      await page.getByLabel('Time').selectOption('10:00 AM');
      await wizardVisitor(page).button('Create Booking').click();
      await page.getByText('Not saved yet').waitFor();
    },
  },
  {
    ...dialog,
    name: 'admin appointments, services and free days to choose',
    reach: async (page) => {
      await page.getByLabel('Search services').fill('hair');
      await page.getByLabel("Women's Haircut").check();
      await page.getByRole('group', { name: 'Next free days' }).scrollIntoViewIfNeeded();
    },
  },
  {
    ...dialog,
    name: 'admin appointments, form with problems',
    reach: async (page) => {
      await wizardVisitor(page).button('Create Booking').click();
      await page.getByText('Please select at least one service').waitFor();
    },
  },
];
