import { expect, it } from 'vitest';
import { FIRST_STEPS, type FirstStep } from '../../../src/contracts/settings/first-steps.ts';
import { BOOKING_SUCCESS, todayCalendar } from '../support/fixtures/booking-fixtures.ts';
import { sendingIs } from '../support/fixtures/sending-fixtures.ts';
import { firstSteps } from '../support/fixtures/settings-fixtures.ts';
import { drawn } from '../support/pages/drawn.ts';
import { adminOpener, held } from '../support/pages/open-admin.ts';
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
  await steps.getByText('2 of 8 done').waitFor();
  await expectAccessible(page);
  expect(await steps.getByRole('link').count()).toBe(8);
  await steps.getByText('Still to do: your own ratings (or show none).').waitFor();
  await steps.getByRole('link', { name: /^Show pictures/ }).click();
  await at('/admin/settings/pictures');
  await page.goBack();
  await steps.getByRole('link', { name: /^Have texts and mails sent/ }).click();
  await at('/admin/settings/sending');
  await page.goBack();
  await steps.getByRole('link', { name: /^Set the opening hours/ }).click();
  await at('/admin/calendar?view=day');
  await page.goBack();
  await heading('Dashboard').waitFor();
  await steps.getByRole('button', { name: 'Hide' }).click();
  await steps.waitFor({ state: 'hidden' });
});

it('says them, and can hide them, where the browser’s storage is forbidden', async () => {
  const { page } = await open('/admin', withDone('details'));
  await page.addInitScript((forbidden) => {
    const { getItem, setItem } = Storage.prototype;
    const refuse = (key: string) => {
      if (key === forbidden) throw new DOMException('Forbidden', 'SecurityError');
    };
    Storage.prototype.getItem = function (key) {
      refuse(key);
      return getItem.call(this, key);
    };
    Storage.prototype.setItem = function (key, value) {
      refuse(key);
      setItem.call(this, key, value);
    };
  }, 'first-steps-hidden');
  await page.reload();
  const steps = page.getByRole('region', { name: /^First steps/ });
  await steps.getByRole('button', { name: 'Hide' }).click();
  await steps.waitFor({ state: 'hidden' });
});

it('says nothing of them once all are done', async () => {
  const { page, heading } = await open('/admin', withDone(...FIRST_STEPS));
  await heading('Recent bookings').waitFor();
  expect(await page.getByText('First steps').count()).toBe(0);
});

it('comes up as a whole: no notice moves what is below it', async () => {
  const sending = held(sendingIs({ has_provider: false }));
  const { page, heading, called } = await open('/admin', {
    ...withDone(...FIRST_STEPS),
    'GET /api/admin/sending': sending.respond,
  });
  await page.getByText('Loading the dashboard...').waitFor();
  // Everything else is there, and has had the time to be shown.
  for (const name of ['dashboard', 'calendar', 'first-steps', 'sending'])
    await expect.poll(() => called(`GET /api/admin/${name}`).length).toBeGreaterThan(0);
  await drawn(page);
  await drawn(page);
  sending.release();
  await page.getByText('Texts aren’t set up, so customers aren’t told of changes by text.').waitFor();
  await heading('Recent bookings').waitFor();
  const shifts = await page.evaluateHandle(() => {
    const seen: number[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
    return seen;
  });
  await drawn(page);
  await drawn(page);
  expect(await shifts.jsonValue()).toEqual([]);
});
