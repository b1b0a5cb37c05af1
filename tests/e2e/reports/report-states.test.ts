import { expect, it } from 'vitest';
import {
  BEING_PREPARED,
  everyReport,
  reportSuccess,
  withoutNumbers,
} from '../support/fixtures/report-fixtures.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { expectAccessible } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { lostNetwork } from '../support/site/mock-api.ts';

/** A report with few colours, without numbers, after a failure, and while it is prepared. */

const openAdmin = adminOpener(givenSite());
const open = (path: string, api = {}) => openAdmin(path, { ...reportSuccess(), ...api });

it('is as easy to read with few colours', async () => {
  const { page } = await open('/admin/reports?report=appointments&period=this-week');
  await page.emulateMedia({ forcedColors: 'active' });
  const bar = page.locator('.recharts-bar-rectangle path').first();
  await bar.waitFor();
  expect(await bar.evaluate((element) => getComputedStyle(element).fill)).toBe(
    await page.evaluate(() => {
      document.body.style.color = 'CanvasText';
      return getComputedStyle(document.body).color;
    }),
  );
  await expectAccessible(page);
});

it('says that there is nothing, that it failed, or that it is being prepared', async () => {
  const { page, api, alert, button } = await open('/admin/reports?report=revenue', withoutNumbers);
  await page.getByText('Nothing in this period').waitFor();
  api.change(everyReport(lostNetwork));
  await page.getByLabel('Period').selectOption('Last year');
  await alert('The report couldn’t be loaded.').waitFor();
  api.change(everyReport(BEING_PREPARED));
  await button('Try again').click();
  await page.getByText('Reports are being prepared').waitFor();
  api.change(reportSuccess());
  await page.getByRole('row', { name: /^March 2025/ }).waitFor();
});
