import { describe, expect, it } from 'vitest';
import { BOOKING_ID, CREATED, MANAGED, SHORT_CODE, slotsOf, TOKEN } from './support/fixtures/fixtures.ts';
import { held } from './support/pages/open-admin.ts';
import { expectAccessible, expectFocus, openPage, PHONE } from './support/pages/open-page.ts';
import { CALL_FOR_ANOTHER_TIME, privateLinkOpener } from './support/pages/open-private-link.ts';
import { countButtons } from './support/pages/open-wizard.ts';
import { givenSite } from './support/site/given-site.ts';
import { json, lostNetwork, mockApi, problem } from './support/site/mock-api.ts';
import { wizardVisitor } from './support/visitor/wizard-visitor.ts';

const site = givenSite();

const open = privateLinkOpener(site);

describe('the short link', () => {
  // Spec: 2.short-link
  it("leads to the appointment's own page, and never has the token in an address", async () => {
    const page = await openPage(site.browser);
    await mockApi(page);
    const addresses: string[] = [];
    page.on('framenavigated', (frame) => addresses.push(frame.url()));
    await page.goto(`${site.url}/b/${SHORT_CODE}`);
    await wizardVisitor(page).heading('Manage Your Appointment').waitFor();
    await page.waitForURL(`${site.url}/b/${SHORT_CODE}`);
    expect(addresses).toContain(`${site.url}/booking/${BOOKING_ID}/manage`);
    expect(addresses.filter((address) => address.includes(TOKEN))).toEqual([]);
  });

  // Spec: 2.short-link, 8.invalid-link
  it('says when it is not valid, and goes home', async () => {
    const { page, visitor } = await open('/b/wrong', {
      'GET /api/short-links': problem('short-link-not-found'),
    });
    await visitor.toast('Invalid Link').waitFor();
    await visitor.toast('This booking link is not valid or has expired.').waitFor();
    await page.waitForURL(`${site.url}/`);
  });

  // Spec: 8.manage-failed
  it('does not call a link invalid when the server could not be asked', async () => {
    const { page, visitor } = await open(`/b/${SHORT_CODE}`, { 'GET /api/short-links': lostNetwork });
    await visitor.toast('Failed to load booking. Please try again.').waitFor();
    await page.waitForURL(`${site.url}/`);
  });
});

describe('the manage page', () => {
  it('sends the token in a header only, and to no other site', async () => {
    const { page, calls, visitor } = await open(`/booking/${BOOKING_ID}/manage?token=${TOKEN}`);
    await visitor.heading('Manage Your Appointment').waitFor();
    expect(calls[0]?.headers().authorization).toBe(`Bearer ${TOKEN}`);
    expect(calls.map((call) => call.url()).filter((url) => url.includes(TOKEN))).toEqual([]);
    expect(await page.locator('meta[name=referrer]').getAttribute('content')).toBe('no-referrer');
  });

  // Spec: 2.manage-no-retry
  it('sends one request, without retries, when the link is refused', async () => {
    const { calls, visitor } = await open(`/m/${TOKEN}`, { 'GET /api/manage': problem('booking-not-found') });
    await visitor.heading('Access Denied').waitFor();
    expect(calls).toHaveLength(1);
  });

  it('puts the focus on its heading once it has loaded, when a link led to it', async () => {
    const { page, visitor } = await open(`/b/${SHORT_CODE}`);
    await visitor.heading('Manage Your Appointment').waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Manage Your Appointment');
  });

  it('scrolls to the new date on a phone, and puts the focus there and back', async () => {
    const { page, visitor } = await open(`/m/${TOKEN}`);
    await page.setViewportSize(PHONE);
    await visitor.button('Reschedule Appointment').click();
    const heading = visitor.heading('Choose a new date and time');
    await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(PHONE.height / 2);
    await expectFocus(heading);
    await visitor.button('Cancel').click();
    await expectFocus(visitor.button('Reschedule Appointment'));
  });

  it.each([320, 390])('fits long words of the visitor into a screen of %d px', async (width) => {
    const page = await openPage(site.browser, { size: { ...PHONE, width } });
    await mockApi(page, { 'GET /api/manage': json({ ...MANAGED, notes: `https://${'look'.repeat(60)}` }) });
    await page.goto(`${site.url}/m/${TOKEN}`);
    await page.getByText('https://look').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });

  it('asks to call for another time of a stylist who can’t be booked online any more', async () => {
    const { page, visitor } = await open(`/m/${TOKEN}`, CALL_FOR_ANOTHER_TIME);
    await visitor.button('Reschedule Appointment').click();
    await page.getByText('Ann Lee can’t be booked online any more. Please call us').waitFor();
    await page.getByRole('link', { name: /^Call/ }).last().waitFor();
    expect(await page.getByLabel(/^New time/).count()).toBe(0);
    expect(await visitor.button('Confirm Reschedule').count()).toBe(0);
    await expectFocus(visitor.heading('Another date or time'));
    await expectAccessible(page);
    await visitor.button('Close').click();
    await expectFocus(visitor.button('Reschedule Appointment'));
  });

  // Spec: 5.customer-reschedule
  it('requires a new date and a new time', async () => {
    const { page, calls, visitor } = await open(`/m/${TOKEN}`);
    await visitor.button('Reschedule Appointment').click();
    await visitor.button('Confirm Reschedule').click();
    await visitor.toast('Please select a new date and time').waitFor();
    const field = page.getByLabel(/^New time/);
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    await visitor.chooseDay(/^27, Friday/);
    await field.selectOption('1:30 PM');
    await expect.poll(() => field.getAttribute('aria-invalid')).toBeNull();
    expect(calls.filter((call) => call.method() === 'POST')).toEqual([]);
  });

  it('opens the calendar at the appointment’s month, marks its day, and doesn’t offer its own time', async () => {
    const { page, visitor } = await open(`/m/${TOKEN}`, {
      'GET /api/manage': json({ ...MANAGED, appointment_date: '2027-02-09' }),
      'GET /api/manage/availability': json({ ...slotsOf('2027-02-09'), slots: ['10:30 AM', '11:00 AM'] }),
      // Its own appointment fills the day for everybody else.
      'GET /api/availability/days': json([{ date: '2027-02-09', status: 'full' }]),
    });
    await page.getByText('Pacific Time').waitFor();
    await page.getByRole('link', { name: 'Directions' }).waitFor();
    await visitor.button('Reschedule Appointment').click();
    await page.getByText('February 2027').waitFor();
    await page.getByText('Fully booked', { exact: true }).waitFor();
    await visitor.chooseDay(/^9, Tuesday, February 9.*free times, your appointment/);
    const own = page.getByRole('option', { name: '10:30 AM (your time now)' });
    await own.waitFor({ state: 'attached' });
    expect(await own.isDisabled()).toBe(true);
  });

  it('loads the free days and times that it could not load when the network is back', async () => {
    const times = 'GET /api/manage/availability';
    const { page, api, visitor } = await open(`/m/${TOKEN}`, { [times]: lostNetwork });
    await visitor.button('Reschedule Appointment').click();
    await visitor.notice(/^The free days couldn’t be loaded\./).waitFor();
    await visitor.chooseDay(/^27, Friday/);
    await visitor.notice(/^Failed to load available time slots/).waitFor();
    await page.context().setOffline(true);
    api.change({ [times]: json(slotsOf('2026-11-27')) });
    await page.context().setOffline(false);
    await visitor.day(/^27, Friday, November 27, free times/).waitFor();
    await page.getByLabel(/^New time/).selectOption('1:30 PM');
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });

  it('shows what the appointment has become when a change is refused', async () => {
    const { page, api, visitor } = await open(`/m/${TOKEN}`, {
      'POST /api/manage/cancel': problem('self-service-closed'),
    });
    await visitor.button('Cancel Appointment').click();
    api.change({ 'GET /api/manage': json({ ...MANAGED, status: 'confirmed', self_service: false }) });
    await visitor.button('Yes, cancel it').click();
    await page.getByText('Online changes close 4 hours before an appointment.').waitFor();
    await visitor.button('Download .ics').waitFor();
    expect(await countButtons(page, 'Reschedule Appointment')).toBe(0);
  });

  it('says who to call when it was moved too often', async () => {
    const { page, visitor } = await open(`/m/${TOKEN}`, {
      'POST /api/manage/reschedule': problem('moved-too-often'),
    });
    await visitor.button('Reschedule Appointment').click();
    await visitor.chooseDay(/^27, Friday/);
    await page.getByLabel(/^New time/).selectOption('1:30 PM');
    await visitor.button('Confirm Reschedule').click();
    await visitor
      .notice(/has been moved many times/)
      .getByRole('link', { name: /^Call/ })
      .waitFor();
  });

  // Spec: 8.manage-rescheduled
  it('says why a move failed and reloads the times', async () => {
    const { page, calls, visitor } = await open(`/m/${TOKEN}`, {
      'POST /api/manage/reschedule': problem('slot-taken'),
    });
    await visitor.button('Reschedule Appointment').click();
    await visitor.chooseDay(/^27, Friday/);
    await page.getByLabel(/^New time/).selectOption('1:30 PM');
    await visitor.button('Confirm Reschedule').click();
    await visitor.toast('Failed to reschedule: That time was just taken. Please choose another.').waitFor();
    const asked = () =>
      calls.filter((call) => call.url().includes('/api/manage/availability?date=2026-11-27')).length;
    await expect.poll(asked).toBe(2);
    await expect.poll(() => page.getByLabel(/^New time/).inputValue()).toBe('');
  });

  // Spec: 2.manage, 8.manage-cancelled
  it('cancels only after a confirmation', async () => {
    const answer = held(json({ id: BOOKING_ID, status: 'cancelled', position: CREATED.position }));
    const { page, calls, visitor } = await open(`/m/${TOKEN}`, { 'POST /api/manage/cancel': answer.respond });
    const posts = () => calls.filter((call) => call.method() === 'POST');
    await visitor.button('Cancel Appointment').click();
    await page.getByRole('alertdialog').getByText('Tuesday, November 24 at 10:30 AM').waitFor();
    await visitor.button('Keep Appointment').click();
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
    expect(posts()).toEqual([]);
    await visitor.button('Cancel Appointment').click();
    await visitor.button('Yes, cancel it').dblclick();
    // Not before the second click, which would meet the page that follows.
    answer.release();
    await visitor.toast('Appointment cancelled successfully').waitFor();
    await page.waitForURL(`${site.url}/`);
    expect(posts()).toHaveLength(1);
  });

  // Spec: 8.manage-cancelled
  it('says why a cancellation failed, and repeats it under the same key', async () => {
    const { api, calls, visitor } = await open(`/m/${TOKEN}`, { 'POST /api/manage/cancel': lostNetwork });
    const cancel = async () => {
      await visitor.button('Cancel Appointment').click();
      await visitor.button('Yes, cancel it').click();
    };
    await cancel();
    await visitor.toast('Failed to cancel appointment: We got no answer. Please try again.').waitFor();
    api.change({ 'POST /api/manage/cancel': problem('self-service-closed') });
    await cancel();
    await visitor
      .toast(
        'Failed to cancel appointment: It is too late to change this appointment online. Please call us.',
      )
      .waitFor();
    const keys = calls
      .filter((call) => call.method() === 'POST')
      .map((call) => call.headers()['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });
});

it('has no confirmation to show without a booking', async () => {
  const { page } = await open('/thank-you?success=true&date=yesterday&time=soon&services=%7Bnot-json');
  await page.waitForURL(`${site.url}/`);
});
