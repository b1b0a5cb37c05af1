import { expect, it } from 'vitest';
import { BOOKING_SUCCESS, todayCalendar } from '../support/fixtures/booking-fixtures.ts';
import {
  FOUND_WRONG,
  NEVER_PROVEN,
  PROOF_PATH,
  PROVEN,
  PROVING,
  REBUILDING,
  STOPPED,
  SYSTEM_PATH,
  system,
  WARNING_PATH,
} from '../support/fixtures/system-fixtures.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { expectAccessible, PHONE } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { json, problem } from '../support/site/mock-api.ts';

const site = givenSite();
const open = adminOpener(site);

const PATH = '/admin/settings/system';
const BACKUP_PATH = '/api/admin/backup';
const BANNER = 'The last check found a mistake';

it('says in plain words that all is well, and checks again while it shows how far that is', async () => {
  const { page, api, button, called } = await open(PATH, {
    [`GET ${PROOF_PATH}`]: json(PROVEN),
    [`POST ${PROOF_PATH}`]: json(PROVING),
    [`GET ${SYSTEM_PATH}`]: json(system()),
  });
  await page.getByText('Everything is up to date.').waitFor();
  await page.getByText(/^0 double bookings among 12,345 appointments/).waitFor();
  await page.getByText(/Checked on Fri, Nov 20 · 4:10 AM\./).waitFor();
  expect(await page.getByText(BANNER).count()).toBe(0);

  api.change({ [`GET ${PROOF_PATH}`]: json(PROVING) });
  await button('Check again').click();
  const bar = page.getByRole('progressbar', { name: 'Checking customers: part 5 of 14' });
  await bar.waitFor();
  expect(await bar.getAttribute('aria-valuenow')).toBe('29');
  expect(called(`POST ${PROOF_PATH}`)).toHaveLength(1);
  // The page asks again by itself.
  api.change({
    [`GET ${PROOF_PATH}`]: json({
      ...FOUND_WRONG,
      last: FOUND_WRONG.last && { ...FOUND_WRONG.last, at: '2026-11-20T18:00:00.000Z' },
    }),
    [`GET ${WARNING_PATH}`]: json({ failed: true }),
  });
  await page.getByText('2 things are wrong.').waitFor();
  await page.getByText('overlap at agenda-2026-12-01@14').waitFor();
  await page.getByText(BANNER).waitFor();
});

it('says where nothing was proven yet, and why a proof came to no end', async () => {
  const { page, api, button } = await open(PATH, {
    [`GET ${PROOF_PATH}`]: json(NEVER_PROVEN),
    [`POST ${PROOF_PATH}`]: problem('unavailable'),
    [`GET ${SYSTEM_PATH}`]: json(system()),
  });
  await page.getByText('Nothing has been checked yet.').waitFor();
  const failed = {
    at: '2026-11-20T17:30:00.000Z',
    error: 'CommandBroken: its process ended by itself (SIGKILL)',
  };
  api.change({ [`GET ${PROOF_PATH}`]: json({ ...NEVER_PROVEN, failed }) });
  await button('Check now').click();
  await page.getByText(/^The check could not be completed on Fri, Nov 20 · 9:30 AM\./).waitFor();
  await page.getByText(/its process ended by itself/).waitFor();
});

it('warns on every page of the admin area once a proof has failed, and leads to what was found', async () => {
  const { page, heading } = await open('/admin/services', {
    [`GET ${PROOF_PATH}`]: json(FOUND_WRONG),
    [`GET ${WARNING_PATH}`]: json({ failed: true }),
    [`GET ${SYSTEM_PATH}`]: json(system()),
  });
  await page.getByRole('alert').filter({ hasText: BANNER }).waitFor();
  await page.getByRole('link', { name: 'See what was found' }).click();
  await heading('System').waitFor();
  await page.getByText('services updo differs from its rebuild').waitFor();
});

it('shows where a read model has stopped, and lets it try again', async () => {
  const { page, api, button, called } = await open(PATH, {
    [`GET ${SYSTEM_PATH}`]: json(STOPPED),
    // The page asks by itself every few seconds, so the state changes with the command and not before.
    [`POST ${SYSTEM_PATH}/services/retry`]: (route, url) => {
      api.change({ [`GET ${SYSTEM_PATH}`]: json(system()) });
      return json(STOPPED)(route, url);
    },
  });
  await page.getByText(/^Stopped: Services\./).waitFor();
  const row = page.getByRole('listitem', { name: 'Services' });
  await row
    .getByText(/^It stopped at a record that it can’t read: ServiceRenamed of service-updo at /)
    .waitFor();
  await row.getByText(/^UnknownEvent: /).waitFor();
  await button('Try again: Services').click();
  await page.getByText('Everything is up to date.').waitFor();
  expect(called(`POST ${SYSTEM_PATH}/services/retry`)).toHaveLength(1);
});

it('rebuilds a read model, shows how far that is, and says what is refused', async () => {
  const { page, api, button, toast } = await open(PATH, {
    [`GET ${SYSTEM_PATH}`]: json(system()),
    [`POST ${SYSTEM_PATH}/bookings/rebuild`]: (route, url) => {
      api.change({ [`GET ${SYSTEM_PATH}`]: json(REBUILDING) });
      return json(REBUILDING)(route, url);
    },
    [`POST ${SYSTEM_PATH}/services/rebuild`]: problem('rebuild-running'),
  });
  await page.getByText('Details for operators').click();
  await button('Make anew: Services').click();
  await toast('This is being rebuilt already.').waitFor();
  await button('Make anew: Appointments').click();
  await page
    .getByRole('progressbar', { name: 'Making it anew: 24,000 of 48,200 records, 2,400/s, 10 seconds left' })
    .waitFor();
  const rebuilt = { at: '2026-11-20T18:00:00.000Z', error: null };
  api.change({ [`GET ${SYSTEM_PATH}`]: json(system({ bookings: { last_rebuild: rebuilt } })) });
  await page.getByText('Made anew on Fri, Nov 20 · 10:00 AM.').waitFor();
});

it('says when erased data waits for its files to be cleaned, and when it waits for too long', async () => {
  const late = { last: '2026-11-19T10:12:00.000Z', due_by: '2026-11-20T17:00:00.000Z', late: true };
  const { page, api } = await open(PATH, {
    [`GET ${PROOF_PATH}`]: json(PROVEN),
    [`GET ${SYSTEM_PATH}`]: json(system()),
  });
  await page.getByText('Details for operators').click();
  await page.getByText('Thu, Nov 19, 2026 · 2:12 AM; nothing waits').waitFor();
  api.change({ [`GET ${SYSTEM_PATH}`]: json({ ...system(), cleaning: late }) });
  await page.getByText(/^Erased data is still in the database’s files/).waitFor();
  await page.getByText('waits, until Fri, Nov 20, 2026 · 9:00 AM at the latest').waitFor();
});

it('says when the last backup was made, makes another, and says why one failed', async () => {
  const backup = system().backup;
  const { page, api, button, called } = await open(PATH, {
    [`GET ${PROOF_PATH}`]: json(PROVEN),
    [`GET ${SYSTEM_PATH}`]: json(system()),
    [`POST ${BACKUP_PATH}`]: (route, url) => {
      const making = { ...system(), backup: backup && { ...backup, is_running: true } };
      api.change({ [`GET ${SYSTEM_PATH}`]: json(making) });
      return json(making)(route, url);
    },
  });
  await page.getByText('Made on Fri, Nov 20 · 3:00 AM.').waitFor();
  // An owner finds the rest only by asking for it.
  expect(await page.getByRole('listitem', { name: 'Services' }).isVisible()).toBe(false);
  await button('Back up now').click();
  await page.getByText('A backup is being made…').waitFor();
  expect(called(`POST ${BACKUP_PATH}`)).toHaveLength(1);
  expect(await button('Back up now').count()).toBe(0);
  const failed = { at: '2026-11-20T18:00:00.000Z', error: 'StartupError: the disk is full' };
  api.change({ [`GET ${SYSTEM_PATH}`]: json({ ...system(), backup: backup && { ...backup, failed } }) });
  await page.getByText('The backup of Fri, Nov 20 · 10:00 AM failed.').waitFor();
  await page.getByText('the disk is full').waitFor();
  await expectAccessible(page);

  api.change({ [`GET ${SYSTEM_PATH}`]: json({ ...system(), backup: null }) });
  await page.getByText(/^No backup is made by itself\./).waitFor();
});

const HELD = {
  transaction: '757',
  since: '2026-11-20T17:00:05.000Z',
  database: 'salon',
  application: 'a report',
  pid: 4711,
  state: 'idle in transaction',
};
const HELD_TEXT =
  'They wait for an open transaction of a report since Nov 20, 2026 · 9:00:05 AM (database salon, process 4711, transaction 757, idle in transaction).';

it.each([
  ['the dashboard', '/admin'],
  ['the system page', PATH],
])(
  'says on %s by itself which open transaction keeps new records from the pages, and when it is over',
  async (_where, path) => {
    const { page, api } = await open(
      path,
      {
        ...BOOKING_SUCCESS,
        'GET /api/admin/calendar': todayCalendar(),
        [`GET ${PROOF_PATH}`]: json(PROVEN),
        [`GET ${SYSTEM_PATH}`]: json(system()),
      },
      { size: PHONE },
    );
    const waiting = (held: typeof HELD | null) => {
      const state = system();
      api.change({
        [`GET ${SYSTEM_PATH}/waiting`]: json({ waiting_for: held }),
        [`GET ${SYSTEM_PATH}`]: json({ ...state, log: { ...state.log, waiting_for: held } }),
      });
    };
    const text = page.getByText(HELD_TEXT);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await text.count()).toBe(0);
    waiting(HELD);
    await text.waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    await expectAccessible(page);
    waiting(null);
    await text.waitFor({ state: 'hidden' });
  },
);
