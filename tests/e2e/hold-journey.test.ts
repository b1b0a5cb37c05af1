import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Availability } from '../../src/contracts/bookings/availability.ts';
import { bookingRequest } from '../support/server/server.ts';
import { openPage, PHONE } from './support/pages/open-page.ts';
import { givenSalonAndBrowser } from './support/site/given-salon.ts';
import { wizardVisitor } from './support/visitor/wizard-visitor.ts';

/** The way to a booking against a real server, and holds on it: what one visitor does, and what another sees of it. */

const given = givenSalonAndBrowser();

async function isFree(date: string, time: string): Promise<boolean> {
  const { json } = await given.salon.get(`/api/availability?date=${date}&services=womens-haircut`);
  return (json as Availability).slots.includes(time);
}

/** At the checkout with a time that is held. */
async function visitorAtCheckout(day: RegExp, time: string) {
  const page = await openPage(given.browser);
  await page.goto(`${given.salon.url}/book`);
  const visitor = wizardVisitor(page);
  await visitor.chooseServices("Women's Haircut");
  await visitor.chooseTime(day, time);
  await page.getByText('Held for you for').waitFor();
  return { page, visitor };
}

describe('a time held at the checkout', () => {
  it("isn't offered to others, is free when the tab leaves, and held again when it returns", async () => {
    const date = '2026-11-24';
    const { page, visitor } = await visitorAtCheckout(/^24, Tuesday/, '10:30 AM');
    await expect.poll(() => isFree(date, '10:30 AM')).toBe(false);
    await page.goto('about:blank');
    await expect.poll(() => isFree(date, '10:30 AM')).toBe(true);
    await page.goto(`${given.salon.url}/book?step=checkout`);
    await page.getByText('Held for you for').waitFor();
    await expect.poll(() => isFree(date, '10:30 AM')).toBe(false);
    await page.reload();
    await page.getByText('Held for you for').waitFor();
    await visitor.fillIn();
    await visitor.submit();
    await visitor.toast('Booking Confirmed!').waitFor();
  });

  it('can be booked by its holder, and by nobody else', async () => {
    const { page, visitor } = await visitorAtCheckout(/^25, Wednesday/, '2:00 PM');
    const stranger = await given.salon.post(
      '/api/bookings',
      bookingRequest({ appointment_date: '2026-11-25', appointment_time: '2:30 PM' }),
    );
    expect(stranger).toMatchObject({ status: 409, json: { code: 'slot-taken' } });
    await visitor.fillIn();
    await visitor.submit();
    await page.waitForURL('**/thank-you');
  });

  it("doesn't block an overlapping choice of its own holder", async () => {
    const { page, visitor } = await visitorAtCheckout(/^27, Friday/, '10:00 AM');
    await visitor.button('Back to date & time').click();
    await visitor.button('10:30 AM').click();
    await visitor.button('Continue').click();
    await page.getByText('Held for you for').waitFor();
    await expect.poll(() => isFree('2026-11-27', '9:30 AM')).toBe(true);
    await visitor.fillIn();
    await visitor.submit();
    await visitor.toast('Booking Confirmed!').waitFor();
  });
});

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
