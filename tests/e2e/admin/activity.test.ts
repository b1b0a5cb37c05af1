import { expect, it } from 'vitest';
import { projected } from '../support/fixtures/admin-fixtures.ts';
import { ADA, BOOKING_SUCCESS } from '../support/fixtures/booking-fixtures.ts';
import { activityOf, hoursAgo, TOLD_BY_TEXT, undoing } from '../support/fixtures/history-fixtures.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { expectAccessible, PHONE, pressEscape } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { positionAt } from '../support/site/live-updates.ts';
import { problem } from '../support/site/mock-api.ts';

/** Everything that happened in the salon, and the undo of it. */

const open = adminOpener(givenSite());
const ENTRIES = activityOf(ADA.id);
const page1 = (entries = ENTRIES, next_cursor: string | null = null) => projected({ entries, next_cursor });
const ACTIVITY = { 'GET /api/admin/activity': page1() };

it('is reached from the palette, tells what happened to what, and is narrowed down', async () => {
  const { page, called, heading } = await open('/admin/services', ACTIVITY);
  await heading('Hair Color 3').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Name, phone, day or command').fill('activity');
  await page.keyboard.press('Enter');
  await heading('Activity').waitFor();
  const entry = (text: string) => page.getByRole('listitem').filter({ hasText: text }).first();
  await entry('Undoes: confirmed').getByText('No longer confirmed', { exact: true }).waitFor();
  await entry('Service changed').getByText('Microblading').waitFor();
  await entry('Date blocked').getByText('Thu, Nov 26, 2026').waitFor();
  await entry('Text delivered')
    .getByRole('link', { name: /Ada Moreau/ })
    .waitFor();
  expect(await page.getByRole('button', { name: /^Undo/ }).allInnerTexts()).toHaveLength(3);
  await expectAccessible(page);

  await page.getByLabel('By', { exact: true }).selectOption('Staff');
  await page.getByLabel('About').selectOption('Services');
  await page.getByLabel('From').fill('2026-11-01');
  await page.waitForURL(/actor=admin&kind=service&from=2026-11-01$/);
  await expect
    .poll(() => called('GET /api/admin/activity').at(-1)?.call)
    .toContain('actor=admin&kind=service&from=2026-11-01');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.waitForURL(/\/admin\/activity$/);
});

it('tells what people did, and what followed by itself only if asked', async () => {
  const { page, called } = await open('/admin/activity', ACTIVITY);
  const asked = () => called('GET /api/admin/activity').at(-1)?.call;
  await expect.poll(asked).toContain('without_automatic=true');
  await page.getByLabel('By', { exact: true }).selectOption('Automatic');
  await expect.poll(asked).toContain('actor=system');
  expect(asked()).not.toContain('without_automatic');
});

it('hides messages until they are asked for', async () => {
  const { page, called, button, api } = await open('/admin/activity', ACTIVITY);
  const asked = () => called('GET /api/admin/activity').at(-1)?.call;
  await button('Show messages').click();
  await page.waitForURL(/\/admin\/activity\?messages=shown$/);
  await expect.poll(asked).not.toContain('without_messages');
  await button('Hide messages').click();
  await page.waitForURL(/\/admin\/activity$/);
  api.change({ 'GET /api/admin/activity': page1([]) });
  await page.reload();
  await page.getByText('Nothing has happened yet').waitFor();
  expect(asked()).toContain('without_messages=true');
  await page.getByLabel('About').selectOption('Texts');
  await expect.poll(asked).toContain('kind=message');
  expect(asked()).not.toContain('without_messages');
  expect(await button('Show messages').count()).toBe(0);
});

it('undoes what can be undone, and says whom to call', async () => {
  const told = [{ ...TOLD_BY_TEXT, kind: 'confirmed' as const, is_followed_up: false }];
  const thing = { kind: 'booking' as const, id: ADA.id };
  const { page, called, toast, api } = await open('/admin/activity', {
    ...undoing(thing, positionAt(20), { type: 'BookingConfirmed' }, told),
    ...ACTIVITY,
  });
  const undo = page.getByRole('button', { name: 'Undo: Confirmed' });
  await undo.click();
  await toast('Undone: Ada Moreau is pending again').waitFor();
  await toast('The customer was told by text at 9:50 AM, so please call them.').waitFor();
  expect(called('POST /api/admin/undo').map(({ body }) => body)).toEqual([{ event_id: ENTRIES[0]?.id }]);

  api.change({ 'POST /api/admin/undo': problem('undo-overtaken') });
  await page.getByRole('button', { name: 'Undo: Date blocked' }).click();
  await toast('This can’t be undone').waitFor();
});

it('keeps Undo apart from the link beside it, and asks before it undoes what is of an earlier day', async () => {
  const entries = ENTRIES.map((entry) => ({ ...entry, at: hoursAgo(48) }));
  const { page, called, toast } = await open('/admin/activity', {
    ...undoing({ kind: 'day', id: '2026-11-26' }, positionAt(20), { type: 'DateBlocked' }),
    'GET /api/admin/activity': page1(entries),
  });
  const blocked = page.getByRole('listitem').filter({ hasText: 'Date blocked' });
  const undo = blocked.getByRole('button', { name: 'Undo: Date blocked' });
  const [link, button] = [
    await blocked.getByRole('link', { name: /^The calendar then/ }).boundingBox(),
    await undo.boundingBox(),
  ];
  expect((button?.x ?? 0) - ((link?.x ?? 0) + (link?.width ?? 0))).toBeGreaterThanOrEqual(16);

  await undo.click();
  const question = page.getByRole('alertdialog', { name: 'Undo “Date blocked” of Wed, Nov 18, 2026?' });
  await question.getByText('Thu, Nov 26, 2026. By Marie Petit. An undo can’t be taken back.').waitFor();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Leave it' }).click();
  await question.waitFor({ state: 'hidden' });
  expect(called('POST /api/admin/undo')).toEqual([]);
  await undo.click();
  await question.getByRole('button', { name: 'Undo' }).click();
  await toast('Undone: Date blocked · Thu, Nov 26, 2026').waitFor();
  expect(called('POST /api/admin/undo')).toHaveLength(1);
});

it('is there again once an appointment that it led to is closed', async () => {
  const { page, heading, dialog } = await open('/admin/activity?kind=booking', {
    ...BOOKING_SUCCESS,
    ...ACTIVITY,
  });
  await page
    .getByRole('link', { name: /Ada Moreau/ })
    .first()
    .click();
  await dialog.getByRole('heading', { name: 'Ada Moreau' }).waitFor();
  // Its own history stays a part of it.
  await dialog.getByRole('button', { name: 'History' }).click();
  await page.waitForURL(/history=/);
  await pressEscape(page);
  await page.waitForURL(/\/admin\/activity\?kind=booking$/);
  await dialog.waitFor({ state: 'hidden' });
  await heading('Activity').waitFor();
});

it('fits a phone, and says that nothing was found or could be loaded', async () => {
  const { page, api, button } = await open(
    '/admin/activity?kind=hours',
    { 'GET /api/admin/activity': page1([]) },
    { size: PHONE },
  );
  await page.getByText('Nothing found').waitFor();
  await expectAccessible(page);
  api.change({ 'GET /api/admin/activity': problem('unavailable') });
  await page.goto(page.url().replace('?kind=hours', ''));
  await page.getByText('The activity couldn’t be loaded').waitFor();
  api.change(ACTIVITY);
  await button('Try again').click();
  await page.getByText('Undoes: confirmed').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
});
