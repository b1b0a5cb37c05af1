import { expect, it } from 'vitest';
import { ADMIN_SUCCESS, projected } from '../support/fixtures/admin-fixtures.ts';
import { SCHEDULE } from '../support/fixtures/calendar-fixtures.ts';
import { STYLISTS_PATH, TEAM_OF_FIVE } from '../support/fixtures/team-fixtures.ts';
import { adminOpener, held } from '../support/pages/open-admin.ts';
import { expectAccessible } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { json } from '../support/site/mock-api.ts';

const open = adminOpener(givenSite());

it('offers a stylist’s own hours once the salon’s are there, with which they begin', async () => {
  const schedule = held(json(SCHEDULE));
  const { page, button, dialog } = await open('/admin/team', {
    ...ADMIN_SUCCESS,
    [`GET ${STYLISTS_PATH}`]: projected({ stylists: TEAM_OF_FIVE.map((one) => ({ ...one, week: null })) }),
    'GET /api/admin/hours': schedule.respond,
  });
  await button('More about Bea Stone').click();
  await page.getByRole('menuitem', { name: 'Weekly hours' }).click();
  const own = dialog.getByLabel(/^Own hours/);
  expect(await own.isDisabled()).toBe(true);
  await expectAccessible(page);
  schedule.release();
  await own.check();
  await dialog.getByRole('checkbox', { name: 'Works on Wednesday', checked: true }).waitFor();
});
