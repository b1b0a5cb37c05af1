import { expect, it, onTestFinished } from 'vitest';
import type { Role } from '../../../src/contracts/accounts/roles.ts';
import { USER } from '../support/fixtures/auth-fixtures.ts';
import { BOOKING_SUCCESS, booking, details } from '../support/fixtures/booking-fixtures.ts';
import { appointmentOf, CALENDAR_SUCCESS, POSITION } from '../support/fixtures/calendar-fixtures.ts';
import { PEOPLE_OF_SIX, PEOPLE_PATH } from '../support/fixtures/people-fixtures.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { expectFocus } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { json, type MockResponse, problem, silence } from '../support/site/mock-api.ts';

const site = givenSite();
const open = adminOpener(site);

const as = (rights: Role, more: Record<string, MockResponse> = {}) =>
  open('/admin', {
    ...BOOKING_SUCCESS,
    ...CALENDAR_SUCCESS,
    'GET /api/me': json({ id: USER.id, email: USER.email, role: 'admin', rights }),
    ...more,
  });
type Page = Awaited<ReturnType<typeof as>>['page'];
const pagesOf = (page: Page) => page.locator('#sidebar nav a').allInnerTexts();

it('the front desk finds the pages of its day, and none of the settings', async () => {
  const { page, heading, called } = await as('front_desk');
  await heading('Dashboard').waitFor();
  expect(await pagesOf(page)).toEqual([
    'Dashboard',
    'Appointments',
    'Calendar',
    'Customers',
    'Messages',
    'Account',
  ]);
  expect(called('GET /api/admin/first-steps')).toEqual([]);
  await page.getByRole('link', { name: 'All appointments' }).waitFor();
  for (const name of ['All activity', 'Set them up'])
    expect(await page.getByRole('link', { name }).count()).toBe(0);
  await page.goto(`${site.url}/admin/reports`);
  await heading('Access Denied').waitFor();
  await page.getByRole('link', { name: 'Back to my day' }).click();
  await heading('Dashboard').waitFor();
});

it('the front desk changes the hours of one date, never those of every week', async () => {
  const { page, heading, dialog } = await as('front_desk');
  await heading('Dashboard').waitFor();
  await page.goto(`${site.url}/admin/calendar?view=day`);
  await heading('Available hours').waitFor();
  const hours = page.getByRole('region', { name: 'Available hours' });
  expect(await hours.getByRole('switch').count()).toBe(0);
  expect(await hours.getByRole('button', { name: /^(Edit|Delete)/ }).count()).toBe(0);
  await hours.getByRole('button', { name: 'Add Hours' }).click();
  await dialog.getByText('The weekly hours stay as they are.').waitFor();
  expect(await dialog.getByRole('radio').count()).toBe(0);
});

it('a stylist begins with the calendar of the day, and is offered nothing that only others may do', async () => {
  const { page, heading } = await as('stylist');
  await heading('Calendar Management').waitFor();
  await page.waitForURL(/view=day/);
  expect(await pagesOf(page)).toEqual(['Appointments', 'Calendar', 'Account']);
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Name, phone, day or command').fill('booking');
  expect(await page.getByRole('option', { name: 'New booking' }).count()).toBe(0);
  await page.goto(`${site.url}/admin/appointments`);
  await page.getByRole('table', { name: 'Appointments' }).getByText('Pending').first().waitFor();
  expect(await page.getByRole('checkbox').count()).toBe(0);
});

it('a stylist completes an appointment from its sheet, and is offered nothing else that changes it', async () => {
  const [begun, done] = [appointmentOf('Sam Whitfield'), appointmentOf('Marta Keller')];
  const path = `/api/admin/bookings/${begun}`;
  const made = (id: string, status: 'pending' | 'completed') =>
    details({ ...booking(1, 'Ann Lee', ['2026-11-20', '9:00 AM'], status, { has_started: true }), id });
  const { page, heading, dialog, toast } = await as('stylist', {
    [`GET ${path}`]: made(begun, 'pending'),
    [`GET /api/admin/bookings/${done}`]: made(done, 'completed'),
    [`POST ${path}/complete`]: json({ id: begun, status: 'completed', version: 3, position: POSITION }),
  });
  const offered = async () => {
    await dialog.getByRole('link', { name: 'Open appointment' }).waitFor();
    return dialog.getByRole('button').filter({ hasText: /\S/ }).allInnerTexts();
  };
  await heading('Calendar Management').waitFor();
  await page.goto(`${site.url}/admin/calendar?view=week&date=2026-11-20&appointment=${done}`);
  expect(await offered()).toEqual([]);
  await page.goto(`${site.url}/admin/calendar?view=day&date=2026-11-20&appointment=${begun}`);
  expect(await offered()).toEqual(['Complete...']);
  await dialog.getByRole('button', { name: 'Complete...' }).click();
  await dialog.getByRole('button', { name: /^Record.* · cash$/ }).waitFor();
  expect(await dialog.getByText('Book the next visit').count()).toBe(0);
  await dialog.getByRole('button', { name: /^Record.* · cash$/ }).click();
  await toast('Booking completed successfully').waitFor();
  expect(await page.getByRole('button', { name: 'Book again' }).count()).toBe(0);
});

it('a stylist blocks their own time, also before the calendar is there', async () => {
  const own = { id: USER.id, email: USER.email, role: 'admin', rights: 'stylist', stylist_id: 'first' };
  const { page, dialog, called } = await as('stylist', {
    'GET /api/me': json(own),
    'GET /api/admin/calendar': silence,
  });
  await page.getByRole('button', { name: 'Block time' }).waitFor();
  await page.keyboard.press('b');
  await dialog.getByRole('button', { name: 'Block time' }).click();
  await expect
    .poll(() => called('POST /api/admin/blocked-times').map(({ body }) => body))
    .toMatchObject([{ stylist_id: 'first' }]);
});

it('an owner who signed in a while ago gives the password, and after a refusal has the form again', async () => {
  const { page, api, button, alert, called } = await open('/admin/people', {
    [`GET ${PEOPLE_PATH}`]: json({ people: PEOPLE_OF_SIX }),
    [`POST ${PEOPLE_PATH}`]: problem('fresh-sign-in-required'),
    [`DELETE ${PEOPLE_PATH}/${PEOPLE_OF_SIX[2]?.id}`]: problem('fresh-sign-in-required'),
  });
  const password = page.getByLabel('Your password', { exact: true });
  await button('Invite somebody').click();
  await page.getByLabel('Email').fill('dora@lumiere.example');
  await button('Send invitation').click();
  await expectFocus(password);
  api.change({ [`POST ${PEOPLE_PATH}`]: problem('works-here-already') });
  await password.fill('brush and comb');
  await button('Go on').click();
  await alert('').waitFor();
  expect(called(`POST ${PEOPLE_PATH}`)).toHaveLength(2);
  expect(await page.getByLabel('Email').inputValue()).toBe('dora@lumiere.example');
  expect(await password.count()).toBe(0);
  await button('Cancel').click();
  await button('Remove Noor Haddad').click();
  await button('Yes, remove').click();
  await expectFocus(password);
});

it('an open page notices that the role was taken away', async () => {
  let rights: Role | undefined = 'stylist';
  const { heading } = await as('stylist', {
    'GET /api/me': (route, url) =>
      json({ id: USER.id, email: USER.email, role: rights ? 'admin' : null, ...(rights && { rights }) })(
        route,
        url,
      ),
    'GET /api/admin/live': (route) => route.continue(),
  });
  await heading('Calendar Management').waitFor();
  await expect.poll(() => site.live.count()).toBe(1);
  site.live.cut();
  onTestFinished(() => site.live.restore());
  rights = undefined;
  site.live.restore();
  await heading('Access Denied').waitFor();
});
