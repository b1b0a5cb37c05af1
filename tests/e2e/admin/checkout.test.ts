import { expect, it } from 'vitest';
import type { AdminBooking } from '../../../src/contracts/bookings/admin-booking.ts';
import { ADMIN_SERVICES, projected } from '../support/fixtures/admin-fixtures.ts';
import {
  BOOKING_SUCCESS,
  booking,
  bookingList,
  bookingPath,
  DASHBOARD,
  details,
  HANNAH,
  todayCalendar,
} from '../support/fixtures/booking-fixtures.ts';
import { adminOpener, held } from '../support/pages/open-admin.ts';
import { expectAccessible } from '../support/pages/open-page.ts';
import { chooseAction } from '../support/screens/booking-screens.ts';
import { givenSite } from '../support/site/given-site.ts';
import type { MockResponse } from '../support/site/mock-api.ts';

const site = givenSite();
const openAdmin = adminOpener(site);

const [CUT, GLOSS] = [
  { id: 'womens-haircut', name: "Women's Haircut", price: '$90.00', duration: 60 },
  { id: 'gloss', name: 'Gloss', price: '$42.00', duration: 30 },
];
/** Hannah’s visit, which began at nine. */
const VISIT: AdminBooking = {
  ...HANNAH,
  services: [CUT, GLOSS],
  duration: 90,
  total_amount: '$132.00',
  catalogue_amount: '$132.00',
};
const list = (visit = VISIT): Record<string, MockResponse> => ({
  ...BOOKING_SUCCESS,
  'GET /api/admin/bookings': bookingList([visit]),
  [`GET ${bookingPath(3)}`]: details(visit),
});
const open = (api: Record<string, MockResponse> = list()) => openAdmin('/admin/appointments', api);
const PRICES = [
  { service_id: CUT.id, cents: 9_000 },
  { service_id: GLOSS.id, cents: 4_200 },
];

it('records what is to be paid by two taps, and with a tip and another way of payment by three', async () => {
  const { page, dialog, button, toast, called } = await open();
  await chooseAction('Hannah Ruiz', 'Complete')(page);
  await dialog.getByRole('heading', { name: 'Complete Appointment' }).waitFor();
  await expectAccessible(page);
  await button('Record $132 · card').click();
  await toast('Booking completed successfully').waitFor();
  await page.getByText('Hannah Ruiz · $132.00 · Paid by: Card').waitFor();

  await page.reload();
  await chooseAction('Hannah Ruiz', 'Complete')(page);
  await button('Tip of 20%').click();
  await button('Record $132 + $26.40 tip · cash').click();
  await toast('Booking completed successfully').waitFor();
  await page.getByText('Hannah Ruiz · $132.00 · Paid by: Cash · Tip: $26.40').waitFor();
  expect(called('POST').map(({ body }) => body)).toEqual([
    { amount_cents: 13_200, lines: PRICES, method: 'card' },
    { amount_cents: 13_200, lines: PRICES, method: 'cash', tip_cents: 2_640 },
  ]);

  // The device remembers the way.
  await page.reload();
  await chooseAction('Hannah Ruiz', 'Complete')(page);
  await button('Record $132 · cash').waitFor();
});

it('takes products, discounts and two payments, and asks before it discards them', async () => {
  const { page, dialog, button, toast, called } = await open();
  await chooseAction('Hannah Ruiz', 'Complete')(page);
  await dialog.getByLabel("Women's Haircut").fill('lots');
  await page.keyboard.press('Enter');
  await dialog.getByText('Please enter an amount from 0 to 100,000, such as 65.00.').waitFor();
  await dialog.getByLabel("Women's Haircut").fill('100');
  await button('Add product').click();
  // The new row has the focus.
  await page.keyboard.type('Shampoo');
  await dialog.getByLabel('Amount of product 1').fill('18');
  await button('Add discount').click();
  await page.keyboard.type('A long wait');
  await dialog.getByLabel('Amount of discount 2').fill('10');
  await dialog.getByText('Total $150.00').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog', { name: 'Discard what you entered?' }).waitFor();
  await page.keyboard.press('Escape');
  await button('Paid in two ways...').click();
  await dialog.getByLabel('Paid by').selectOption('Cash');
  await dialog.getByLabel('And by').selectOption('Card');
  await dialog.getByLabel('Amount ($)').fill('50');
  await dialog.getByText('The rest: $100.00').waitFor();
  await expectAccessible(page);
  await button('Record $150 · cash + card').click();
  await toast('Booking completed successfully').waitFor();
  await page.getByText('$150.00 · Paid by: Cash $50.00, Card $100.00').waitFor();
  expect(called('POST').at(-1)?.body).toEqual({
    amount_cents: 15_000,
    lines: [
      { service_id: CUT.id, cents: 10_000 },
      { service_id: GLOSS.id, cents: 4_200 },
      { text: 'Shampoo', cents: 1_800 },
      { text: 'A long wait', cents: -1_000 },
    ],
    payments: [
      { method: 'cash', cents: 5_000 },
      { method: 'card', cents: 10_000 },
    ],
  });
});

it('asks for a price that is open, or completes without an amount', async () => {
  const varies = {
    ...VISIT,
    services: [CUT, { ...GLOSS, price: 'Price Varies' }],
    total_amount: 'Price Varies - Determined at Consultation',
  };
  const { page, dialog, button, called } = await open(list(varies));
  await chooseAction('Hannah Ruiz', 'Complete')(page);
  await button('Record · card').click();
  await dialog.getByText('Please enter a price, or 0.').waitFor();
  await button('Price list: $42').click();
  await button('Record $132 · card').waitFor();
  await dialog.getByLabel('Gloss').fill('');
  await button('Complete without an amount').click();
  await dialog.waitFor({ state: 'hidden' });
  expect(called('POST').map(({ body }) => body)).toEqual([{ amount_cents: null }]);
  await page.getByText('Hannah Ruiz · Completed, no amount recorded').waitFor();
  await button('Record payment').click();
  await dialog.getByRole('heading', { name: 'Record payment' }).waitFor();
});

it('says of a visit without a recorded amount that nothing is recorded, and leads to the sheet', async () => {
  const { page, dialog, button } = await openAdmin(`/admin/appointments/${VISIT.id}`, {
    ...list({ ...VISIT, status: 'completed', total_amount: '$0.00' }),
  });
  await dialog.getByText('Payment not recorded').waitFor();
  expect(await page.getByText('$0.00').count()).toBe(0);
  await button('Record payment').click();
  await dialog.getByRole('heading', { name: 'Record payment' }).waitFor();
});

it('goes on to the next visit, with the customer, the services and the day filled in', async () => {
  const services = held(projected(ADMIN_SERVICES));
  const { page, dialog, button } = await openAdmin('/admin', {
    ...list(),
    'GET /api/admin/services': services.respond,
    'GET /api/admin/calendar': todayCalendar([VISIT]),
    'GET /api/admin/dashboard': projected({
      ...DASHBOARD,
      today: { ...DASHBOARD.today, bookings: [VISIT] },
    }),
  });
  await button('Done...: Hannah Ruiz').click();
  await button('Record $132 · card').waitFor();
  // It isn't known yet which services are offered still.
  expect(await button('6 weeks').count()).toBe(0);
  services.release();
  await button('6 weeks').click();
  await dialog.getByText('Fri, Jan 1').waitFor();
  await button('Record $132 · card').click();
  await dialog.getByRole('heading', { name: 'Add Booking' }).waitFor();
  expect(await dialog.getByLabel('Date', { exact: true }).inputValue()).toBe('2027-01-01');
  expect(new URL(page.url()).searchParams.get('new')).toBe(VISIT.customer_id);
  expect(await dialog.getByLabel("Women's Haircut").isChecked()).toBe(true);
});

it('goes on to the next visit of a walk-in whom nobody has named without a customer', async () => {
  const walkIn = {
    ...VISIT,
    walk_in: true,
    customer_name: 'Walk-in',
    customer_email: null,
    customer_phone: '',
  };
  const { page, dialog, button } = await open(list(walkIn));
  await chooseAction('Walk-in', 'Complete')(page);
  await button('6 weeks').click();
  await button('Record $132 · card').click();
  await dialog.getByRole('heading', { name: 'Add Booking' }).waitFor();
  expect(await dialog.getByLabel('Customer name').inputValue()).toBe('');
  expect(await dialog.getByLabel("Women's Haircut").isChecked()).toBe(true);
});

it('corrects what is recorded', async () => {
  const done = booking(3, 'Hannah Ruiz', ['2026-11-20', '9:00 AM'], 'completed', {
    services: [CUT, GLOSS],
    total_amount: '$145.00',
    payment_method: 'card',
    payments: [{ method: 'card', cents: 14_500, tip_cents: 2_000 }],
    tip_cents: 2_000,
    lines: [
      { service_id: CUT.id, cents: 9_000, text: null },
      { service_id: GLOSS.id, cents: 4_200, text: null },
      { service_id: null, cents: 1_800, text: 'Shampoo' },
      { service_id: null, cents: -500, text: 'A long wait' },
    ],
  });
  const { page, dialog, button, toast, called } = await open(list({ ...VISIT, ...done }));
  await chooseAction('Hannah Ruiz', 'Change Amount')(page);
  expect(await dialog.getByLabel('Name of product 1').inputValue()).toBe('Shampoo');
  expect(await dialog.getByLabel('Tip ($)').inputValue()).toBe('20.00');
  expect(await dialog.getByLabel('Amount of discount 2').inputValue()).toBe('5.00');
  await button('Remove product 1').click();
  await button('Record $127 + $20 tip · card').click();
  await toast('Amount changed').waitFor();
  expect(called('POST').map(({ body }) => body)).toEqual([
    {
      amount_cents: 12_700,
      lines: [...PRICES, { text: 'A long wait', cents: -500 }],
      method: 'card',
      tip_cents: 2_000,
    },
  ]);
});
