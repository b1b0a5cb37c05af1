import { expect, it } from 'vitest';
import { sendingIs } from '../support/fixtures/sending-fixtures.ts';
import { FOUND_WRONG, PROOF_PATH, PROVEN, SYSTEM_PATH, system } from '../support/fixtures/system-fixtures.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { givenSite } from '../support/site/given-site.ts';
import { json } from '../support/site/mock-api.ts';

const open = adminOpener(givenSite());
const PATH = '/admin/settings/system';

it('says first what an owner asks: is everything all right, is there a backup, do messages go out', async () => {
  const { page, heading } = await open(PATH, {
    [`GET ${PROOF_PATH}`]: json(PROVEN),
    [`GET ${SYSTEM_PATH}`]: json(system()),
    'GET /api/admin/sending': sendingIs({ has_provider: false }),
  });
  await page.getByRole('status').getByText('Everything works, but texts aren’t set up.').waitFor();
  await heading('Last backup').waitFor();
  await page.getByText('/home/anna/salon/.data/backups, on the same disk as everything else').waitFor();
  await page.getByText('also copy the file secret-key').waitFor();
  await page.getByText('Texts aren’t set up, so none goes out.').waitFor();
  await page.getByText('0 double bookings among').waitFor();
  const titles = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
  expect(titles.slice(0, 3)).toEqual(['Last backup', 'Messages to customers', 'Nightly check']);
  expect(await page.getByText('Versions').isVisible()).toBe(false);
  await page.getByText('Details for operators').click();
  await page.getByText('Versions').waitFor();
});

it('says of nothing that it is all right after a check that found something, or a backup that failed', async () => {
  const failed = { at: '2026-11-20T11:00:04.000Z', error: 'No space left on device' };
  const { page } = await open(PATH, {
    [`GET ${PROOF_PATH}`]: json(FOUND_WRONG),
    [`GET ${SYSTEM_PATH}`]: json({
      ...system(),
      backup: {
        beside_data: null,
        another_log: '/srv/backups/2026-11-18',
        last_night: null,
        last: null,
        is_running: false,
        unnoted_erasures: 2,
        failed,
      },
    }),
  });
  const summary = page.getByRole('status');
  await summary.getByText('The nightly check has found something wrong').waitFor();
  await summary.getByText('The last backup failed').waitFor();
  await summary.getByText('What was erased could not be noted beside the backups').waitFor();
  await page.getByText('2 erasures could not be noted beside the backups').waitFor();
  await page.getByText('the newest is /srv/backups/2026-11-18.').waitFor();
  expect(await page.getByText('Everything is all right.').count()).toBe(0);
});
