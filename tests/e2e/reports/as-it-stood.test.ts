import { describe, expect, it } from 'vitest';
import { booking, bookingId, bookingPath, details, LEO } from '../support/fixtures/booking-fixtures.ts';
import { NOW } from '../support/fixtures/fixtures.ts';
import {
  BEFORE_ALL,
  everyReport,
  REPORTS,
  reported,
  reportSuccess,
} from '../support/fixtures/report-fixtures.ts';
import { adminOpener, waitForFocus } from '../support/pages/open-admin.ts';
import { DESKTOP, expectAccessible, PHONE, pressEscape } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { positionAt } from '../support/site/live-updates.ts';
import { json, lostNetwork, type MockResponse } from '../support/site/mock-api.ts';

const openAdmin = adminOpener(givenSite());
const open = (path: string, api: Record<string, MockResponse> = {}, size = DESKTOP) =>
  openAdmin(path, { ...reportSuccess(), ...api }, { size });

const THIS_WEEK = '/admin/reports?report=appointments&period=this-week';
const AS_IT_STOOD = `${THIS_WEEK}&as_of=2026-11-19T02:00:00.000Z`;

describe.each([PHONE, DESKTOP])('a report as it stood, at $width px', (size) => {
  it('shows both numbers, and the appointments that differ with their history', async () => {
    const { page, button, called, dialog, at } = await open(
      '/admin/reports?report=appointments&period=this-week',
      {},
      size,
    );
    await button('As it stood...').press('Enter');
    const [date, time] = [dialog.getByLabel('Date'), dialog.getByLabel('Time')];
    await expect.poll(() => date.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await waitForFocus(page, 'As it stood...');
    await page.keyboard.press('Enter');
    await date.fill('2026-11-21');
    await time.fill('10:00');
    await page.keyboard.press('Enter');
    await dialog.getByText('Choose a time in the past.').waitFor();
    await date.fill('2026-03-08');
    await time.fill('02:30');
    await page.keyboard.press('Enter');
    await dialog.getByText('The clocks skipped this time.').waitFor();
    await date.fill('2026-11-18');
    await time.fill('14:30');
    await page.keyboard.press('Enter');
    await page.getByText('As it stood on Wed, Nov 18, 2026 · 2:30 PM.').waitFor();
    // By the salon's clock.
    expect(new URL(page.url()).searchParams.get('as_of')).toBe('2026-11-18T22:30:00.000Z');
    const friday = page.getByRole('row', { name: /^Fri, Nov 20, 2026/ });
    const cell = friday.getByRole('cell').first();
    await expect.poll(() => cell.innerText()).toMatch(/^\d+\s+now \d+$/);
    const [then, now] = (await cell.innerText()).match(/\d+/g) ?? [];
    expect(Number(now)).toBe(Number(then) + 1);
    const asked = called('GET /api/admin/reports/appointments?').map(({ call }) => call);
    expect(asked.at(-1)).toContain('as_of=2026-11-18T22%3A30%3A00.000Z');

    const differing = page.getByRole('region', { name: 'What differs in “Booked”' });
    await expect
      .poll(() => differing.getByRole('listitem').allInnerTexts())
      .toEqual([
        expect.stringMatching(/Deleted since/),
        expect.stringMatching(/Completed since · Was \$68\.50/),
        expect.stringMatching(/Completed since/),
        expect.stringMatching(/Booked since/),
      ]);
    const links = await differing
      .getByRole('link')
      .evaluateAll((elements) => elements.map((element) => element.getAttribute('href')));
    expect(links.slice(0, 2)).toEqual([
      '/admin/calendar?view=day&date=2026-11-20&history=day',
      `/admin/appointments/${bookingId(3)}?history=`,
    ]);
    // Each side at the position of its number.
    const at5 = called('GET /api/admin/reports/appointments/appointments').map(({ call }) => call);
    expect(at5.filter((call) => /at=0+5&/.test(`${call}&`))).toHaveLength(1);
    expect(at5.filter((call) => /at=0+9&/.test(`${call}&`))).toHaveLength(1);
    await expectAccessible(page);

    await cell.getByRole('link').press('Enter');
    await dialog.getByText('Deleted since').waitFor();
    await dialog.getByRole('list', { name: 'Appointments' }).getByText('Deleted appointment').waitFor();
    await expectAccessible(page);
    await pressEscape(page);
    await dialog.waitFor({ state: 'hidden' });
    await button('Back to now').press('Enter');
    await at('/admin/reports?report=appointments&period=this-week');
    await page.getByLabel(/^Compare with/).waitFor();
  });
});

it('lists many appointments that differ in parts', async () => {
  const { page, button } = await open(AS_IT_STOOD, reportSuccess(REPORTS, 40));
  const differing = page.getByRole('region', { name: 'What differs in “Booked”' });
  await differing.getByText('44 appointments').waitFor();
  const listed = () => differing.getByRole('listitem').count();
  expect(await listed()).toBe(20);
  await button('Show 20 more').press('Enter');
  await expect.poll(listed).toBe(40);
  await button('Show 4 more').press('Enter');
  await expect.poll(listed).toBe(44);
  await expect.poll(() => differing.evaluate((element) => element === document.activeElement)).toBe(true);
});

it('says what has happened to an appointment that is counted no more', async () => {
  const cancelled = booking(3, 'Leo Marsh', ['2026-11-20', '1:30 PM'], 'cancelled', {
    total_amount: '$68.50',
  });
  const { page, called } = await open(`${AS_IT_STOOD}&chart=confirmed`, {
    'GET /api/admin/reports/appointments/appointments': (route, url) => {
      const isThen = url.searchParams.get('at') === positionAt(5);
      const appointments = isThen ? [reported(3, LEO, { status: 'confirmed' })] : [];
      const moment = { position: url.searchParams.get('at'), as_of: NOW.toISOString() };
      return json({ ...moment, appointments, next_cursor: null })(route, url);
    },
    [`GET ${bookingPath(3)}`]: details(cancelled),
  });
  const differing = page.getByRole('region', { name: 'What differs in “Confirmed”' }).getByRole('listitem');
  await differing.getByText('Cancelled since').waitFor();
  // Its badge is that of now.
  await differing.getByText('Cancelled', { exact: true }).waitFor();
  expect(called(`GET ${bookingPath(3)}`).map(({ call }) => call)).toEqual([
    `GET ${bookingPath(3)}?at=${positionAt(9)}`,
  ]);
});

it('lists what differs where all numbers are equal', async () => {
  const { page } = await open(`${AS_IT_STOOD}&chart=pending`);
  await page.getByRole('region', { name: 'What differs in “Pending”' }).getByText('Deleted since').waitFor();
});

it('shows a position, as a copied link has it', async () => {
  const { page, called } = await open(`${THIS_WEEK}&at=${positionAt(5)}`);
  await page.getByText('As it stood on Wed, Nov 18, 2026 · 2:15 PM.').waitFor();
  await page.getByRole('region', { name: 'What differs in “Booked”' }).getByText('Deleted since').waitFor();
  const asked = called('GET /api/admin/reports/appointments?').map(({ call }) => call);
  expect(asked.filter((call) => call.includes(`at=${positionAt(5)}`))).toHaveLength(1);
});

it('says that a moment lies in the future, and leads back to now', async () => {
  const ahead = json(
    {
      type: 'urn:problem:validation-failed',
      title: 'Refused',
      status: 400,
      detail: 'The request is not valid.',
      code: 'validation-failed',
      errors: [{ path: 'as_of', message: 'This moment lies in the future.' }],
    },
    400,
  );
  const { alert, api, button, page } = await open(
    `${THIS_WEEK}&as_of=2027-11-19T02:00:00.000Z`,
    everyReport(ahead),
  );
  await alert('The report couldn’t be loaded. This moment lies in the future.').waitFor();
  api.change(reportSuccess());
  await button('Back to now').click();
  await page.getByRole('row', { name: /^All/ }).waitFor();
});

it('says that nothing had been recorded by then', async () => {
  const { page } = await open(AS_IT_STOOD, BEFORE_ALL);
  await page.getByText('As it stood before anything was recorded.').waitFor();
});

it('says if the appointments cannot be compared, and tries again', async () => {
  const path = 'GET /api/admin/reports/appointments/appointments';
  const { page, api, alert, button } = await open(
    '/admin/reports?report=appointments&period=this-week&as_of=2026-11-19T02:00:00.000Z',
    { [path]: lostNetwork },
  );
  await alert('The appointments couldn’t be loaded.').waitFor();
  api.change(reportSuccess());
  await button('Try again').click();
  await page.getByText('Deleted since').waitFor();
});
