import { describe, expect, it } from 'vitest';
import type { Availability } from '../../src/contracts/availability.ts';
import { bookingRequest } from '../support/server.ts';
import { givenSalonAndBrowser } from './support/given-salon.ts';
import { openPage } from './support/open-page.ts';
import { wizardVisitor } from './support/wizard-visitor.ts';

/** Holds against a real server: what one visitor does, and what another sees of it. */

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
