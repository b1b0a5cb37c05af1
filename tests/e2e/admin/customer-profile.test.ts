import { expect, it } from 'vitest';
import {
  ADA_PATH,
  ADA_PROFILE,
  customerId,
  MERGED_PROFILE,
  profiled,
} from '../support/fixtures/admin-fixtures.ts';
import { BOOKING_SUCCESS } from '../support/fixtures/booking-fixtures.ts';
import { NOW } from '../support/fixtures/fixtures.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { expectAccessible } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { positionAt } from '../support/site/live-updates.ts';
import { json, type MockResponse, problem } from '../support/site/mock-api.ts';

/** What leads on from a customer's profile: to the same person's others, to appointments, and to a file. */

const open = adminOpener(givenSite());
const openAda = (api: Record<string, MockResponse> = {}) =>
  open(`/admin/customers?customer=${customerId(1)}`, api);
const position = positionAt(9);
const EXPORT = {
  exported_at: NOW.toISOString(),
  customers: [],
  merges: [],
  bookings: [],
  messages: [],
  opted_out: [],
  recorded: [],
};
const GRACE_EMAIL = 'grace.lin@example.com';

it('is merged with who may be the same person, and the merge undone', async () => {
  const other = customerId(6);
  const merged = customerId(7);
  const { page, api, button, toast, called } = await openAda({
    [`POST /api/admin/customers/${other}/merge`]: json({
      id: other,
      merge_id: customerId(201),
      into: customerId(1),
      position,
    }),
    [`POST /api/admin/customers/${merged}/split`]: json({ id: merged, position: positionAt(11) }),
  });
  await page.getByText('Same phone: (925) 555-0101').waitFor();
  await button('Merge A. Moreau').click();
  const question = page.getByRole('alertdialog', { name: 'Merge A. Moreau and Ada Moreau?' });
  await question.waitFor();
  const [ada, alike] = await question.getByRole('radio').all();
  expect(await question.locator('label').allInnerTexts()).toEqual([
    expect.stringMatching(
      /^Ada Moreau\n\(925\) 555-0101\nada\.moreau@example\.com\nada@work\.example\nSince Feb 02, 2026\nVisits: 1, the last on Oct 13, 2026$/,
    ),
    expect.stringMatching(
      /^A\. Moreau\n[\s\S]*\(510\) 555-0166\n[\s\S]*Visits: 2, the last on Sep 05, 2026$/,
    ),
  ]);
  expect(await ada?.isChecked()).toBe(true);
  expect(await alike?.isChecked()).toBe(false);
  await expectAccessible(page);
  api.change({ [`GET ${ADA_PATH}`]: profiled(MERGED_PROFILE, 1, 9) });
  await button('Merge both').click();
  await toast('Customers merged').waitFor();
  expect(called('POST /api/admin/customers').map(({ body }) => body)).toEqual([{ into: customerId(1) }]);
  await button('Undo the merge with A. Moreau').waitFor();
  // Both people's contacts are hers now, to call and to mail to.
  const number = page.getByRole('link', { name: '(510) 555-0166' });
  expect(await number.getAttribute('href')).toBe('tel:5105550166');
  const mail = page.getByRole('link', { name: GRACE_EMAIL });
  expect(await mail.getAttribute('href')).toBe(`mailto:${GRACE_EMAIL}`);
  api.change({ [`GET ${ADA_PATH}`]: profiled(ADA_PROFILE, 1, 11) });
  await button('Undo the merge with A. Moreau').click();
  await toast('Merge undone').waitFor();
  await button('Merge A. Moreau').waitFor();
  expect(called(`POST /api/admin/customers/${merged}/split`)[0]?.body).toEqual({
    merge_id: customerId(201),
  });
});

it('is merged into the other one, whose card is shown then, if that one is to stay', async () => {
  const other = customerId(6);
  const { page, api, button, toast, called } = await openAda({
    [`POST ${ADA_PATH}/merge`]: json({
      id: customerId(1),
      merge_id: customerId(201),
      into: other,
      position,
    }),
    [`GET /api/admin/customers/${other}`]: profiled(
      { ...ADA_PROFILE, id: other, name: 'A. Moreau', notes: 'Prefers mornings.', same_person: [] },
      1,
      9,
    ),
  });
  await button('Merge A. Moreau').click();
  await page.getByRole('radio', { name: 'A. Moreau', exact: false }).last().check();
  api.change({ [`GET ${ADA_PATH}`]: profiled(MERGED_PROFILE, 1, 9) });
  await button('Merge both').click();
  await toast('Customers merged').waitFor();
  expect(called(`POST ${ADA_PATH}/merge`).map(({ body }) => body)).toEqual([{ into: other }]);
  await page.getByText('Prefers mornings.').waitFor();
  expect(page.url()).toContain(`customer=${other}`);
});

it('says whose it is where no row of the list does, and names what is coming before an erasure', async () => {
  const coming = { ...ADA_PROFILE, id: customerId(77), name: 'Freya Choi' };
  const { page, api, button, dialog } = await open(`/admin/customers?customer=${customerId(77)}`, {
    [`GET /api/admin/customers/${customerId(77)}`]: profiled(coming, 1, 9),
  });
  const name = page.getByRole('heading', { name: 'Freya Choi', level: 2 });
  await name.waitFor();
  await button('Erase...').click();
  await dialog.getByText('Freya Choi has an appointment on Tue, Dec 1 · 10:30 AM.').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('link', { name: 'Tue, Dec 1 · 10:30 AM' }).waitFor();
  await button('Keep Customer').click();
  await button('Edit').click();
  await name.waitFor();
  // A row says it itself.
  api.change({ [`GET ${ADA_PATH}`]: profiled({ ...ADA_PROFILE, service_history: [] }, 1, 9) });
  await button('Ada Moreau').click();
  await button('Erase...').click();
  await dialog.getByText('This cannot be undone.').waitFor();
  expect(await dialog.getByText('Ada Moreau has').count()).toBe(0);
  const rowTitle = page.getByRole('heading', { name: 'Ada Moreau', exact: true, includeHidden: true });
  expect(await rowTitle.count()).toBe(0);
});

it('is kept as far as it was edited while one looks at another screen', async () => {
  const { page, button, heading } = await openAda();
  await button('Edit').click();
  await page.getByLabel('Notes').fill('Allergic to PPD');
  await page.getByRole('link', { name: 'Services' }).click();
  await heading('Services Management').waitFor();
  await page.goBack();
  await expect.poll(() => page.getByLabel('Notes').inputValue()).toBe('Allergic to PPD');
  await button('Cancel').click();
  await page.getByText('Sensitive scalp, no ammonia.').waitFor();
  await page.getByRole('link', { name: 'Services' }).click();
  await heading('Services Management').waitFor();
  await page.goBack();
  await page.getByText('Sensitive scalp, no ammonia.').waitFor();
  expect(await page.getByLabel('Notes').count()).toBe(0);
});

it('is booked for, and handed over as a file, from the profile', async () => {
  const { page, api, button, dialog, toast, at } = await openAda({
    ...BOOKING_SUCCESS,
    [`GET ${ADA_PATH}/export`]: problem('unavailable'),
  });
  await button('Export').click();
  await toast('The file couldn’t be made').waitFor();
  api.change({ [`GET ${ADA_PATH}/export`]: json(EXPORT) });
  const [download] = await Promise.all([page.waitForEvent('download'), button('Export').click()]);
  expect(download.suggestedFilename()).toBe(`customer-${customerId(1)}.json`);

  await button('Book').click();
  await expect.poll(() => dialog.getByLabel('Customer name').inputValue()).toBe('Ada Moreau');
  expect(await dialog.getByLabel('Phone').inputValue()).toBe('(925) 555-0101');
  await dialog.getByText('A known customer.').waitFor();
  // Nothing was entered yet, so nothing is asked.
  await button('Cancel').last().click();
  await dialog.waitFor({ state: 'hidden' });
  await at(`/admin/customers?customer=${customerId(1)}`);
});
