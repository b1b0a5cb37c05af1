import { expect, it } from 'vitest';
import { projected } from '../support/fixtures/admin-fixtures.ts';
import { appointmentOf } from '../support/fixtures/calendar-fixtures.ts';
import { UNDELIVERED, untold, WAITING_MESSAGES } from '../support/fixtures/waiting-fixtures.ts';
import { calendarPageOpener } from '../support/pages/open-calendar.ts';
import { expectAccessible, pressEscape } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { positionAt } from '../support/site/live-updates.ts';

const site = givenSite();
const open = calendarPageOpener(site);
const PRIYA = appointmentOf('Priya Nair');
const ATTENTION = 'GET /api/admin/messages/attention';

const undelivered = (...names: readonly string[]) => ({
  count: names.length,
  questions: 0,
  undelivered: names.map((name) => ({ booking_id: appointmentOf(name), channel: 'sms' })),
});

it('marks the appointments whose last text did not arrive, and their details say why and what waits', async () => {
  const { page, api } = await open('?view=week&date=2026-11-20', {
    'GET /api/admin/live': (route) => route.continue(),
    [ATTENTION]: projected(undelivered('Priya Nair', 'Yuki Tanabe')),
    [`GET /api/admin/bookings/${PRIYA}/messages`]: untold({
      undelivered: UNDELIVERED,
      waiting: WAITING_MESSAGES.slice(0, 1),
    }),
  });
  const marked = page.getByRole('button', { name: /, text not delivered, / });
  await expect.poll(() => marked.count()).toBe(2);
  // Also a cancelled one, whose customer may come for nothing.
  await page.getByRole('button', { name: /Yuki Tanabe.*, text not delivered, cancelled$/ }).waitFor();
  await expectAccessible(page);

  await page.getByRole('button', { name: /Priya Nair/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Priya Nair' });
  await dialog.getByText('Text failed: that number does not exist.').waitFor();
  await dialog
    .getByText('Text: Booking confirmed · quiet hours, looked at 9:12 PM, next look 8:00 AM')
    .waitFor();
  await expectAccessible(page);
  await pressEscape(page);

  api.change({ [ATTENTION]: projected(undelivered('Yuki Tanabe'), 5) });
  site.live.tell({ kind: 'message', id: PRIYA, position: positionAt(5) });
  await expect.poll(() => marked.count()).toBe(1);

  api.change({ [ATTENTION]: projected(undelivered('Nora Lindqvist'), 6) });
  site.live.tell({ kind: 'message', id: PRIYA, position: positionAt(6) });
  await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Month' }).click();
  await page.getByRole('button', { name: /Nora Lindqvist.*, text not delivered, confirmed/ }).waitFor();
});
