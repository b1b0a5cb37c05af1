import { expect, it } from 'vitest';
import {
  ADA_NOTED,
  ADA_PATH,
  ADA_PROFILE,
  CUSTOMERS,
  customerId,
  knownAs,
  listed,
  profiled,
} from '../support/fixtures/admin-fixtures.ts';
import { ADA, BOOKING_SUCCESS, details } from '../support/fixtures/booking-fixtures.ts';
import { CLEANED, ERASURE_PATH } from '../support/fixtures/erasure-fixtures.ts';
import { UNDONE_EVENT, undoing } from '../support/fixtures/history-fixtures.ts';
import { adminOpener, held, waitForFocus } from '../support/pages/open-admin.ts';
import { expectAccessible } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { positionAt } from '../support/site/live-updates.ts';
import { json, type MockResponse, problem } from '../support/site/mock-api.ts';

/** One customer's own page: when they come, what was done, and who they are. */

const site = givenSite();
const open = adminOpener(site);
const PAGE = `/admin/customers/${customerId(1)}`;
const openPage = (api: Record<string, MockResponse> = {}) =>
  open(PAGE, { ...BOOKING_SUCCESS, [`GET ${ADA_PATH}`]: profiled(ADA_NOTED), ...api });

const NOTE_OF = (entry: number) => `POST /api/admin/bookings/${customerId(100 + entry)}/visit-note`;
const noted = (entry: number, position: number) =>
  json({ id: customerId(100 + entry), status: 'completed', version: 2, position: positionAt(position) });
/** Ada's profile with another note on the second of her appointments. */
const withNote = (visit_note: string | null, position: number) =>
  profiled(
    {
      ...ADA_NOTED,
      service_history: ADA_NOTED.service_history.map((entry) =>
        entry.id === customerId(102) ? { ...entry, visit_note } : entry,
      ),
    },
    1,
    position,
  );

it('is reached from the row of the list, and tells when she comes and came, and under which name', async () => {
  const { page, heading } = await open('/admin/customers', {
    ...BOOKING_SUCCESS,
    [`GET ${ADA_PATH}`]: profiled(ADA_NOTED),
  });
  const row = page.getByRole('row').filter({ hasText: 'Ada Moreau' });
  expect(await row.innerText()).toMatch(/Oct 13, 2026\s+Dec 01, 2026\s+1\s+\$45\.00$/);
  await page.getByRole('button', { name: 'Ada Moreau', exact: true }).click();
  await page.getByRole('link', { name: 'Visits and notes' }).click();
  await heading('Ada Moreau').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Ada Moreau');
  expect(page.url()).toBe(`${site.url}${PAGE}`);
  // A title stays in the browser's history.
  expect(await page.title()).not.toContain('Ada');
  const current = page.getByRole('navigation', { name: 'Administration' }).locator('[aria-current=page]');
  expect(await current.innerText()).toBe('Customers');

  const facts = page.locator('dl').first();
  expect(await facts.innerText()).toMatch(
    /^Next visit\s+Tue, Dec 1\s+10:30 AM\s+Last visit\s+Tue, Oct 13\s+Visits\s+2\s+Spent\s+\$1,630\.00\s+No-shows\s+1$/,
  );
  const pinned = page.getByRole('region', { name: 'Last visit note' });
  expect(await pinned.innerText()).toMatch(/Note on the visit of Tue, Oct 13[\s\S]*6N \+ 7G 1:1/);
  expect(await pinned.getByRole('link').getAttribute('href')).toBe(`/admin/appointments/${customerId(102)}`);
  await page.getByText('Also booked as Mia Moreau.').waitFor();
  const visits = page.getByRole('region', { name: 'Appointments' }).getByRole('listitem');
  expect(await visits.allInnerTexts()).toEqual([
    expect.stringMatching(/^Tue, Dec 1 · 10:30 AM\s+Confirmed\s+\$45\.00\s+Women's Haircut\s+Add note$/),
    expect.stringMatching(/^Tue, Oct 13[\s\S]*6N \+ 7G 1:1, 20 vol, 35 minutes\.\nFringe[\s\S]*Edit note$/),
    expect.stringMatching(/^Tue, Sep 29[\s\S]*Booked as Mia Moreau\s+First haircut ever, no layers\./),
    expect.stringMatching(/^Tue, Aug 18[\s\S]*Cancelled/),
  ]);
  await expectAccessible(page);
});

it('takes a note by keys alone, and shows it before the server has answered', async () => {
  const answer = held(noted(2, 5));
  const { page, api, dialog, toast, called } = await openPage({ [NOTE_OF(2)]: answer.respond });
  const edit = page.getByRole('button', { name: 'Edit note: Tue, Oct 13 · 10:30 AM' });
  await edit.focus();
  await page.keyboard.press('Enter');
  const field = dialog.getByLabel('What was done');
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('7N, 20 vol');
  await page.keyboard.press('Escape');
  await waitForFocus(page, 'Keep editing');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog', { name: 'Discard this note?' }).waitFor({ state: 'hidden' });
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const sent = page.waitForRequest((request) => request.url().endsWith('/visit-note'));
  await page.keyboard.press('Enter');
  expect((await sent).headers()['if-match']).toBeUndefined();
  const visits = page.getByRole('region', { name: 'Appointments', includeHidden: true });
  await visits.getByText('7N, 20 vol').waitFor();
  api.change({ [`GET ${ADA_PATH}`]: withNote('7N, 20 vol', 5) });
  answer.release();
  await toast('Visit note saved').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  expect(called(NOTE_OF(2)).map(({ body }) => body)).toEqual([{ visit_note: '7N, 20 vol' }]);
  await expect.poll(() => edit.evaluate((element) => element === document.activeElement)).toBe(true);

  api.change({ [NOTE_OF(2)]: noted(2, 6), [`GET ${ADA_PATH}`]: withNote(null, 6) });
  await edit.click();
  await field.fill('  ');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await toast('Visit note removed').waitFor();
  await page.getByRole('button', { name: 'Add note: Tue, Oct 13 · 10:30 AM' }).waitFor();

  api.change({
    ...undoing({ kind: 'booking', id: customerId(102) }, positionAt(6), { type: 'VisitNoted', changes: [] }),
    [`GET ${ADA_PATH}`]: withNote('7N, 20 vol', 7),
  });
  await page.getByRole('button', { name: 'Undo' }).click();
  await visits.getByText('7N, 20 vol').waitFor();
  await toast('Undone: Visit note written').waitFor();
  expect(called('POST /api/admin/undo').map(({ body }) => body)).toEqual([{ event_id: UNDONE_EVENT }]);
});

it('keeps what was typed when somebody else notes the same visit first, or the server refuses', async () => {
  const { page, api, dialog, alert, toast } = await openPage({ [NOTE_OF(2)]: problem('unavailable') });
  await page.getByRole('button', { name: /^Edit note: Tue, Oct 13/ }).click();
  const field = dialog.getByLabel('What was done');
  await field.fill('Mine');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await toast('Failed to save the visit note').waitFor();
  expect(await field.inputValue()).toBe('Mine');
  api.change({ [`GET ${ADA_PATH}`]: withNote('Theirs', 7), [NOTE_OF(2)]: noted(2, 8) });
  await expect.poll(() => site.live.count()).toBe(1);
  site.live.tell({ kind: 'booking', id: customerId(102), position: positionAt(7) });
  await alert('Somebody changed this meanwhile.').waitFor();
  expect(await alert('Note:').innerText()).toContain('Theirs');
  expect(await field.inputValue()).toBe('Mine');
  await dialog.getByRole('button', { name: 'Discard mine, show theirs' }).click();
  expect(await field.inputValue()).toBe('Theirs');
  await alert('Somebody changed this meanwhile.').waitFor({ state: 'hidden' });
});

it('books again, and the newest note is shown to whoever books', async () => {
  const { page, button, dialog } = await openPage({
    [`GET ${ADA_PATH}/for-booking`]: knownAs({ last_visit_note: ADA_NOTED.last_visit_note }),
    [`GET /api/admin/bookings/${customerId(101)}`]: details(ADA),
  });
  await button('Book again').click();
  await dialog.getByRole('button', { name: 'On a date...' }).click();
  await dialog.getByLabel('Customer name').waitFor();
  const note = dialog.getByRole('region', { name: 'Last visit note' });
  await note.getByText('6N + 7G 1:1').waitFor();
  await expectAccessible(page);
});

it('says so when there is nobody, and leads back to the list once somebody is erased', async () => {
  const { page, api, button, toast, dialog } = await openPage({
    [`GET ${ERASURE_PATH}`]: json(CLEANED),
    [`POST ${ADA_PATH}/erase`]: json({ erased: [customerId(1)], position: positionAt(9) }),
  });
  await button('Erase...').click();
  await dialog.getByText('Ada Moreau has an appointment on').waitFor();
  api.change({
    'GET /api/admin/customers': listed(CUSTOMERS.slice(1), 9),
    [`GET ${ADA_PATH}`]: problem('customer-not-found'),
  });
  await button('Erase for good').click();
  await toast('Customer erased').waitFor();
  await page.getByText('6 customers').waitFor();
  await button('Certificate').click();
  await page.getByText('Erased, and cleaned from the tables and backups of the service.').waitFor();
  await page.getByText('17 appointments, Tue, Dec 3, 2024 to Fri, Nov 6, 2026').waitFor();
  await page.getByText('/mnt/safe/before-the-move still opens it until it is deleted.').waitFor();
  await page.goto(`${site.url}${PAGE}`);
  await page.getByText('There is no such customer').waitFor();
  await page.getByRole('link', { name: 'Certificate of erasure' }).click();
  await page.getByText('Erased, and cleaned from the tables and backups of the service.').waitFor();
  await page.getByRole('link', { name: 'All customers' }).click();
  await page.getByText('6 customers').waitFor();
});

it('leads to whom the card is kept of, once two are merged', async () => {
  const other = customerId(6);
  const { page, api, button, heading, toast } = await openPage({
    [`POST ${ADA_PATH}/merge`]: json({
      id: customerId(1),
      merge_id: customerId(201),
      into: other,
      position: positionAt(9),
    }),
    [`GET /api/admin/customers/${other}`]: profiled(
      { ...ADA_PROFILE, id: other, name: 'Fiona MacLeod', same_person: [] },
      1,
      9,
    ),
  });
  await button('Merge A. Moreau').click();
  await page.getByRole('radio').last().check();
  api.change({ [`GET ${ADA_PATH}`]: profiled({ ...ADA_NOTED, same_person: [] }, 1, 9) });
  await button('Merge both').click();
  await toast('Customers merged').waitFor();
  await heading('Fiona MacLeod').waitFor();
  expect(page.url()).toBe(`${site.url}/admin/customers/${other}`);
});
