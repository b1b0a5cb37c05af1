import { expect, it } from 'vitest';
import { ADMIN_SERVICES, projected } from '../support/fixtures/admin-fixtures.ts';
import { sectionShown, settingsPath } from '../support/fixtures/settings-fixtures.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { expectAccessible } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { positionAt } from '../support/site/live-updates.ts';
import { json } from '../support/site/mock-api.ts';

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

it('lets what is added to a line be changed, and taken away', async () => {
  const { page, button, toast, called } = await open('/admin/settings/prices', {
    [`GET ${settingsPath('prices')}`]: sectionShown('prices'),
    [`PATCH ${settingsPath('prices')}`]: json({ version: 4, position: positionAt(9) }),
  });
  const sent = () =>
    called(`PATCH ${settingsPath('prices')}`).map(({ body }) => body.prices.groups.at(-1).lines[0].addition);
  await page.getByLabel('With it ($)').fill('320');
  await button('Save changes').click();
  await toast('Saved').waitFor();
  expect(sent()).toEqual([{ text: 'with hair style', starts_at_cents: 32_000 }]);
  await button('Remove the addition “with hair style”').click();
  await button('Save changes').click();
  await expect.poll(sent).toHaveLength(2);
  expect(sent()[1]).toBeUndefined();
});
