import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { givenSalonAndBrowser } from './support/given-salon.ts';
import { openPage, PHONE } from './support/open-page.ts';

const given = givenSalonAndBrowser();

/** Taps from the front page to a booked first free time, fields aside. */
const AT_MOST = 9;

it('books the first free time on a phone in few taps', { timeout: 180_000 }, async () => {
  const page = await openPage(given.browser, { size: PHONE });
  const taps: string[] = [];
  const tap = async (target: Locator) => {
    taps.push((await target.getAttribute('aria-label')) ?? (await target.textContent()) ?? '');
    await target.click();
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await page.goto(given.salon.url);
  await tap(page.getByRole('link', { name: 'Book Your Appointment', exact: true }));
  await tap(page.getByText("Women's Haircut"));
  await tap(button('Continue to Date & Time'));
  // The first day with free times is chosen already.
  await tap(page.locator('section[aria-labelledby=choose-time] li button').first());
  await tap(button('Continue'));
  await page.getByLabel('Name').fill('Ada Moreau');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Phone').fill('(925) 555-0199');
  await tap(page.getByRole('checkbox', { name: /SMS notifications/ }));
  await tap(button('Book Appointment'));
  await page.waitForURL('**/thank-you');
  await page.getByText('Thank you, Ada Moreau').waitFor();
  expect(taps.length, taps.join(' → ')).toBeLessThanOrEqual(AT_MOST);
});
