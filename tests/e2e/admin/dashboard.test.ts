import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { AdminBooking } from '../../../src/contracts/bookings/admin-booking.ts';
import { projected } from '../support/fixtures/admin-fixtures.ts';
import {
  BOOKING_SUCCESS,
  booking,
  bookingPath,
  changedTo,
  DASHBOARD,
  EMPTY_DASHBOARD,
  LEO,
  todayCalendar,
} from '../support/fixtures/booking-fixtures.ts';
import { sendingIs } from '../support/fixtures/sending-fixtures.ts';
import { firstSteps } from '../support/fixtures/settings-fixtures.ts';
import { adminOpener, held } from '../support/pages/open-admin.ts';
import { expectAccessible, PHONE, pressEscape } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { lostNetwork, type MockResponse, problem } from '../support/site/mock-api.ts';

const site = givenSite();
const openAdmin = adminOpener(site);
const open = (
  api: Record<string, MockResponse> = {},
  more: { timeZone?: string; size?: typeof PHONE } = {},
) => openAdmin('/admin', { ...BOOKING_SUCCESS, 'GET /api/admin/calendar': todayCalendar(), ...api }, more);

const PRIYA_ID = DASHBOARD.today.bookings.find(({ customer_name }) => customer_name === 'Priya Nair')?.id;
const bottomOf = async (element: Locator) => {
  const box = await element.boundingBox();
  return (box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0);
};

/** More requests than the dashboard shows, on a day that has had many customers. */
const BUSY = {
  'GET /api/admin/dashboard': projected({
    ...DASHBOARD,
    stats: { ...DASHBOARD.stats, pending_bookings: 12 },
    today: {
      ...DASHBOARD.today,
      bookings: [
        ...[50, 51, 52, 53, 54, 55, 56].map((number) =>
          booking(number, `Early ${number}`, ['2026-11-20', '7:00 AM'], 'completed'),
        ),
        ...DASHBOARD.today.bookings,
      ],
    },
    waiting: {
      total: 12,
      bookings: [40, 41, 42, 43].map((number) =>
        booking(number, `Guest ${number}`, ['2026-11-24', '9:00 AM'], 'pending'),
      ),
    },
  }),
};

describe('the dashboard', () => {
  // Spec: 2.dashboard-numbers, 2.dashboard-recent
  it('shows the four numbers, the five newest bookings, today and the week, by the salon’s clock', async () => {
    // Wherever the computer is.
    const { page, heading, dialog, at } = await open({}, { timeZone: 'Pacific/Auckland' });
    await heading('Dashboard').waitFor();
    const numbers = page.getByRole('definition');
    await expect
      .poll(async () => (await numbers.allInnerTexts()).slice(0, 4))
      .toEqual(['1,284', '5', '$48,210.50', '3']);
    // One of the five is cancelled: the list says why it is shorter.
    await page.getByRole('heading', { name: /^Today ?5, one cancelled$/ }).waitFor();
    const part = (name: string | RegExp) => page.getByRole('region', { name });
    expect(await part('Recent bookings').getByRole('listitem').count()).toBe(5);
    expect(
      await part(/^Today/)
        .getByRole('link', { name: /^(?!Call )/ })
        .allInnerTexts(),
    ).toHaveLength(6);
    await part(/^Today/)
      .getByText('Next, in 1h 30min')
      .waitFor();
    await part(/^Today/)
      .getByText('Now 10:00 AM')
      .waitFor();
    await part(/^Cancelled since yesterday/)
      .getByText('Customer Request · Fri, Nov 20 · 6:00 AM')
      .waitFor();
    await part('This week').getByRole('button', { name: 'Today · 10:30 AM' }).waitFor();
    await part('This week').getByText('of 56h · 47%').waitFor();
    await expectAccessible(page);
    // An appointment opens over it.
    await part(/^Today/)
      .getByRole('link', { name: 'Hannah Ruiz', exact: true })
      .click();
    await dialog.getByRole('heading', { name: 'Hannah Ruiz' }).waitFor();
    await dialog.getByText('Booked on Fri, Nov 20 · 1:00 AM').waitFor();
    await pressEscape(page);
    await dialog.waitFor({ state: 'hidden' });
    await at('/admin');
  });

  it('offers another try when it fails, without a toast, and says what is empty on the first day', async () => {
    const { page, api, button, alert } = await open({ 'GET /api/admin/dashboard': lostNetwork });
    await alert('The dashboard couldn’t be loaded.').waitFor();
    expect(await page.locator('[data-sonner-toast]').count()).toBe(0);
    api.change({ 'GET /api/admin/dashboard': projected(EMPTY_DASHBOARD) });
    await button('Try again').click();
    for (const text of [
      'No requests are waiting.',
      'No appointments today.',
      'Nobody has cancelled.',
      'No bookings yet.',
      'The next weeks are full.',
    ]) {
      await page.getByText(text).waitFor();
    }
  });

  it('confirms a request by one key, goes on to the next once it is, and keeps what the server refuses', async () => {
    const confirm = held(changedTo(7, 'confirmed'));
    const { page, api, button, toast, called } = await open({
      [`POST ${bookingPath(7)}/confirm`]: confirm.respond,
    });
    const waiting = page.getByRole('region', { name: /^Waiting for confirmation/ });
    await waiting.getByText('Priya Nair').waitFor();
    await page.keyboard.press('j');
    // However long it is held, it confirms one.
    await page.keyboard.down('y');
    await page.keyboard.down('y');
    await page.keyboard.up('y');
    // Until the answer it keeps its place and the focus, and can't be decided again.
    await expect.poll(() => button('Confirm Priya Nair').isDisabled()).toBe(true);
    await page.keyboard.press('y');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Priya Nair');
    const rest = { total: 2, bookings: DASHBOARD.waiting.bookings.slice(1) };
    api.change({ 'GET /api/admin/dashboard': projected({ ...DASHBOARD, waiting: rest }, 5) });
    confirm.release();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Leo Marsh');
    await toast('Booking confirmed successfully').waitFor();
    await waiting.getByText('Priya Nair').waitFor({ state: 'hidden' });
    expect(called('POST').map(({ call }) => call)).toEqual([`POST ${bookingPath(7)}/confirm`]);

    api.change({ [`POST ${bookingPath(2)}/confirm`]: problem('already-cancelled') });
    await page.keyboard.press('y');
    await toast('Failed to update booking status').waitFor();
    await page.getByText('This appointment has already been cancelled.').waitFor();
    await waiting.getByText('Leo Marsh').waitFor();
  });

  it('has the next customer on the first screen however many requests wait, and leads to the rest of them', async () => {
    const { page, at } = await open(BUSY);
    const today = page.getByRole('region', { name: /^Today/ });
    const next = today.getByText('Next, in 1h 30min');
    await next.waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(() => bottomOf(next)).toBeLessThan(900);
    await today.getByText('7 earlier').click();
    await today.getByRole('link', { name: /Early 50/ }).waitFor();
    const waiting = page.getByRole('region', { name: /^Waiting for confirmation ?12$/ });
    expect(await waiting.getByRole('listitem').count()).toBe(3);
    await waiting.getByRole('link', { name: '9 more' }).click();
    await at('/admin/appointments?status=pending');
  });
});

describe('the dashboard on a phone', () => {
  const noted = DASHBOARD.today.bookings.map((each) =>
    each.id === PRIYA_ID ? { ...each, notes: 'First visit. Allergic to ammonia.' } : each,
  );
  const [SMALL, TALL] = [{ width: 320, height: 568 }, PHONE];
  /** The phone's bar lies over the bottom of the page. */
  const endOfView = async (page: Page) => (await page.locator('[data-phone-bar]').boundingBox())?.y ?? 0;

  it('begins with who is in the chair and who is next, and what to do, however many steps and notices there are', async () => {
    const { page, button, dialog } = await open(
      {
        ...firstSteps('booking'),
        'GET /api/admin/dashboard': projected({
          ...DASHBOARD,
          today: { ...DASHBOARD.today, bookings: noted },
        }),
        'GET /api/admin/messages/attention': projected({ count: 3, questions: 2, undelivered: [], late: [] }),
      },
      { size: SMALL },
    );
    const now = page.getByRole('region', { name: 'Now and next' });
    const card = (name: string) => now.getByRole('listitem').filter({ hasText: name });
    const next = card('Priya Nair');
    await next.getByText('Next, in 1h 30min').waitFor();
    await next.getByText('First visit. Allergic to ammonia.').waitFor();
    await next.getByRole('link', { name: 'Call Priya Nair, (925) 555-0107' }).waitFor();
    await next.getByRole('button', { name: 'Here: Priya Nair' }).waitFor();
    const late = card('Hannah Ruiz');
    await late.getByText('Was to end at 10:00 AM').waitFor();
    await late.getByRole('button', { name: 'Running late: Hannah Ruiz' }).waitFor();
    await expectAccessible(page);
    for (const size of [SMALL, TALL]) {
      await page.setViewportSize(size);
      await expect
        .poll(async () => (await bottomOf(now)) <= (await endOfView(page)), { message: `${size.width}` })
        .toBe(true);
    }
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    // In the list below nothing can be pressed twice.
    const row = page
      .getByRole('region', { name: /^Today/ })
      .getByRole('listitem')
      .filter({ hasText: 'Priya' });
    expect(await row.getByRole('button').count()).toBe(0);
    await button('Done...: Hannah Ruiz').click();
    await dialog.waitFor();
  });

  it('says that nobody comes today any more, and who comes then', async () => {
    const day = (bookings: readonly AdminBooking[], after_today: AdminBooking | null) => ({
      'GET /api/admin/dashboard': projected({
        ...DASHBOARD,
        today: { bookings: [...bookings] },
        after_today,
      }),
    });
    const [sam] = DASHBOARD.today.bookings;
    const { page, api } = await open(day(sam ? [sam] : [], LEO), { size: SMALL });
    const now = page.getByRole('region', { name: 'Now and next' });
    await now.getByText('Nobody is in the chair.').waitFor();
    await now.getByText('Nobody else today; Tue, Nov 24 · 11:00 AM Leo Marsh').waitFor();
    api.change({
      ...day([], { ...LEO, appointment_date: '2026-11-21' }),
      'GET /api/admin/calendar': todayCalendar([], { blocked: true }),
    });
    await page.reload();
    await now.getByText('Closed today; tomorrow 11:00 AM Leo Marsh').waitFor();
    expect(await now.getByText('Nobody').count()).toBe(0);
    await expectAccessible(page);
  });

  it('leads from a step that is done to the next, without those that were put off', async () => {
    const { page } = await open({
      ...firstSteps('details', 'words', 'hours', 'prices'),
      'GET /api/admin/dashboard': projected(EMPTY_DASHBOARD),
      'GET /api/admin/sending': sendingIs({ has_provider: false }),
    });
    const callout = page.getByText('Texts aren’t set up, so customers get no texts about changes.');
    await callout.waitFor();
    expect(await page.getByRole('link', { name: 'Set them up' }).getAttribute('href')).toBe(
      '/admin/settings/sending',
    );
    for (const step of [
      'Do more than one of you take clients?',
      'Bring your clients',
      'Have texts and mails sent',
    ])
      await page.getByRole('button', { name: `Not now: ${step}` }).click();
    await page.getByRole('button', { name: /^First steps 4 of 7 done$/ }).waitFor();
    expect(await callout.count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Services', exact: true }).click();
    await page.getByRole('link', { name: 'Next: show pictures of your own' }).click();
    await page.getByRole('heading', { name: 'Pictures', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Not now, next: enter your reviews' }).click();
    await page.getByRole('link', { name: 'Not now, next: book a first appointment' }).waitFor();
    await expectAccessible(page);
    await page.goBack();
    await page.getByRole('link', { name: 'Next: enter your reviews' }).waitFor();
  });

  it('folds the first steps once somebody has booked, and remembers that they were opened', async () => {
    const { page, api } = await open(
      { ...firstSteps('texts'), 'GET /api/admin/dashboard': projected(EMPTY_DASHBOARD) },
      { size: SMALL },
    );
    const step = page.getByRole('link', { name: /^Enter services and prices/ });
    await step.waitFor();
    // One that is done is not in the list any more.
    expect(await page.getByRole('link', { name: /^Have texts and mails sent/ }).count()).toBe(0);
    const line = page.getByRole('button', { name: /^First steps 1 of \d+ done$/ });
    expect(await bottomOf(page.getByRole('region', { name: /^Today/ }))).toBeLessThan(
      (await line.boundingBox())?.y ?? 0,
    );
    api.change({ 'GET /api/admin/dashboard': projected(DASHBOARD) });
    await page.reload();
    await line.waitFor();
    expect(await step.count()).toBe(0);
    await expectAccessible(page);
    await line.click();
    await step.waitFor();
    await page.getByRole('link', { name: 'How to copy both elsewhere' }).waitFor();
    await page.reload();
    await step.waitFor();
  });
});
