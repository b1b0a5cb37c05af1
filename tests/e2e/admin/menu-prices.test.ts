import { expect, it } from 'vitest';
import { ADMIN_SERVICES, projected } from '../support/fixtures/admin-fixtures.ts';
import { sectionShown, settingsPath } from '../support/fixtures/settings-fixtures.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { expectAccessible } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';

const open = adminOpener(givenSite());

it('says at a price of the menu that visitors read the catalogue’s, and leads to it', async () => {
  const { page, dialog } = await open('/admin/settings/prices', {
    [`GET ${settingsPath('prices')}`]: sectionShown('prices'),
    'GET /api/admin/services': projected(
      ADMIN_SERVICES.map((service) =>
        service.id === 'womens-haircut' ? { ...service, price_cents: 0 } : service,
      ),
    ),
  });
  const menu = page.getByRole('region', { name: 'Price menu' });
  const row = (name: string) =>
    menu.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Move ${name} up` }) });
  // The innermost: a group is an item of its own list.
  const highlights = row('Full highlights').last();
  await highlights.getByText('Visitors read $110, the price of Full Highlights under Services.').waitFor();
  // The catalogue has none.
  expect(await row('Women’s wash & cut').last().getByText('Visitors read').count()).toBe(0);
  await expectAccessible(page);
  await highlights.getByRole('link', { name: 'Full Highlights' }).click();
  await dialog.getByLabel('Price ($)').waitFor();
  expect(await dialog.getByLabel('Price ($)').inputValue()).toBe('110.00');
});
