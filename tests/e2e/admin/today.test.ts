import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { BookingStatus } from '../../../src/contracts/bookings/bookings.ts';
import { projected } from '../support/fixtures/admin-fixtures.ts';
import {
  BOOKING_SUCCESS,
  booking,
  bookingPath,
  changedTo,
  DASHBOARD,
  HANNAH,
  movedTo,
  todayCalendar,
} from '../support/fixtures/booking-fixtures.ts';
import { undoing } from '../support/fixtures/history-fixtures.ts';
import { messageList, QUESTION } from '../support/fixtures/message-fixtures.ts';
import { adminOpener, held } from '../support/pages/open-admin.ts';
import { expectAccessible, expectFocus } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { positionAt } from '../support/site/live-updates.ts';
import type { MockResponse } from '../support/site/mock-api.ts';

const site = givenSite();
const openAdmin = adminOpener(site);
const open = (api: Record<string, MockResponse> = {}) =>
  openAdmin('/admin', { ...BOOKING_SUCCESS, 'GET /api/admin/calendar': todayCalendar(), ...api });

describe('the list of today', () => {
  const list = (page: Page) => page.getByRole('region', { name: /^Today/ });
  /** A phone has the customer in the chair above the list. */
  const cards = (page: Page) => page.getByRole('region', { name: 'Now and next' });
  /** Hannah’s visit, which began at 9:30 and takes an hour. */
  const underWay = { ...HANNAH, appointment_time: '9:30 AM' };
  const withHannah = {
    'GET /api/admin/dashboard': projected({
      ...DASHBOARD,
      today: {
        ...DASHBOARD.today,
        bookings: DASHBOARD.today.bookings.map((each) => (each.id === HANNAH.id ? underWay : each)),
      },
    }),
    'GET /api/admin/calendar': todayCalendar(
      DASHBOARD.today.bookings.map((each) => (each.id === HANNAH.id ? underWay : each)),
    ),
  };

  it('says who is in the chair, with the line of the time through their row, and whom to call', async () => {
    const { page } = await open(withHannah);
    const today = list(page);
    await today.getByText('In the chair until 10:30 AM').waitFor();
    expect(await today.getByText('Now 10:00 AM').count()).toBe(1);
    const link = today.getByRole('link', { name: 'Call Priya Nair, (925) 555-0107' });
    expect(await link.getAttribute('href')).toBe('tel:9255550107');
    // A customer who is still to come has no visit that could be over.
    expect(await today.getByRole('button', { name: /Priya Nair/ }).allInnerTexts()).toEqual(['Here']);
    await expectAccessible(page);
  });

  it('says who isn’t here yet where arrivals are recorded, and has Here until then, in one line on a phone', async () => {
    const day = (arrived_at: string | null) =>
      projected(
        {
          ...DASHBOARD,
          today: {
            ...DASHBOARD.today,
            bookings: [
              booking(40, 'Visitor', ['2026-11-20', '8:00 AM'], 'confirmed', {
                arrived_at: '2026-11-20T16:00:00.000Z',
              }),
              { ...underWay, arrived_at },
            ],
          },
        },
        arrived_at ? 5 : 0,
      );
    const { page, api } = await openAdmin(
      '/admin',
      {
        ...BOOKING_SUCCESS,
        ...withHannah,
        'GET /api/admin/dashboard': day(null),
        [`POST ${bookingPath(3)}/arrival`]: changedTo(3, 'confirmed'),
      },
      { size: { width: 320, height: 700 } },
    );
    const row = cards(page).getByRole('listitem').filter({ hasText: 'Hannah Ruiz' });
    await row.getByText('Not here yet').waitFor();
    const here = row.getByRole('button', { name: /^Here/ });
    const noShow = row.getByRole('button', { name: /^No-show/ });
    expect((await here.boundingBox())?.y).toBe((await noShow.boundingBox())?.y);
    await expectAccessible(page);
    api.change({ 'GET /api/admin/dashboard': day('2026-11-20T18:00:00.000Z') });
    await here.click();
    await row.getByText('In the chair until 10:30 AM').waitFor();
    await here.waitFor({ state: 'hidden' });
    await expectFocus(row.getByRole('button', { name: /^Done/ }));
    const earlier = list(page).getByRole('listitem').filter({ hasText: 'Visitor' });
    expect(await earlier.getByRole('button', { name: /^Running late/ }).count()).toBe(0);
  });

  it('doesn’t say that somebody is in the chair as long as their visit isn’t confirmed', async () => {
    const waiting = { ...underWay, status: 'pending' as const };
    const { page } = await open({
      'GET /api/admin/dashboard': projected({
        ...DASHBOARD,
        today: { ...DASHBOARD.today, bookings: [waiting] },
      }),
    });
    const row = list(page).getByRole('listitem').filter({ hasText: 'Hannah Ruiz' });
    await row.getByText('Pending').waitFor();
    await row.getByRole('button', { name: /^No-show/ }).waitFor();
    expect(await list(page).getByText('In the chair').count()).toBe(0);
  });

  it('has what can be done in one line, also on the narrowest phone', async () => {
    const { page } = await openAdmin(
      '/admin',
      { ...BOOKING_SUCCESS, ...withHannah },
      { size: { width: 320, height: 700 } },
    );
    const row = cards(page).getByRole('listitem').filter({ hasText: 'Hannah Ruiz' });
    const buttons = [
      row.getByRole('button', { name: /^No-show/ }),
      row.getByRole('button', { name: /^Done/ }),
    ];
    const [noShow, done] = await Promise.all(buttons.map((button) => button.boundingBox()));
    expect(noShow?.y).toBe(done?.y);
    expect((noShow?.x ?? 0) + (noShow?.width ?? 0)).toBeLessThan(done?.x ?? 0);
  });

  it('has the buttons of the next customer in the first view of the smallest phone, also with two in the chair', async () => {
    const notes = 'Wants the same copper as in spring, and tea with honey.';
    const other = booking(41, 'Ida Open', ['2026-11-20', '9:45 AM'], 'confirmed', { notes });
    const next = booking(42, 'Noor Ali', ['2026-11-20', '11:30 AM'], 'confirmed', { notes });
    const { page } = await openAdmin(
      '/admin',
      {
        ...BOOKING_SUCCESS,
        ...withHannah,
        'GET /api/admin/dashboard': projected({
          ...DASHBOARD,
          today: { bookings: [{ ...underWay, notes }, other, next] },
        }),
      },
      { size: { width: 320, height: 568 } },
    );
    const here = cards(page).getByRole('button', { name: 'Here: Noor Ali' });
    const { y = 0, height = 0 } = (await here.boundingBox()) ?? {};
    const bar = await page.getByRole('navigation').last().boundingBox();
    expect(y + height).toBeLessThanOrEqual(bar?.y ?? 0);
  });

  it('names the stylists of a team, marks the next with each, and shows one of them, remembered with the calendar', async () => {
    const [ann, bea] = [
      { id: 'first', name: 'Ann Lee' },
      { id: '00000000-0000-4000-8000-000000000801', name: 'Bea Stone' },
    ];
    const at = (number: number, name: string, time: string, stylist: typeof ann) =>
      booking(number, name, ['2026-11-20', time], 'confirmed', { stylist });
    const bookings = [
      at(41, 'Ida Open', '9:45 AM', ann),
      at(42, 'Noor Ali', '11:30 AM', ann),
      at(43, 'Mae Jemison', '1:00 PM', bea),
    ];
    const team = {
      ...BOOKING_SUCCESS,
      'GET /api/admin/dashboard': projected({ ...DASHBOARD, today: { bookings } }),
      'GET /api/admin/calendar': todayCalendar(bookings, {
        resources: [ann, bea].map((one, order) => ({ ...one, kind: 'stylist', order })),
      }),
    };
    const { page } = await open(team);
    const today = list(page);
    await today.getByText('with Bea Stone').waitFor();
    expect(await today.getByText(/^Next, in/).allInnerTexts()).toEqual(['Next, in 1h 30min', 'Next, in 3h']);
    await today.getByRole('button', { name: 'Bea Stone' }).click();
    await today.getByText('with Ann Lee').first().waitFor({ state: 'hidden' });
    await today.getByRole('button', { name: '10:00 AM – 1:00 PM free' }).waitFor();
    await page.reload();
    await today.getByRole('link', { name: 'Mae Jemison', exact: true }).waitFor();
    expect(await today.getByRole('link', { name: 'Noor Ali', exact: true }).count()).toBe(0);
    await expectAccessible(page);

    const phone = await openAdmin('/admin', team, { size: { width: 320, height: 568 } });
    const rows = cards(phone.page).getByRole('row');
    await rows.nth(2).waitFor();
    expect((await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim())).toEqual([
      'Stylist In the chair Next',
      'Ann Lee Ida Open until 10:45 AM Noor Ali 11:30 AM',
      'Bea Stone Nobody Mae Jemison 1:00 PM',
    ]);
    await expectAccessible(phone.page);
  });

  it('folds away what is over, but no visit that still has to be completed', async () => {
    const day = (...statuses: readonly BookingStatus[]) =>
      projected({
        ...DASHBOARD,
        today: {
          ...DASHBOARD.today,
          bookings: statuses.map((status, index) =>
            booking(40 + index, `Visitor ${index}`, ['2026-11-20', `${5 + index}:00 AM`], status),
          ),
        },
      });
    const [over, unfinished] = ['completed', 'confirmed'] as const;
    const { page, api } = await open({ 'GET /api/admin/dashboard': day(over, over, over, over) });
    const today = list(page);
    const isShown = (index: number) => today.getByRole('link', { name: `Visitor ${index}` }).isVisible();
    await today.getByRole('link', { name: 'Visitor 3' }).waitFor();
    expect(await isShown(0)).toBe(false);
    api.change({ 'GET /api/admin/dashboard': day(unfinished, over, over, over) });
    await page.reload();
    await today.getByRole('button', { name: /^Done.*: Visitor 0$/ }).waitFor();
    expect(await isShown(1)).toBe(true);
  });

  it('completes a visit by two presses, and undoes it from the toast', async () => {
    const { toast, button, called } = await open({
      ...withHannah,
      ...undoing({ kind: 'booking', id: HANNAH.id }, positionAt(5), {
        type: 'BookingCompleted',
        changes: [
          { field: 'customer_name', before: 'Hannah Ruiz', after: 'Hannah Ruiz' },
          { field: 'status', before: 'confirmed', after: 'completed' },
        ],
      }),
    });
    await button('Done...: Hannah Ruiz').click();
    await button('Record $45 · card').click();
    await toast('Booking completed successfully').waitFor();
    await button('Undo').click();
    await toast('Undone: Hannah Ruiz is confirmed again').waitFor();
    const lines = [{ service_id: 'womens-haircut', cents: 4_500 }];
    expect(called('POST').map(({ call, body }) => [call, body])).toEqual([
      [`POST ${bookingPath(3)}/complete`, { amount_cents: 4_500, lines, method: 'card' }],
      ['POST /api/admin/undo', { position: positionAt(5) }],
    ]);
  });

  it('marks a no-show by one press, and tells nobody', async () => {
    const cancel = held(movedTo(3, 'cancelled'));
    const { page, api, toast, button, called } = await open({
      ...withHannah,
      [`POST ${bookingPath(3)}/cancel`]: cancel.respond,
    });
    await button('No-show: Hannah Ruiz').click();
    // The visit waits for the answer, and can't be decided again.
    await expect.poll(() => button('No-show: Hannah Ruiz').isDisabled()).toBe(true);
    await button('Done...: Hannah Ruiz').click({ force: true });
    api.change({
      'GET /api/admin/dashboard': projected({ ...DASHBOARD, today: { ...DASHBOARD.today, bookings: [] } }, 5),
    });
    cancel.release();
    await list(page).getByText('In the chair').waitFor({ state: 'hidden' });
    await toast('Booking cancelled due to: No Show.').waitFor();
    expect(called('POST').map(({ body }) => body)).toEqual([{ reason: 'no_show', message: null }]);
  });

  it('offers the free times between, and each begins a booking there', async () => {
    const { page, dialog, button } = await open();
    await list(page).getByRole('button', { name: '10:00 AM – 11:30 AM free' }).waitFor();
    await button('5:30 PM – 7:00 PM free').click();
    await dialog.getByRole('heading', { name: 'Add Booking' }).waitFor();
    expect(await dialog.getByLabel('Date', { exact: true }).inputValue()).toBe('2026-11-20');
    await dialog.getByLabel("Women's Haircut").check();
    await expect.poll(() => dialog.getByLabel('Time').inputValue()).toBe('5:30 PM');
  });

  it('has what a customer has texted and nobody has answered, with Reply, also in the details', async () => {
    const { page } = await open({
      ...withHannah,
      'GET /api/admin/messages/attention': projected({ count: 1, questions: 1, undelivered: [], late: [] }),
      'GET /api/admin/messages': messageList([
        { ...QUESTION, booking_id: HANNAH.id, customer_name: 'Hannah Ruiz' },
      ]),
    });
    const row = list(page).getByRole('listitem').filter({ hasText: 'Hannah Ruiz' });
    await row.getByText('“Can I bring my dog? He is very small.”').waitFor();
    await expectAccessible(page);
    const reply = { name: 'Reply to Hannah Ruiz' };
    const href = await row.getByRole('link', reply).getAttribute('href');
    expect(href).toBe(`/admin/messages?state=attention&message=${QUESTION.id}`);
    await row.getByRole('link', { name: 'Hannah Ruiz', exact: true }).click();
    const details = page.getByRole('dialog');
    await details.getByText('They wrote').waitFor();
    expect(await details.getByRole('link', reply).getAttribute('href')).toBe(href);
  });

  it('says what was taken and what is to come, and opens the list that the drawer is counted by', async () => {
    const visit = {
      ...HANNAH,
      status: 'completed' as const,
      completed_at: '2026-11-20T18:05:00.000Z',
      total_amount: '$132.00',
      payments: [
        { method: 'cash' as const, cents: 5_000, tip_cents: 1_100 },
        { method: 'card' as const, cents: 8_200, tip_cents: 0 },
      ],
    };
    const { page } = await open({
      'GET /api/admin/takings': projected({ date: '2026-11-20', bookings: [visit] }),
    });
    const taken = page.getByRole('definition').nth(4);
    await expect.poll(() => taken.innerText()).toBe('$384 · cash 120 · card 264 · tips 41 · $375 to come');
    await page.getByRole('link', { name: 'Taken today' }).click();
    await page.getByRole('heading', { name: 'Takings' }).waitFor();
    const cash = page.getByRole('table', { name: 'Cash' });
    await cash.getByText('Together $61.00').waitFor();
    await cash.getByText('10:05 AM').waitFor();
    await cash.getByText('part of $132.00').waitFor();
    await page.getByRole('heading', { name: 'Card · $82.00' }).waitFor();
    await expectAccessible(page);
  });
});
