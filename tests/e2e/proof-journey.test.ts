import { describe, expect, it } from 'vitest';
import { givenSalonAndBrowser } from './support/given-salon.ts';
import { openPage } from './support/open-page.ts';
import { wizardVisitor } from './support/wizard-visitor.ts';

/** Somebody books after many others from the same address, against a real server with its usual limits. */

const given = givenSalonAndBrowser({ settings: { BOOKING_LIMIT_PER_HOUR: '5' } });

/** Bookings that everybody behind one address may make in an hour without more ado. */
const FREE_PER_HOUR = 10;

async function othersHaveBooked() {
  for (let other = 0; other < FREE_PER_HOUR; other += 1) {
    await given.salon.booked({
      appointment_date: given.salon.freshDay(),
      customer_email: `other${other}@example.com`,
      customer_phone: `925555010${other}`,
    });
  }
}

describe('a visitor from a busy address', () => {
  it('books like everybody else, while the browser proves work', async () => {
    await othersHaveBooked();
    const page = await openPage(given.browser);
    const answers: [status: number, proof: boolean][] = [];
    page.on('response', (response) => {
      const request = response.request();
      if (!response.url().endsWith('/api/bookings')) return;
      answers.push([response.status(), request.headers()['booking-proof'] !== undefined]);
    });
    await page.goto(`${given.salon.url}/book`);
    const visitor = wizardVisitor(page);
    await visitor.reachCheckout();
    // A new release has come meanwhile, and with it other code.
    await page.route(/\/proof-of-work-[^/]+\.js$/, (route) => route.fulfill({ status: 404 }));
    await visitor.submit();
    await visitor.toast('Booking Confirmed!').waitFor();
    expect(answers).toEqual([
      [428, false],
      [201, true],
    ]);
  });
});
