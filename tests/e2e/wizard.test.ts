import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './support/browser.ts';
import { CREATED, SERVICES, slotsOf } from './support/fixtures.ts';
import { type Answer, json, lostNetwork, mockApi, problem } from './support/mock-api.ts';
import { openPage, PHONE } from './support/open-page.ts';
import { startSite } from './support/site-server.ts';
import { wizardVisitor } from './support/wizard-visitor.ts';

let browser: Browser;
let site: Awaited<ReturnType<typeof startSite>>;
beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), startSite()]);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

async function openWizard(changes: Record<string, Answer> = {}, path = '/book') {
  const page = await openPage(browser);
  const api = await mockApi(page, changes);
  const posts: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request);
  });
  await page.goto(site.url + path);
  await page.getByRole('heading', { name: 'Select Services' }).waitFor();
  return { page, api, posts, visitor: wizardVisitor(page) };
}

const keyOf = (request: Request | undefined) => request?.headers()['idempotency-key'];
const count = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).count();

/** An answer that waits until it is let go. */
function held(answer: Answer) {
  const gate = Promise.withResolvers<void>();
  const waiting: Answer = async (route, url) => {
    await gate.promise;
    // The page may have given up on it meanwhile; then there is nobody left to answer.
    await Promise.resolve(answer(route, url)).catch(() => {});
  };
  return { waiting, letGo: () => gate.resolve() };
}

describe('the steps', () => {
  it('offers to go on only once the step is complete', async () => {
    const { page, visitor } = await openWizard();
    expect(await count(page, 'Continue to Date & Time')).toBe(0);
    await visitor.chooseServices("Women's Haircut");
    expect(await count(page, 'Continue')).toBe(0);
    await visitor.chooseDay(/^24, Tuesday/);
    await visitor.button('10:30 AM').waitFor();
    expect(await count(page, 'Continue')).toBe(0);
    await visitor.button('10:30 AM').click();
    await visitor.button('Continue').waitFor();
  });

  it('toggles a service by its row, totals the durations, and removes it in the panel', async () => {
    const { page, visitor } = await openWizard();
    await page.getByText('Root Touch up with Style').click();
    await page.getByText('Full Highlights').click();
    const panel = page.getByRole('region', { name: 'Selected Services' });
    await panel.getByText('4h', { exact: true }).waitFor();
    await visitor.button('Remove Full Highlights').click();
    await expect.poll(() => panel.getByText('1h 30min', { exact: true }).count()).toBe(2);
    expect(await page.getByRole('checkbox', { name: /^Full Highlights/ }).isChecked()).toBe(false);
  });

  it('clears the time when the services change, and when a date is chosen', async () => {
    const { page, visitor } = await openWizard();
    await visitor.chooseServices("Women's Haircut");
    await visitor.chooseTime(/^24, Tuesday/, '10:30 AM');
    await visitor.button('Back to date & time').click();
    await visitor.chooseDay(/^27, Friday/);
    await page.getByRole('button', { name: '10:30 AM', pressed: false }).waitFor();
    await visitor.button('10:30 AM').click();
    await visitor.button('Back to services').click();
    await page.getByText('Scalp Treatment').click();
    await visitor.button('Continue to Date & Time').click();
    await page.getByRole('button', { name: '10:30 AM', pressed: false }).waitFor();
    expect(await count(page, 'Continue')).toBe(0);
  });

  it("moves back with the browser's own button", async () => {
    const { page, visitor } = await openWizard();
    await visitor.chooseServices("Women's Haircut");
    await visitor.chooseTime(/^24, Tuesday/, '10:30 AM');
    await page.goBack();
    await visitor.heading('Date & Time').waitFor();
    await page.goBack();
    await visitor.heading('Select Services').waitFor();
  });

  it('puts the focus on the heading of each new step', async () => {
    const { page, visitor } = await openWizard();
    await visitor.chooseServices("Women's Haircut");
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Date & Time');
  });

  it('opens with the service that a link names, and sends /book-now to the wizard', async () => {
    const { page } = await openWizard({}, '/book?service=perm');
    await expect.poll(() => page.getByRole('checkbox', { name: /^Perm/ }).isChecked()).toBe(true);
    await page.goto(`${site.url}/book-now`);
    await page.waitForURL('**/book');
  });
});

describe('the calendar', () => {
  it('refuses past and blocked days, and lets closed and full ones say so', async () => {
    const { page, visitor } = await openWizard();
    await visitor.chooseServices("Women's Haircut");
    await visitor.day(/^25, Wednesday, November 25, fully booked/).waitFor();
    expect(await visitor.day(/^19, Thursday/).isDisabled()).toBe(true);
    expect(await visitor.day(/^26, Thursday/).isDisabled()).toBe(true);
    await visitor.chooseDay(/^22, Sunday/);
    await page.getByText('We are closed on Sunday, November 22.').waitFor();
    await visitor.chooseDay(/^25, Wednesday/);
    await page.getByText('Nothing of 1h is free any more').waitFor();
  });

  it('ends six months ahead, that day included', async () => {
    const { page, visitor } = await openWizard();
    await visitor.chooseServices("Women's Haircut");
    const next = page.getByRole('button', { name: /next month/i });
    for (let month = 0; month < 6; month += 1) await next.click();
    await page.getByText('May 2027').waitFor();
    expect(await visitor.day(/^20, Thursday/).isEnabled()).toBe(true);
    expect(await visitor.day(/^21, Friday/).isDisabled()).toBe(true);
    expect(await next.getAttribute('aria-disabled')).toBe('true');
  });
});

describe('the checkout', () => {
  it('says what is missing, then asks for the consent', async () => {
    const { page, visitor, posts } = await openWizard();
    await visitor.chooseServices("Women's Haircut");
    await visitor.chooseTime(/^24, Tuesday/, '10:30 AM');
    await visitor.submit();
    await visitor.toast('Missing Information').waitFor();
    await visitor.toast('Please fill in all required fields.').waitFor();
    await expect
      .poll(() => page.getByLabel('Name').evaluate((field) => field === document.activeElement))
      .toBe(true);
    await visitor.fillIn({ Name: '   ' });
    await page.getByRole('checkbox').uncheck();
    await page.getByLabel('Name').fill('Ada Moreau');
    await visitor.submit();
    await visitor.toast('SMS Consent Required').waitFor();
    await visitor.toast('Please consent to SMS notifications to complete your booking.').waitFor();
    expect(posts).toEqual([]);
  });

  it('sends the agreed request, empties itself, and shows the confirmation', async () => {
    const { page, visitor, posts } = await openWizard();
    await visitor.reachCheckout();
    await visitor.submit();
    await visitor.toast('Booking Confirmed!').waitFor();
    await page.waitForURL('**/thank-you');
    expect(posts[0]?.postDataJSON()).toEqual({
      customer_name: 'Ada Moreau',
      customer_email: 'ada@example.com',
      customer_phone: '(925) 555-0199',
      appointment_date: '2026-11-24',
      appointment_time: '10:30 AM',
      services: [{ id: 'womens-haircut' }],
      notes: null,
      sms_consent: true,
      total_amount: 'Price Varies - Determined at Consultation',
    });
    await page.reload();
    await page.getByText('Thank you, Ada Moreau').waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem('booking'))).not.toContain('Ada');
    await page.goto(`${site.url}/book?step=checkout`);
    await visitor.heading('Select Services').waitFor();
    await page.getByText('Nothing chosen yet.').waitFor();
  });

  it('shows what the server says in the agreed words', async () => {
    const { visitor } = await openWizard({ 'POST /api/bookings': problem('rate-limit-exceeded') });
    await visitor.reachCheckout();
    await visitor.submit();
    await visitor.toast('Booking Error').waitFor();
    await visitor
      .toast("You've reached the booking limit. Please wait an hour before booking again.")
      .waitFor();
  });
});

describe('when things go wrong', () => {
  it('survives a reload in mid-wizard with everything chosen and typed', async () => {
    const { page, visitor, posts } = await openWizard();
    await visitor.reachCheckout();
    await page.reload();
    await visitor.heading('Checkout').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('ada@example.com');
    await visitor.submit();
    await page.waitForURL('**/thank-you');
    expect(posts).toHaveLength(1);
  });

  it('books once for a double click', async () => {
    const booking = held(json(CREATED, 201));
    const { page, visitor, posts } = await openWizard({ 'POST /api/bookings': booking.waiting });
    await visitor.reachCheckout();
    await visitor.button('Book Appointment').dblclick();
    await visitor.button('Booking...').waitFor();
    booking.letGo();
    await page.waitForURL('**/thank-you');
    expect(posts).toHaveLength(1);
  });

  it('keeps the key while the outcome is unknown, also over a reload', async () => {
    const { page, api, visitor, posts } = await openWizard({ 'POST /api/bookings': lostNetwork });
    await visitor.reachCheckout();
    await visitor.submit();
    await page.getByText("We didn't get an answer").waitFor();
    api.change({ 'POST /api/bookings': problem('unavailable') });
    await visitor.submit();
    await expect.poll(() => posts.length).toBe(2);
    await page.reload();
    await visitor.heading('Checkout').waitFor();
    api.change({ 'POST /api/bookings': json(CREATED, 201) });
    await visitor.submit();
    await page.waitForURL('**/thank-you');
    expect(keyOf(posts[0])).toMatch(/^[0-9a-f]{32}$/);
    expect(posts.map(keyOf)).toEqual([keyOf(posts[0]), keyOf(posts[0]), keyOf(posts[0])]);
  });

  it('makes a new key when the request has changed, and after a refusal', async () => {
    const { page, api, visitor, posts } = await openWizard({ 'POST /api/bookings': lostNetwork });
    await visitor.reachCheckout();
    await visitor.submit();
    await page.getByText("We didn't get an answer").waitFor();
    await page.getByLabel('Name').fill('Ada M.');
    api.change({ 'POST /api/bookings': problem('rate-limit-exceeded') });
    await visitor.submit();
    await visitor.toast('Booking Error').first().waitFor();
    await visitor.button('Book Appointment').waitFor();
    api.change({ 'POST /api/bookings': json(CREATED, 201) });
    await visitor.submit();
    await page.waitForURL('**/thank-you');
    expect(new Set(posts.map(keyOf)).size).toBe(3);
  });

  it('leads back to the times when the chosen one was just taken, and keeps the form', async () => {
    const { page, api, visitor } = await openWizard({ 'POST /api/bookings': problem('slot-taken') });
    await visitor.reachCheckout();
    const day = slotsOf('2026-11-24');
    api.change({
      'GET /api/availability': json({ ...day, slots: day.slots.filter((slot) => slot !== '10:30 AM') }),
    });
    await visitor.submit();
    await visitor.toast('That time was just taken. Please choose another.').waitFor();
    await visitor.heading('Date & Time').waitFor();
    await visitor.button('11:00 AM').waitFor();
    expect(await count(page, '10:30 AM')).toBe(0);
    api.change({ 'POST /api/bookings': json(CREATED, 201) });
    await visitor.button('11:00 AM').click();
    await visitor.button('Continue').click();
    expect(await page.getByLabel('Name').inputValue()).toBe('Ada Moreau');
    await visitor.submit();
    await page.waitForURL('**/thank-you');
    await page.getByText('at 11:00 AM').waitFor();
  });

  it('drops a service that is no longer offered', async () => {
    const { page, api, visitor } = await openWizard({ 'POST /api/bookings': problem('unknown-service') });
    await visitor.reachCheckout();
    api.change({ 'GET /api/services': json(SERVICES.filter(({ id }) => id !== 'womens-haircut')) });
    await visitor.submit();
    await visitor.heading('Select Services').waitFor();
    await page.getByText('One of the services is not offered.').waitFor();
    await page.getByText('Nothing chosen yet.').waitFor();
  });

  it('never shows a late answer to an earlier choice', async () => {
    const late = held(json({ ...slotsOf('2026-11-24'), slots: ['7:00 AM'] }));
    const { page, visitor } = await openWizard({
      'GET /api/availability': (route, url) =>
        url.searchParams.get('date') === '2026-11-24'
          ? late.waiting(route, url)
          : json(slotsOf('2026-11-27'))(route, url),
    });
    await visitor.chooseServices("Women's Haircut");
    const asked = page.waitForRequest((request) => request.url().includes('date=2026-11-24'));
    await visitor.chooseDay(/^24, Tuesday/);
    await asked;
    await visitor.chooseDay(/^27, Friday/);
    await visitor.button('9:00 AM').waitFor();
    late.letGo();
    // A later choice has been answered after the late one was let go, so that one has had its chance.
    await visitor.chooseDay(/^28, Saturday/);
    await visitor.button('9:00 AM').waitFor();
    expect(await count(page, '7:00 AM')).toBe(0);
  });

  it('says that the times could not be loaded, and loads them on request', async () => {
    const { page, api, visitor } = await openWizard({ 'GET /api/availability': lostNetwork });
    await visitor.chooseServices("Women's Haircut");
    await visitor.chooseDay(/^24, Tuesday/);
    await visitor.toast('Error').waitFor();
    await visitor.toast('Failed to load available time slots').waitFor();
    api.change({ 'GET /api/availability': json(slotsOf('2026-11-24')) });
    await visitor.button('Try again').click();
    await visitor.button('10:30 AM').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('starts afresh from storage that makes no sense', async () => {
    const { page, visitor } = await openWizard();
    await page.evaluate(() =>
      sessionStorage.setItem('booking', '{"state":{"services":[7],"date":"soon"},"version":0}'),
    );
    await page.reload();
    await visitor.heading('Select Services').waitFor();
    await page.getByText('Nothing chosen yet.').waitFor();
  });
});

it('keeps the way on in view on a phone', async () => {
  const page = await openPage(browser, { size: PHONE });
  await mockApi(page);
  await page.goto(`${site.url}/book`);
  await page.getByText('Scalp Treatment').click();
  const box = await page.getByRole('button', { name: 'Continue to Date & Time' }).boundingBox();
  expect(box).not.toBeNull();
  expect((box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0)).toBeLessThanOrEqual(PHONE.height);
});
