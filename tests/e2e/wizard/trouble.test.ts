import type { Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CREATED, SERVICES, slotsOf } from '../support/fixtures/fixtures.ts';
import { DESKTOP, expectAccessible, PHONE } from '../support/pages/open-page.ts';
import { checkoutOpener, countButtons, wizardOpener } from '../support/pages/open-wizard.ts';
import { givenSite } from '../support/site/given-site.ts';
import { freeDays, json, lostNetwork, type MockResponse, problem } from '../support/site/mock-api.ts';

const site = givenSite();
const openWizard = wizardOpener(site);
const openCheckout = checkoutOpener(site);

const keyOf = (request: Request | undefined) => request?.headers()['idempotency-key'];

/** Where the days stand, once the step has moved in. */
const topOfDays = ({ day }: Awaited<ReturnType<typeof openWizard>>['visitor']) =>
  day(/^27, Friday, November 27/).evaluate(async (one) => {
    // Those that go on for ever, such as a placeholder's, move nothing.
    const moving = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations === 1);
    await Promise.all(moving.map(({ finished }) => finished.catch(() => {})));
    return one.getBoundingClientRect().top;
  });

/** A response that is delayed until `deliver` is called. */
function delayed(response: MockResponse) {
  const gate = Promise.withResolvers<void>();
  const respond: MockResponse = async (route, url) => {
    await gate.promise;
    // The page may have aborted the request meanwhile.
    await Promise.resolve(response(route, url)).catch(() => {});
  };
  return { respond, deliver: () => gate.resolve() };
}

describe('the wizard, when things go wrong', () => {
  it('books once for a double click', async () => {
    const booking = delayed(json(CREATED, 201));
    const { page, visitor, posts } = await openCheckout({ 'POST /api/bookings': booking.respond });
    await visitor.button('Book Appointment').dblclick();
    await visitor.button('Booking...').waitFor();
    booking.deliver();
    await page.waitForURL('**/thank-you');
    expect(posts).toHaveLength(1);
  });

  it('keeps the key while the outcome is unknown, also over a reload', async () => {
    const { page, api, visitor, posts } = await openCheckout({ 'POST /api/bookings': lostNetwork });
    await visitor.submit();
    await page.getByText('We didn’t get an answer').waitFor();
    api.change({ 'POST /api/bookings': problem('unavailable') });
    await visitor.submit();
    await expect.poll(() => posts.length).toBe(2);
    await page.reload();
    await visitor.heading('Checkout').waitFor();
    await page.getByText('We didn’t get an answer').waitFor();
    api.change({ 'POST /api/bookings': json(CREATED, 201) });
    await visitor.submit();
    await page.waitForURL('**/thank-you');
    expect(keyOf(posts[0])).toMatch(/^[0-9a-f]{32}$/);
    expect(posts.map(keyOf)).toEqual([keyOf(posts[0]), keyOf(posts[0]), keyOf(posts[0])]);
  });

  it('asks about an unanswered request before it sends another one', async () => {
    const { page, api, visitor, posts } = await openCheckout({ 'POST /api/bookings': lostNetwork });
    await visitor.submit();
    await page.getByText('We didn’t get an answer').waitFor();
    await page.getByLabel('Name').fill('Ada M.');
    // Whether it arrived isn't known yet, so nothing else may be booked.
    api.change({ 'POST /api/bookings': problem('too-many-requests') });
    await visitor.submit();
    await expect.poll(() => posts.length).toBe(2);
    await visitor.button('Book Appointment').waitFor();
    await page.getByText('We didn’t get an answer').waitFor();
    api.change({ 'POST /api/bookings': json(CREATED, 201) });
    await visitor.submit();
    await page.waitForURL('**/thank-you');
    await page.getByText('Your first request had arrived').waitFor();
    await visitor.heading('Thank you, Ada Moreau').waitFor();
    expect(posts.map(keyOf)).toEqual([keyOf(posts[0]), keyOf(posts[0]), keyOf(posts[0])]);
    expect(posts.map((post) => post.postData())).toEqual(posts.map(() => posts[0]?.postData()));
  });

  it('books what was changed once it knows that the first request was refused', async () => {
    const { page, api, visitor, posts } = await openCheckout({ 'POST /api/bookings': lostNetwork });
    await visitor.submit();
    await page.getByText('We didn’t get an answer').waitFor();
    await page.getByLabel('Name').fill('Ada M.');
    api.change({
      'POST /api/bookings': (route, url) =>
        (route.request().postDataJSON().customer_name === 'Ada M.'
          ? json(CREATED, 201)
          : problem('rate-limit-exceeded'))(route, url),
    });
    await visitor.submit();
    await page.waitForURL('**/thank-you');
    await visitor.heading('Thank you, Ada M.').waitFor();
    expect(posts).toHaveLength(3);
    expect(keyOf(posts[1])).toBe(keyOf(posts[0]));
    expect(keyOf(posts[2])).not.toBe(keyOf(posts[0]));
  });

  it('uses a new key after a refusal', async () => {
    const { page, api, visitor, posts } = await openCheckout({
      'POST /api/bookings': problem('rate-limit-exceeded'),
    });
    await visitor.submit();
    await visitor.toast('Booking Error').waitFor();
    await visitor.button('Book Appointment').waitFor();
    api.change({ 'POST /api/bookings': json(CREATED, 201) });
    await visitor.submit();
    await page.waitForURL('**/thank-you');
    expect(new Set(posts.map(keyOf)).size).toBe(2);
  });

  it('drops a service that is no longer offered', async () => {
    const { page, api, visitor } = await openCheckout({ 'POST /api/bookings': problem('unknown-service') });
    api.change({ 'GET /api/services': json(SERVICES.filter(({ id }) => id !== 'womens-haircut')) });
    await visitor.submit();
    await visitor.heading('Select Services').waitFor();
    await page.getByText('One of the services is not offered.').waitFor();
    await page.getByText('Nothing chosen yet.').waitFor();
  });

  it('never shows a late response to an earlier choice', async () => {
    const late = delayed(json({ ...slotsOf('2026-11-24'), slots: ['7:00 AM'] }));
    const { page, visitor } = await openWizard({
      'GET /api/availability': (route, url) =>
        url.searchParams.get('date') === '2026-11-24'
          ? late.respond(route, url)
          : json(slotsOf('2026-11-27'))(route, url),
    });
    await visitor.chooseServices("Women's Haircut");
    const asked = page.waitForRequest((request) => request.url().includes('date=2026-11-24'));
    await visitor.chooseDay(/^24, Tuesday/);
    await asked;
    await visitor.chooseDay(/^27, Friday/);
    await visitor.button('9:00 AM').waitFor();
    late.deliver();
    // This choice's response comes after the late one, which had time to appear by then.
    await visitor.chooseDay(/^28, Saturday/);
    await visitor.button('9:00 AM').waitFor();
    expect(await countButtons(page, '7:00 AM')).toBe(0);
  });

  // Spec: 8.availability-failed
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

  it.each([PHONE, DESKTOP])(
    'says that the free days are loading, and shows none as free before: %o',
    async (size) => {
      const days = delayed(freeDays);
      const { page, visitor } = await openWizard({ 'GET /api/availability/days': days.respond });
      await page.setViewportSize(size);
      await visitor.chooseServices("Women's Haircut");
      await page.getByRole('status').getByText('Loading the free days...').waitFor();
      const colourOf = (name: RegExp) => visitor.day(name).evaluate((day) => getComputedStyle(day).color);
      const unknown = await colourOf(/^27, Friday, November 27/);
      const top = await topOfDays(visitor);
      expect(await page.locator('[aria-busy=true] table').count()).toBe(1);
      await expectAccessible(page);
      days.deliver();
      await page.getByText('Other days: closed').waitFor();
      expect(await colourOf(/^27, Friday, November 27, free times/)).not.toBe(unknown);
      // A finger on its way to a day must not meet another one.
      expect(await topOfDays(visitor)).toBe(top);
      expect(await page.locator('[aria-busy=true] table').count()).toBe(0);
    },
  );

  it('says that the free days could not be loaded, offers every day all the same, and loads them on request', async () => {
    const days = delayed(lostNetwork);
    const { page, api, visitor } = await openWizard({ 'GET /api/availability/days': days.respond });
    await visitor.chooseServices("Women's Haircut");
    const top = await topOfDays(visitor);
    days.deliver();
    const notice = visitor.notice(/^The free days couldn’t be loaded\./);
    await notice.waitFor();
    expect(await topOfDays(visitor)).toBe(top);
    // Nor does a day without a mark mean that it is closed.
    expect(await page.getByText('Other days: closed').count()).toBe(0);
    await expectAccessible(page);
    await visitor.chooseDay(/^27, Friday/);
    await visitor.button('10:30 AM').click();
    await visitor.button('Continue').waitFor();
    await notice.waitFor();
    api.change({ 'GET /api/availability/days': freeDays });
    await visitor.button('Try again').click();
    await visitor.day(/^24, Tuesday, November 24, free times/).waitFor();
    await page.getByRole('region', { name: 'Next free days' }).getByRole('button').first().waitFor();
    await page.getByText('Other days: closed').waitFor();
    expect(await notice.count()).toBe(0);
    expect(await visitor.button('10:30 AM').getAttribute('aria-pressed')).toBe('true');
  });

  it('loads the free days and times by itself as soon as the network is back', async () => {
    const { page, api, visitor } = await openWizard();
    await visitor.chooseServices("Women's Haircut");
    await visitor.button('10:30 AM').waitFor();
    await visitor.button('Back to services').click();
    await page.context().setOffline(true);
    api.change({ 'GET /api/availability/days': lostNetwork, 'GET /api/availability': lostNetwork });
    await visitor.chooseServices('Perm');
    await visitor.notice(/^The free days couldn’t be loaded\./).waitFor();
    await visitor.notice(/^The free times of this day couldn’t be loaded\./).waitFor();
    await visitor.toast('Failed to load available time slots').waitFor();
    api.change({
      'GET /api/availability/days': freeDays,
      'GET /api/availability': json(slotsOf('2026-11-24')),
    });
    await page.context().setOffline(false);
    await visitor.day(/^24, Tuesday, November 24, free times/).waitFor();
    await visitor.button('10:30 AM').waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await visitor.toast('Failed to load available time slots').waitFor({ state: 'detached' });
  });

  it('tries again to load a step whose code did not arrive, and keeps the choice', async () => {
    const { page, visitor } = await openWizard();
    const isStep = /\/(?:time|checkout)-step-[^/]+\.js$/;
    await page.route(isStep, (route) => route.abort());
    await page.getByRole('checkbox', { name: /^Women's Haircut/ }).check();
    await visitor.button('Continue to Date & Time').click();
    await page.getByText('This step couldn’t be loaded.').waitFor();
    await page.unroute(isStep);
    await visitor.button('Try again').click();
    await visitor.heading('Date & Time').waitFor();
    await page.getByRole('region', { name: 'Your appointment' }).getByText("Women's Haircut").waitFor();
    await visitor.chooseDay(/^24, Tuesday/);
    await visitor.button('10:30 AM').click();
    await visitor.button('Continue').click();
    await visitor.heading('Checkout').waitFor();
  });

  it('loads the new release where a step of the old one is gone, and keeps the choice', async () => {
    const { page, visitor } = await openWizard();
    let isReleased = false;
    await page.route(/\/(?:time|checkout)-step-[^/]+\.js$/, (route) =>
      isReleased ? route.continue() : route.fulfill({ status: 404 }),
    );
    // The page may ask for its code before it is heard that its document has come.
    page.on('request', (request) => {
      if (request.isNavigationRequest()) isReleased = true;
    });
    await page.getByRole('checkbox', { name: /^Women's Haircut/ }).check();
    await visitor.button('Continue to Date & Time').click();
    await page.getByText('This step couldn’t be loaded.').waitFor();
    await visitor.button('Try again').click();
    await visitor.heading('Date & Time').waitFor();
    await page.getByRole('region', { name: 'Your appointment' }).getByText("Women's Haircut").waitFor();
  });

  it('starts over when the stored state is invalid', async () => {
    const { page, visitor } = await openWizard();
    await page.evaluate(() =>
      sessionStorage.setItem('booking', '{"state":{"services":[7],"date":"soon"},"version":0}'),
    );
    await page.reload();
    await visitor.heading('Select Services').waitFor();
    await page.getByText('Nothing chosen yet.').waitFor();
  });
});
