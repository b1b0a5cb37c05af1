import { expect, it } from 'vitest';
import { projected } from '../support/fixtures/admin-fixtures.ts';
import { BOOKING_SUCCESS, todayCalendar } from '../support/fixtures/booking-fixtures.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { expectAccessible } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';

const site = givenSite();
const open = adminOpener(site);

const stepsAre = (...done: readonly boolean[]) => ({
  ...BOOKING_SUCCESS,
  'GET /api/admin/calendar': todayCalendar(),
  'GET /api/admin/first-steps': projected({
    steps: (['details', 'hours', 'prices', 'texts', 'reviews', 'booking'] as const).map((name, index) => ({
      name,
      done: done[index] ?? false,
    })),
  }),
});

it('says on the dashboard what is still to do, and each leads there', async () => {
  const { page, at, heading } = await open('/admin', stepsAre(true, false, true));
  const steps = page.getByRole('region', { name: /^First steps/ });
  await steps.getByText('2 of 6 done').waitFor();
  await expectAccessible(page);
  expect(await steps.getByRole('link').count()).toBe(6);
  await steps.getByRole('link', { name: /^Set the opening hours/ }).click();
  await at('/admin/calendar?view=day');
  await page.goBack();
  await heading('Dashboard').waitFor();
  await steps.getByRole('button', { name: 'Hide' }).click();
  await steps.waitFor({ state: 'hidden' });
});

it('says nothing of them once all are done', async () => {
  const { page, heading } = await open('/admin', stepsAre(true, true, true, true, true, true));
  await heading('Recent bookings').waitFor();
  expect(await page.getByText('First steps').count()).toBe(0);
});
