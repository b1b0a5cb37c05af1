import { expect, it } from 'vitest';
import { MESSAGE_SUCCESS, sendingChanged } from '../support/fixtures/message-fixtures.ts';
import { sendingIs } from '../support/fixtures/sending-fixtures.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { expectAccessible } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';

const open = adminOpener(givenSite());

it('shows a notice that comes later over the list, so that no row moves', async () => {
  const { page, api, button } = await open('/admin/messages', {
    ...MESSAGE_SUCCESS,
    'GET /api/admin/sending': sendingIs({ paused: true, why: 'staff', by: 'Ana Ruiz' }),
    'POST /api/admin/sending': sendingChanged(),
  });
  await button('Resume messages').click();
  api.change({ 'GET /api/admin/sending': sendingIs({}) });
  await page.getByRole('alertdialog').getByRole('button', { name: 'Resume messages' }).click();
  await page.getByText('Messages are paused.').waitFor({ state: 'hidden' });
  await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
  const row = page.getByRole('search', { name: 'Filters' });
  const before = await row.boundingBox();
  await button('Pause messages').click();
  api.change({
    'GET /api/admin/sending': sendingIs({ paused: true, why: 'staff', by: 'Ana Ruiz' }),
  });
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pause messages' }).click();
  const notice = page.getByText(/Ana Ruiz has paused them\.$/);
  await notice.waitFor();
  await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
  expect(await row.boundingBox()).toEqual(before);
  expect(await notice.evaluate((text) => text.getBoundingClientRect().bottom <= window.innerHeight)).toBe(
    true,
  );
  await expectAccessible(page);
});
