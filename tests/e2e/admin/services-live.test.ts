import { describe, expect, it } from 'vitest';
import { ADMIN_SERVICES, projected } from '../support/fixtures/admin-fixtures.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { expectAccessible } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { positionAt } from '../support/site/live-updates.ts';
import type { MockResponse } from '../support/site/mock-api.ts';

const site = givenSite();
const open = adminOpener(site);
const openServices = (api: Record<string, MockResponse> = {}) => open('/admin/services', api);

const listWith = (changes: object, position = 9) =>
  projected(
    ADMIN_SERVICES.map((service) => (service.id === 'womens-haircut' ? { ...service, ...changes } : service)),
    position,
  );
describe('live updates', () => {
  it('show what somebody else has changed', async () => {
    const { page, api } = await openServices();
    await page.getByText('$45.00').waitFor();
    await expect.poll(() => site.live.count()).toBe(1);
    api.change({ 'GET /api/admin/services': listWith({ price_cents: 4_800 }, 20) });
    site.live.tell({ kind: 'service', id: 'womens-haircut', position: positionAt(20) });
    await page.getByText('$48.00').waitFor();
  });

  it('say when they are lost, and catch up when they are back', async () => {
    const { page, api, button } = await openServices();
    await page.getByText('$45.00').waitFor();
    await expect.poll(() => site.live.count()).toBe(1);
    site.live.cut();
    await page.getByText('Connection lost.').waitFor();
    await expectAccessible(page);
    api.change({ 'GET /api/admin/services': listWith({ price_cents: 4_800 }, 30) });
    const tryNow = await button('Try now').elementHandle();
    site.live.restore();
    // Pressed without a look at it: the page may try by itself at this moment, and then takes the button away.
    await tryNow?.evaluate((element) => (element as HTMLElement).click());
    await page.getByText('Connection lost.').waitFor({ state: 'hidden' });
    site.live.tell({ kind: 'service', id: 'womens-haircut', position: positionAt(30) });
    await page.getByText('$48.00').waitFor();
  });
});
