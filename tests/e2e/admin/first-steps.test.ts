import { expect, it } from 'vitest';
import { FIRST_STEPS, type FirstStep } from '../../../src/contracts/settings/first-steps.ts';
import { BOOKING_SUCCESS, todayCalendar } from '../support/fixtures/booking-fixtures.ts';
import { firstSteps } from '../support/fixtures/settings-fixtures.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { expectAccessible } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';

const site = givenSite();
const open = adminOpener(site);

const withDone = (...done: readonly FirstStep[]) => ({
  ...BOOKING_SUCCESS,
  'GET /api/admin/calendar': todayCalendar(),
  ...firstSteps(...done),
});

it('says on the dashboard what is still to do, and each leads there', async () => {
  const { page, at, heading } = await open('/admin', withDone('details', 'prices'));
  const steps = page.getByRole('region', { name: /^First steps/ });
  await steps.getByText('2 of 7 done').waitFor();
  await expectAccessible(page);
  expect(await steps.getByRole('link').count()).toBe(7);
  await steps.getByRole('link', { name: /^Show pictures/ }).click();
  await at('/admin/settings/pictures');
  await page.goBack();
  await steps.getByRole('link', { name: /^Have texts and mails sent/ }).click();
  await at('/admin/settings/sending');
  await page.goBack();
  await steps.getByRole('link', { name: /^Set the opening hours/ }).click();
  await at('/admin/calendar?view=day&weekly');
  await page.goBack();
  await heading('Dashboard').waitFor();
  await steps.getByRole('button', { name: 'Hide' }).click();
  await steps.waitFor({ state: 'hidden' });
});

it('says nothing of them once all are done', async () => {
  const { page, heading } = await open('/admin', withDone(...FIRST_STEPS));
  await heading('Recent bookings').waitFor();
  expect(await page.getByText('First steps').count()).toBe(0);
});
