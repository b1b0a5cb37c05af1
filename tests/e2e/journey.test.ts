import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { DESKTOP, expectAccessible, openPage, PHONE } from './support/pages/open-page.ts';
import { givenSalonAndBrowser } from './support/site/given-salon.ts';
import { wizardVisitor } from './support/visitor/wizard-visitor.ts';

const given = givenSalonAndBrowser();

/** Addresses of the API that the page has called. */
function apiCalls(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) urls.push(request.url());
  });
  return urls;
}

async function freeTimes(date: string): Promise<string[]> {
  const { json } = await given.salon.get(`/api/availability?date=${date}&services=womens-haircut`);
  return (json as { slots: string[] }).slots;
}

const VISITORS = [
  ['phone', PHONE, '2026-11-24', /^24, Tuesday/],
  ['desktop', DESKTOP, '2026-11-25', /^25, Wednesday/],
] as const;

// A page can't tell one log from the other: on the second one, a single journey shows that all of it works together.
const isFirstLog = inject('eventLog') === 'Postgres';

describe.each(isFirstLog ? VISITORS : VISITORS.slice(0, 1))(
  'a visitor at a %s',
  (_device, size, date, day) => {
    // Spec: 2.manage, 2.manage-cancelled, 2.wizard-done, 6.visitor, 7.create-booking, 7.manage-booking, 8.confirm-cancel, 8.manage-rescheduled
    it('books, and views, moves and cancels the appointment by the private link', {
      timeout: 180_000,
    }, async () => {
      const page = await openPage(given.browser, { size });
      const calls = apiCalls(page);
      const visitor = wizardVisitor(page);

      await page.goto(`${given.salon.url}/book`);
      await visitor.heading('Select Services').waitFor();
      await expectAccessible(page);
      await visitor.chooseServices("Women's Haircut", 'Scalp Treatment');
      await visitor.chooseDay(day);
      await visitor.button('10:30 AM').click();
      await expectAccessible(page);
      await visitor.button('Continue').click();
      await visitor.fillIn();
      await expectAccessible(page);
      await visitor.submit();

      await visitor.toast('Booking Confirmed!').waitFor();
      await page.waitForURL('**/thank-you');
      await page.getByText('Thank you, Ada Moreau').waitFor();
      await expectAccessible(page);
      await expect.poll(() => freeTimes(date)).not.toContain('10:30 AM');

      const saved = page.waitForEvent('download');
      await visitor.button('Download .ics').click();
      expect((await saved).suggestedFilename()).toBe('appointment.ics');

      const manage = page.getByRole('link', { name: 'Manage your appointment' });
      const token = (await manage.getAttribute('href'))?.split('/').at(-1) ?? '';
      await manage.click();
      await visitor.heading('Manage Your Appointment').waitFor();
      await page
        .getByText("Scalp Treatment, Women's Haircut")
        .or(page.getByText("Women's Haircut, Scalp Treatment"))
        .waitFor();
      await expectAccessible(page);
      await page.waitForURL('**/b/*');
      const link = page.url();

      await visitor.button('Reschedule Appointment').click();
      await visitor.chooseDay(/^27, Friday/);
      await page.getByLabel(/^New time/).selectOption('2:00 PM');
      await expectAccessible(page);
      await visitor.button('Confirm Reschedule').click();
      await visitor.toast('Appointment rescheduled successfully').waitFor();
      await page.getByText('Nov 27, 2026').waitFor();
      await expect.poll(() => freeTimes(date)).toContain('10:30 AM');

      await visitor.button('Cancel Appointment').click();
      await page.getByText('Are you sure you want to cancel this appointment?').waitFor();
      await expectAccessible(page);
      await visitor.button('Yes, cancel it').click();
      await visitor.toast('Appointment cancelled successfully').waitFor();
      await page.waitForURL(`${given.salon.url}/`);
      await expect.poll(() => freeTimes('2026-11-27')).toContain('2:00 PM');

      await page.goto(link);
      await visitor.heading('Appointment Cancelled').waitFor();
      await expectAccessible(page);
      expect(token.length).toBeGreaterThan(20);
      expect(calls.filter((url) => url.includes(token))).toEqual([]);
    });
  },
);

/** Presses Tab until the thing has the focus, as one without a mouse has to. */
async function tabTo(page: Page, target: Locator) {
  await target.waitFor();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The keyboard does not reach it.');
}

it.runIf(isFirstLog)('lets a visitor do all of it by keyboard alone', { timeout: 180_000 }, async () => {
  const page = await openPage(given.browser);
  const visitor = wizardVisitor(page);
  const press = async (target: Locator, key = 'Enter') => {
    await tabTo(page, target);
    await page.keyboard.press(key);
  };

  await page.goto(`${given.salon.url}/`);
  await press(page.getByRole('link', { name: 'Book Your Appointment', exact: true }));
  await visitor.heading('Select Services').waitFor();
  await press(page.getByRole('checkbox', { name: /^Women's Haircut/ }), 'Space');
  await press(visitor.button('Continue to Date & Time'));
  await visitor.heading('Date & Time').waitFor();

  // The calendar is one stop; the arrows move in it, from today the 20th.
  await tabTo(page, visitor.day(/^20, Friday/));
  for (let days = 0; days < 8; days += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await press(visitor.button('9:30 AM'));
  await press(visitor.button('Continue'));

  await tabTo(page, page.getByLabel('Name'));
  await page.keyboard.type('Grace Hopper');
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type('grace@example.com');
  await tabTo(page, page.getByLabel('Phone'));
  await page.keyboard.type('925 555 0177');
  await press(page.getByRole('checkbox', { name: /SMS notifications/ }), 'Space');
  await press(visitor.button('Book Appointment'));

  await page.getByText('Thank you, Grace Hopper').waitFor();
  await press(page.getByRole('link', { name: 'Manage your appointment' }));
  await press(visitor.button('Reschedule Appointment'));
  await tabTo(page, visitor.day(/^20, Friday/));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const time = page.getByLabel(/^New time/);
  await expect.poll(() => time.isEnabled()).toBe(true);
  await tabTo(page, time);
  await page.keyboard.type('3:00');
  await press(visitor.button('Confirm Reschedule'));
  await page.getByText('Nov 21, 2026').waitFor();

  await press(visitor.button('Cancel Appointment'));
  await press(visitor.button('Yes, cancel it'));
  await visitor.toast('Appointment cancelled successfully').waitFor();
  await page.waitForURL(`${given.salon.url}/`);
});
