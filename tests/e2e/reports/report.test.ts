import { expect, it } from 'vitest';
import { bookingId } from '../support/fixtures/booking-fixtures.ts';
import { reportSuccess } from '../support/fixtures/report-fixtures.ts';
import { copiedIn, noteCopied } from '../support/pages/copied.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { DESKTOP, expectAccessible, expectFocus, pressEscape } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { positionAt } from '../support/site/live-updates.ts';
import { lostNetwork } from '../support/site/mock-api.ts';

/** A report: its choices, its numbers, and what is behind them. */

const openAdmin = adminOpener(givenSite());
const open = (path: string, api = {}, size = DESKTOP) =>
  openAdmin(path, { ...reportSuccess(), ...api }, { size });

const lastAsked = (calls: readonly { readonly call: string }[]) => calls.at(-1)?.call;

it('shows the same numbers as chart and table, opens the appointments behind one, and none for a row that doesn’t exist', async () => {
  const { page, heading, dialog, at } = await open('/admin/reports?report=appointments&period=this-week');
  await heading('Appointments').waitFor();
  await page.getByText('Nov 15 – 21, 2026').first().waitFor();
  const table = page.getByRole('table', { name: 'Appointments, Nov 15 – 21, 2026' });
  await expect.poll(() => table.getByRole('row').count()).toBe(1 + 7 + 1);
  const friday = table.getByRole('row', { name: /^Fri, Nov 20, 2026/ });
  const shown = await friday.getByRole('link').first().innerText();
  const chart = page.getByRole('application', { name: /^Booked/ });
  await chart.focus();
  for (let day = 0; day < 5; day += 1) await page.keyboard.press('ArrowRight');
  const tip = page.getByRole('status').filter({ hasText: 'Fri, Nov 20, 2026' });
  await tip.waitFor();
  expect(await tip.innerText()).toContain(`Nov 15 – 21, 2026: ${shown}`);

  const figure = friday.getByRole('link', { name: /Booked, Fri, Nov 20, 2026$/ });
  await figure.focus();
  await page.keyboard.press('Enter');
  await dialog.getByRole('heading', { name: 'Booked · Fri, Nov 20, 2026' }).waitFor();
  await at('/admin/reports?report=appointments&period=this-week&column=booked&key=2026-11-20');
  await dialog.getByText(`${shown} in all`, { exact: true }).waitFor();
  await dialog.getByText('Erased customer').waitFor();
  const ada = dialog.getByRole('link', { name: /Ada Moreau/ });
  expect(await ada.getAttribute('href')).toBe(`/admin/appointments/${bookingId(1)}?history=`);
  await expectAccessible(page);
  await pressEscape(page);
  await dialog.waitFor({ state: 'hidden' });
  await expectFocus(figure);
  await expectAccessible(page);

  await page.goto(`${page.url().split('?')[0]}?report=cancellations&column=cancelled&key=emergency`);
  await page.getByRole('table').getByText('No-show').waitFor();
  expect(await dialog.count()).toBe(0);
});

it('changes period, grouping and comparison in its address, and keeps them for the next report', async () => {
  const { page, called, at, heading } = await open('/admin/reports?report=appointments');
  const asked = () => called('GET /api/admin/reports/appointments').map(({ call }) => call);
  await page.getByLabel('Period').selectOption('This year');
  await at('/admin/reports?report=appointments&period=this-year');
  await page.getByRole('row', { name: /^March 2026/ }).waitFor();
  await page.getByLabel('By', { exact: true }).selectOption('Day of the week');
  await page.getByLabel('Compare with 2025').selectOption('The year before');
  await at('/admin/reports?report=appointments&period=this-year&by=weekday&beside=year');
  await page.getByText('2025', { exact: true }).first().waitFor();
  await expect.poll(() => asked().at(-1)).toContain('from=2025-01-01&to=2025-12-31&by=weekday');
  await page.getByLabel('The chart shows').selectOption('No-shows');
  await page.getByRole('application', { name: /^No-shows/ }).waitFor();
  await page.reload();
  await page.getByRole('application', { name: /^No-shows/ }).waitFor();
  await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: 'Customers' }).click();
  await heading('Customers').waitFor();
  await at('/admin/reports?report=customers&period=this-year&beside=year');

  await page.getByLabel('Period').selectOption('Dates...');
  await page.getByLabel('From', { exact: true }).fill('2026-10-05');
  await page.getByLabel('To', { exact: true }).fill('2026-10-01');
  await page.getByRole('alert').getByText('“To” lies before “From”.').waitFor();
  await page.getByLabel('To', { exact: true }).fill('2026-10-31');
  await page.getByRole('table', { name: 'Customers, Oct 5 – 31, 2026' }).waitFor();
  await page.getByLabel('From', { exact: true }).fill('1990-10-05');
  await page
    .getByRole('alert')
    .getByText('Rows by day or week can cover at most 3 years, others at most 20.')
    .waitFor();
});

it('marks numbers that may still grow', async () => {
  const { page } = await open('/admin/reports?report=rebooking&period=last-12-months&chart=next_within_14');
  await page
    .getByText('The 14 days are not over yet, so some numbers may still grow: November 2026.')
    .waitFor();
  const cells = (row: RegExp) => page.getByRole('row', { name: row }).getByRole('cell').allInnerTexts();
  await expect
    .poll(() => cells(/^November 2026/))
    .toEqual([expect.not.stringContaining('so far'), expect.stringMatching(/^so far\s+\d+\s+was\s+\d+$/)]);
  expect((await cells(/^September 2026/)).join()).not.toContain('so far');
});

it('shows weekdays and hours as a heat map, things with names as rows, and many days as a line', async () => {
  const { page } = await open('/admin/reports?report=utilisation&by=weekday-hour');
  await page
    .getByRole('table', { name: 'Share by day and hour' })
    .getByRole('columnheader', { name: 'Tue' })
    .waitFor();
  await expectAccessible(page);
  await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: 'Services' }).click();
  const rows = page.getByRole('application', { name: /^Appointments/ });
  await rows.getByText('Root Touch up').waitFor();
  const dates = 'from=2026-09-01&to=2026-11-20&by=day&beside=none';
  await page.goto(`${page.url().split('?')[0]}?report=utilisation&${dates}`);
  await page.getByRole('application', { name: /^Share/ }).waitFor();
  await page.locator('.recharts-line').first().waitFor();
  await page.getByRole('row', { name: /^Fri, Nov 20, 2026/ }).waitFor();
});

it('is taken away as a file, as a link that keeps its numbers, and on paper', async () => {
  const { page, api, called, button, toast } = await open('/admin/reports?report=appointments&by=weekday');
  await noteCopied(page);
  const [download] = await Promise.all([page.waitForEvent('download'), button('Export CSV').click()]);
  expect(download.suggestedFilename()).toBe('appointments-2026-11-01-2026-11-30.csv');
  expect(lastAsked(called('GET /api/admin/reports/appointments.csv'))).toContain('by=weekday');
  api.change({ 'GET /api/admin/reports/appointments.csv': lostNetwork });
  await button('Export CSV').click();
  await toast('The file couldn’t be made').waitFor();

  await button('Copy link').click();
  await toast('Link copied').waitFor();
  const link = new URL(await copiedIn(page));
  expect(Object.fromEntries(link.searchParams)).toEqual({
    report: 'appointments',
    by: 'weekday',
    from: '2026-11-01',
    to: '2026-11-30',
    at: positionAt(9),
  });
  // Browsers offer no clipboard where the service is reached without encryption.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await button('Copy link').click();
  await toast('The link couldn’t be copied').waitFor();

  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await button('Print').click();
  await page.locator('body[data-printed]').waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.getByRole('row', { name: /^Tuesday/ }).waitFor();
  expect(await page.getByLabel('Period').isVisible()).toBe(false);
});

it('fits a phone', async () => {
  const size = { width: 320, height: 700 };
  const { page, button } = await open('/admin/reports?report=rebooking', {}, size);
  await button('Print').waitFor();
  const smallest = await page
    .getByRole('table')
    .getByRole('link')
    .evaluateAll((links) =>
      Math.min(
        ...links.flatMap((link) => [link.getBoundingClientRect().width, link.getBoundingClientRect().height]),
      ),
    );
  expect(smallest).toBeGreaterThanOrEqual(24);
  const compare = page.getByLabel(/^Compare with/);
  // Without a width of its own, a select is as wide as its longest option.
  const [width = 0, needed = 0] = await compare.evaluate((select: HTMLSelectElement) => {
    const own = select.offsetWidth;
    select.style.width = 'max-content';
    return [own, select.offsetWidth];
  });
  expect(width).toBeGreaterThanOrEqual(needed);
  const heading = page.getByRole('columnheader', { name: 'Next within 14 days' });
  const lines = await heading.evaluate((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
  });
  expect(lines).toBe(2);
});

it('keeps the names of a chart apart on paper', async () => {
  const { page } = await open('/admin/reports?report=services');
  const chart = page.getByRole('application', { name: /^Appointments/ });
  await chart.getByText('Make up').waitFor();
  await page.emulateMedia({ media: 'print' });
  // Drawn anew for the lower height.
  const heightOf = async (selector: string) => (await page.locator(selector).boundingBox())?.height;
  await expect
    .poll(async () => (await heightOf('.recharts-surface')) === (await heightOf('.recharts-wrapper')))
    .toBe(true);
  const names = chart.locator('.recharts-yAxis-tick-labels text');
  const gaps = async () => {
    const boxes = await Promise.all((await names.all()).map((name) => name.boundingBox()));
    return boxes.slice(1).map((box, index) => {
      const above = boxes[index];
      return box && above ? box.y - (above.y + above.height) : Number.NaN;
    });
  };
  await expect.poll(async () => Math.min(...(await gaps()))).toBeGreaterThan(0);
});
