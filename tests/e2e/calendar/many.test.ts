import { expect, it } from 'vitest';
import { signedIn } from '../support/fixtures/auth-fixtures.ts';
import { CALENDAR_SUCCESS, fullWeek } from '../support/fixtures/calendar-fixtures.ts';
import { accountOpener } from '../support/pages/open-account.ts';
import { givenSite } from '../support/site/given-site.ts';
import { json } from '../support/site/mock-api.ts';

const site = givenSite();
const open = accountOpener(site);

it('draws the ghost of a drag, and none of 300 appointments again', async () => {
  const { page } = await open('/admin/calendar?view=week&date=2026-11-25', {
    api: { ...CALENDAR_SUCCESS, 'GET /api/admin/calendar': json(fullWeek()) },
    begin: signedIn(),
  });
  const blocks = page.locator('[data-appointment]');
  await blocks.first().waitFor();
  expect(await blocks.count()).toBe(300);
  const box = await blocks.nth(150).boundingBox();
  const at = { x: (box?.x ?? 0) + 8, y: (box?.y ?? 0) + 8 };
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x, at.y + 10);
  await page.locator('[data-ghost]').waitFor();

  await page.evaluate(() => {
    const drawn = Object.assign(window, { drawn: 0 });
    const columns = document.querySelector('[data-day]')?.parentElement;
    if (!columns) throw new Error('no columns');
    const observer = new MutationObserver((changes) => {
      drawn.drawn += changes.length;
    });
    observer.observe(columns, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  for (let step = 1; step <= 40; step += 1) await page.mouse.move(at.x + step * 6, at.y + 10 + step * 4);
  await page.locator('[data-ghost]').getByText('Taken').waitFor();
  expect(await page.evaluate(() => (window as unknown as { drawn: number }).drawn)).toBe(0);
  await page.keyboard.press('Escape');
  await page.mouse.up();
});
