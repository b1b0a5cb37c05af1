import { describe, expect, it } from 'vitest';
import { listed, projected } from '../support/fixtures/admin-fixtures.ts';
import {
  BEING_PREPARED,
  everyReport,
  REPORTS,
  reportSuccess,
  withoutNumbers,
} from '../support/fixtures/report-fixtures.ts';
import { adminOpener, held } from '../support/pages/open-admin.ts';
import { DESKTOP, expectAccessible, expectReadableInTheDark, PHONE } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { positionAt } from '../support/site/live-updates.ts';
import { lostNetwork } from '../support/site/mock-api.ts';

/** The first view of the reports. */

const site = givenSite();
const openAdmin = adminOpener(site);
const open = (path: string, api = {}, size = DESKTOP) =>
  openAdmin(path, { ...reportSuccess(), ...api }, { size });

describe.each([PHONE, DESKTOP])('at $width px', (size) => {
  it('shows this month beside the last one, and leads to each report', async () => {
    const { page, heading, at, called } = await open('/admin/reports', {}, size);
    await heading('Reports').waitFor();
    const number = (label: string) =>
      page.locator('dl > div').filter({ has: page.getByRole('link', { name: label, exact: true }) });
    await expect
      .poll(() => number('Earned').innerText())
      .toMatch(
        /Earned\s+\$[\d,.]+\s+\$[\d,.]+ up to yesterday\. \d+% \w+ than in October by the 19th: \$[\d,.]+\s+October in all: \$[\d,.]+/,
      );
    await expect
      .poll(() => number('Expected').innerText())
      .toMatch(/Still booked in November\. With what is earned \$/);
    await expect
      .poll(() => number('Appointments').innerText())
      .toMatch(/Appointments\s+\d+\s+\d+ of them cancelled\s+.*October: \d+, \d+ cancelled/);
    await expect
      .poll(() => number('Customers').innerText())
      .toMatch(/\d+ new, \d+ returning\s+October: \d+ customers/);
    await page
      .getByRole('region', { name: 'Cancellations' })
      .getByRole('row', { name: /^No-show/ })
      .waitFor();
    const heat = page.getByRole('table', { name: 'Filled hours by day and hour' });
    expect(await heat.getByRole('row', { name: /^9 AM/ }).innerText()).toMatch(/9 AM\s+–\s+–\s+\d+/);
    expect(called('GET /api/admin/reports/revenue').map(({ call }) => call)).toEqual([
      expect.stringContaining('from=2026-11-01&to=2026-11-30&by=day'),
      expect.stringContaining('from=2026-10-01&to=2026-10-31&by=day'),
    ]);
    // A chart tells its values by the arrow keys.
    const chart = page.getByRole('application', { name: /^Earned up to each day/ });
    await chart.focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText('Up to the 2nd').waitFor();
    // October has a day more.
    for (let day = 2; day < 31; day += 1) await page.keyboard.press('ArrowRight');
    await page.getByText('Up to the 31st').waitFor();
    await expectAccessible(page);
    await expectReadableInTheDark(page);
    await page.getByRole('link', { name: 'Filled hours: the report' }).press('Enter');
    await at('/admin/reports?report=utilisation');
    await heading('Filled hours').waitFor();
  });
});

it('does without reports that are not there', async () => {
  const some = REPORTS.filter(({ name }) => ['appointments', 'lead-time'].includes(name));
  const { page } = await open('/admin/reports', reportSuccess(some));
  await page.locator('dl').getByText('Appointments', { exact: true }).waitFor();
  expect(await page.locator('dl').innerText()).not.toMatch(/Earned|Customers/);
  expect(await page.getByRole('region', { name: /Cancellations|Filled hours|Earned/ }).count()).toBe(0);
});

it('says that there are no numbers yet, and shows the first ones', async () => {
  const { page, api } = await open('/admin/reports', withoutNumbers);
  await page.getByText('No numbers yet').waitFor();
  api.change(reportSuccess());
  site.live.tell({ kind: 'booking', id: '5f0c9d0e-6a3f-5a44-9c1b-2f3d4e5a6b7c', position: positionAt(9) });
  await page.locator('dl').getByText('Earned', { exact: true }).waitFor();
});

it('waits while reports are being prepared, and asks again without a flash', async () => {
  const { page, api, called } = await open('/admin/reports', everyReport(BEING_PREPARED));
  const preparing = page.getByRole('status').getByText('Reports are being prepared');
  await preparing.waitFor();
  await page.getByText('so far 12,500 events').waitFor();
  await expectAccessible(page);
  const { respond, release } = held(BEING_PREPARED);
  api.change(everyReport(respond));
  const asked = called('GET /api/admin/reports/').length;
  // Five reports, each on two months.
  await expect.poll(() => called('GET /api/admin/reports/').length).toBe(asked + 10);
  expect(await preparing.isVisible()).toBe(true);
  api.change(reportSuccess());
  release();
  await page.locator('dl').getByText('Earned', { exact: true }).waitFor();
});

it('shows the parts whose numbers are there, and what is the matter with each of the others', async () => {
  const { page, api, alert, button, called } = await open('/admin/reports', {
    'GET /api/admin/reports/customers': lostNetwork,
    'GET /api/admin/reports/utilisation': BEING_PREPARED,
    'GET /api/admin/reports/cancellations': lostNetwork,
  });
  await page.locator('dl').getByText('Earned', { exact: true }).waitFor();
  await page.getByRole('application', { name: /^Earned up to each day/ }).waitFor();
  await alert('Customers couldn’t be loaded.').waitFor();
  await alert('Cancellations couldn’t be loaded.').waitFor();
  const hours = page.getByRole('region', { name: 'Filled hours' });
  await hours.getByText('Being prepared, so far from 12,500 events.').waitFor();
  await expectAccessible(page);
  api.change(reportSuccess());
  await button('Try again: Customers').click();
  await page
    .locator('dl')
    .getByText(/new, .* returning/)
    .waitFor();
  await hours.getByRole('table').waitFor();
  // Each is asked for again by itself.
  await alert('Cancellations couldn’t be loaded.').waitFor();
  expect(called('GET /api/admin/reports/revenue')).toHaveLength(2);
});

it('says what failed, and tries again', async () => {
  const { page, api, alert, button } = await open('/admin/reports', {
    'GET /api/admin/reports': lostNetwork,
  });
  await alert('The reports couldn’t be loaded.').waitFor();
  api.change({ ...reportSuccess(), ...everyReport(lostNetwork) });
  await button('Try again').click();
  await alert('The overview couldn’t be loaded.').waitFor();
  api.change(reportSuccess());
  await button('Try again').click();
  await page.locator('dl').getByText('Earned', { exact: true }).waitFor();
});

it('is reached by the sidebar, by keys, and each report by the palette', async () => {
  const { page, heading, at } = await open('/admin/customers', {
    // Nobody is found by what is typed, so no result that comes later takes the selection.
    'GET /api/admin/customers': listed([]),
    'GET /api/admin/bookings': projected({ bookings: [], total: 0, next_cursor: null }),
  });
  await page.getByRole('link', { name: 'Reports', exact: true }).click();
  await heading('Reports').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('u');
  await heading('Customer Management').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await heading('Reports').waitFor();
  await page.keyboard.press('Control+k');
  // By what it counts, too.
  await page.getByPlaceholder('Name, phone, day or command').fill('earned');
  await page.getByRole('option', { name: 'Report: Revenue' }).waitFor();
  await page.getByPlaceholder('Name, phone, day or command').fill('report lead');
  await page.getByRole('option', { name: 'Report: Lead time', selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await at('/admin/reports?report=lead-time');
  await heading('Lead time').waitFor();
});
