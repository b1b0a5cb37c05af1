import type { Request } from 'playwright-core';
import { expect, it } from 'vitest';
import { CREATED } from '../support/fixtures/fixtures.ts';
import { checkoutOpener } from '../support/pages/open-wizard.ts';
import { givenSite } from '../support/site/given-site.ts';
import { broken, json, lostNetwork, type MockResponse, problem } from '../support/site/mock-api.ts';

const openCheckout = checkoutOpener(givenSite());

const keyOf = (request: Request | undefined) => request?.headers()['idempotency-key'];

/** Answers from which nobody knows whether the booking was made. */
const UNUSABLE: Readonly<Record<string, MockResponse>> = {
  'a cut connection': lostNetwork,
  'a 500 with a problem': problem('internal-error'),
  'a 503 with a problem': problem('unavailable'),
  'a 500 without a body': broken(500),
  'a 502 with a page': broken(502, '<html><h1>Bad Gateway</h1></html>', 'text/html'),
  'a 504 with text': broken(504, 'upstream timed out', 'text/plain'),
  'a 200 with an error': broken(200, '{"error": "Rate limit exceeded"}'),
  'a 201 with an error': broken(201, '{"error": {"message": "boom"}}'),
  'a 400 with an error that is no problem': broken(400, '{"error": "Invalid"}'),
  'a 429 of a proxy': broken(429, 'Slow down', 'text/plain'),
  'a 201 that is cut off': broken(201, '{"id": "0b5c'),
  'a 201 without a body': broken(201),
  'a 201 with a page': broken(201, '<html></html>', 'text/html'),
  'a 201 that lacks the link': broken(201, JSON.stringify({ ...CREATED, management_token: undefined })),
  'a 201 with null': broken(201, 'null'),
};

// Spec: 8.booking-other
it('says after each unusable answer that it failed, keeps the note, and repeats the request under its key', async () => {
  const { page, api, visitor, posts } = await openCheckout();
  for (const [index, respond] of Object.values(UNUSABLE).entries()) {
    api.change({ 'POST /api/bookings': respond });
    await visitor.submit();
    await expect.poll(() => posts.length).toBe(index + 1);
    // The one before may still be on its way out.
    await visitor.toast('Booking Error').last().waitFor();
    await visitor.toast('Failed to create booking. Please try again.').last().waitFor();
    await page.getByText('We didn’t get an answer').waitFor();
    await visitor.button('Book Appointment').waitFor();
  }
  expect(new Set(posts.map(keyOf)).size).toBe(1);
  api.change({ 'POST /api/bookings': json(CREATED, 201) });
  await visitor.submit();
  await page.waitForURL('**/thank-you');
});
