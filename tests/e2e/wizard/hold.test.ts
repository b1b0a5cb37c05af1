import type { Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { HELD, HOLD_ID, NOW } from '../support/fixtures/fixtures.ts';
import { expectAccessible } from '../support/pages/open-page.ts';
import { checkoutOpener, wizardOpener } from '../support/pages/open-wizard.ts';
import { givenSite } from '../support/site/given-site.ts';
import { json, lostNetwork, type MockResponse, problem } from '../support/site/mock-api.ts';

const site = givenSite();
const openWizard = wizardOpener(site);
const openCheckout = checkoutOpener(site);

const held = (page: Page) => page.getByRole('timer');
const methods = (requests: readonly Request[]) => requests.map((request) => request.method());
const secondsLater = (page: Page, seconds: number) =>
  page.clock.setFixedTime(new Date(NOW.getTime() + seconds * 1_000));

describe('the held time', () => {
  it('is held from the checkout on, counted down, and booked under its hold', async () => {
    const { page, visitor, posts, holds } = await openWizard();
    await visitor.chooseServices("Women's Haircut");
    await visitor.chooseDay(/^24, Tuesday/);
    await visitor.button('10:30 AM').click();
    expect(holds).toEqual([]);
    await visitor.button('Continue').click();
    await held(page).getByText('10:00').waitFor();
    await page.getByText('Your time is held for 10 minutes.').waitFor();
    expect(holds[0]?.postDataJSON()).toEqual({
      date: '2026-11-24',
      time: '10:30 AM',
      services: ['womens-haircut'],
    });
    expect(holds[0]?.headers()['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
    await secondsLater(page, 18);
    await held(page).getByText('9:42').waitFor();
    await expectAccessible(page);
    await secondsLater(page, 541);
    await page.getByText('Your time is held for one more minute.').waitFor();
    await visitor.fillIn();
    await visitor.submit();
    await page.waitForURL('**/thank-you');
    expect(posts[0]?.postDataJSON()).toMatchObject({ hold_id: HOLD_ID });
    await expect.poll(() => methods(holds)).toEqual(['POST', 'DELETE']);
  });

  it('is kept on the way back to the times, and released on another choice', async () => {
    const { page, visitor, holds } = await openCheckout();
    await held(page).waitFor();
    const asked = page.waitForRequest((request) => request.url().includes(`hold_id=${HOLD_ID}`));
    await visitor.button('Back to date & time').click();
    await asked;
    await visitor.button('Continue').click();
    await held(page).waitFor();
    expect(methods(holds)).toEqual(['POST']);
    await visitor.button('Back to date & time').click();
    await visitor.button('11:00 AM').click();
    await expect.poll(() => methods(holds)).toEqual(['POST', 'DELETE']);
    await visitor.button('Continue').click();
    await held(page).waitFor();
    expect(methods(holds)).toEqual(['POST', 'DELETE', 'POST']);
    expect(holds[2]?.postDataJSON()).toMatchObject({ time: '11:00 AM', hold_id: HOLD_ID });
  });

  it('is released on leaving for another page', async () => {
    const { page, holds } = await openCheckout();
    await held(page).waitFor();
    await page.getByRole('link', { name: 'Services' }).first().click();
    await expect.poll(() => methods(holds)).toEqual(['POST', 'DELETE']);
  });

  it('is held again after a reload', async () => {
    const { page, visitor, posts, holds } = await openCheckout();
    await held(page).waitFor();
    await page.reload();
    await held(page).getByText('10:00').waitFor();
    expect(methods(holds).filter((method) => method === 'POST')).toHaveLength(2);
    expect(holds.at(-1)?.postDataJSON()).toMatchObject({ hold_id: HOLD_ID });
    await visitor.submit();
    await page.waitForURL('**/thank-you');
    expect(posts).toHaveLength(1);
  });

  it('expires with an explanation, keeps the form, and is held again on submit', async () => {
    const { page, visitor, posts, holds } = await openCheckout();
    await held(page).waitFor();
    await secondsLater(page, 601);
    await page.getByText('The 10 minutes for which we could hold 10:30 AM are over.').waitFor();
    await page.getByText('Your time is no longer held, but perhaps still free.').waitFor();
    await expectAccessible(page);
    expect(await page.getByLabel('Name').inputValue()).toBe('Ada Moreau');
    await visitor.submit();
    await page.waitForURL('**/thank-you');
    expect(methods(holds).slice(0, 2)).toEqual(['POST', 'POST']);
    expect(holds[1]?.postDataJSON()).toMatchObject({ hold_id: HOLD_ID });
    expect(posts).toHaveLength(1);
  });
});

describe('a time that cannot be held', () => {
  it('because it is taken leads back to the times, and keeps the form', async () => {
    const { page, api, visitor, posts } = await openCheckout();
    await held(page).waitFor();
    await secondsLater(page, 601);
    await held(page).getByText('No longer held').waitFor();
    api.change({ 'POST /api/holds': problem('slot-taken') });
    await visitor.submit();
    await visitor.heading('Date & Time').waitFor();
    await visitor.notice(/^That time was just taken. Please choose another.$/).waitFor();
    // Said once: no toast lies over the times.
    expect(await page.locator('[data-sonner-toast]').count()).toBe(0);
    expect(posts).toEqual([]);
    api.change({ 'POST /api/holds': json(HELD, 201) });
    await visitor.button('11:00 AM').click();
    await visitor.button('Continue').click();
    expect(await page.getByLabel('Name').inputValue()).toBe('Ada Moreau');
  });

  it.each([
    ['nobody answers', lostNetwork],
    ['there are enough holds', problem('too-many-requests')],
    ['the server is down', problem('unavailable')],
  ] as [string, MockResponse][])('because %s is booked without a hold', async (_, response) => {
    const { page, visitor, posts } = await openCheckout({ 'POST /api/holds': response });
    expect(await held(page).count()).toBe(0);
    await visitor.submit();
    await page.waitForURL('**/thank-you');
    expect(posts[0]?.postDataJSON()).not.toHaveProperty('hold_id');
  });

  it('without a response so far is requested again with the same key', async () => {
    const { page, api, visitor, posts, holds } = await openCheckout({ 'POST /api/holds': lostNetwork });
    await expect.poll(() => holds.length).toBe(1);
    api.change({ 'POST /api/holds': json(HELD, 201) });
    await visitor.submit();
    await page.waitForURL('**/thank-you');
    const keys = holds.slice(0, 2).map((request) => request.headers()['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
    expect(posts[0]?.postDataJSON()).toMatchObject({ hold_id: HOLD_ID });
  });

  it("isn't requested while a booking has no response", async () => {
    const { page, api, visitor, holds } = await openCheckout({ 'POST /api/bookings': lostNetwork });
    await held(page).waitFor();
    await visitor.submit();
    await page.getByText('We didn’t get an answer').waitFor();
    await page.reload();
    await visitor.heading('Checkout').waitFor();
    api.change({ 'POST /api/bookings': problem('slot-taken') });
    await visitor.submit();
    await visitor.heading('Date & Time').waitFor();
    expect(methods(holds).filter((method) => method === 'POST')).toHaveLength(1);
  });
});

describe('the honeypot', () => {
  it('is hidden from people, and sent when it is filled in', async () => {
    const { page, visitor, posts } = await openCheckout({
      'POST /api/bookings': problem('suspicious-booking'),
    });
    expect(await page.getByRole('textbox', { name: /empty/ }).count()).toBe(0);
    for (const label of ['Email', 'Phone', 'Notes']) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.id)).not.toBe('subject');
      await page.getByLabel(label).focus();
    }
    const trap = page.locator('#subject');
    expect(await trap.getAttribute('autocomplete')).toBe('off');
    // What is around it lets one pixel of it be seen.
    expect((await trap.locator('..').boundingBox())?.width).toBe(1);
    await trap.evaluate((field) => {
      (field as HTMLInputElement).value = 'Cheap watches';
    });
    await visitor.submit();
    await visitor
      .toast('For security reasons, please contact us directly at (925) 555-0142 to make your booking.')
      .waitFor();
    expect(posts[0]?.postDataJSON()).toMatchObject({ subject: 'Cheap watches' });
  });
});
