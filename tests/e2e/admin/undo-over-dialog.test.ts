import { expect, it } from 'vitest';
import { ADA, bookingPath, changedTo, details } from '../support/fixtures/booking-fixtures.ts';
import { undoingCancellation } from '../support/fixtures/history-fixtures.ts';
import { expectAccessible, PHONE } from '../support/pages/open-page.ts';
import { chooseAction } from '../support/screens/booking-screens.ts';
import { givenSite } from '../support/site/given-site.ts';
import { bookingAdmin } from '../support/visitor/booking-admin.ts';

const open = bookingAdmin(givenSite());
const UNDOING = undoingCancellation(ADA.id);

/** What was done in a dialog that is still open can be undone by its toast. */
async function cancelled(size?: typeof PHONE) {
  const opened = await open(
    `/${ADA.id}`,
    {
      [`GET ${bookingPath(1)}`]: details(ADA),
      [`POST ${bookingPath(1)}/cancel`]: changedTo(1, 'cancelled'),
      ...UNDOING,
    },
    size && { size },
  );
  const { page, button, toast, api } = opened;
  await button('Cancel').click();
  api.change({ [`GET ${bookingPath(1)}`]: details({ ...ADA, status: 'cancelled', version: 3 }, 5) });
  await page.getByLabel('Emergency').check();
  await button('Cancel Appointment').click();
  await toast('Appointment Cancelled').waitFor();
  const shown = page.getByRole('dialog', { name: ADA.customer_name ?? '' });
  await shown.getByText('Cancelled', { exact: true }).first().waitFor();
  return { ...opened, shown };
}

/** Goes to the toast by keys, and undoes by it. */
async function undoneByKeys({ page, button, toast }: Awaited<ReturnType<typeof open>>) {
  await page.keyboard.press('Alt+t');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect.poll(() => button('Undo').evaluate((undo) => undo === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await toast('Undone: Ada Moreau is pending again').waitFor();
}

it.each([undefined, PHONE])('undoes by one press what was done in a dialog that stays open', async (size) => {
  const { page, button, toast, called, shown } = await cancelled(size);
  const { x = 0, y = 0, width = 0, height = 0 } = (await button('Undo').boundingBox()) ?? {};
  await page.mouse.click(x + width / 2, y + height / 2);
  await toast('Undone: Ada Moreau is pending again').waitFor();
  expect(called('POST').at(-1)?.call).toBe('POST /api/admin/undo');
  expect(await shown.isVisible()).toBe(true);
  await expectAccessible(page);
});

/** How far a phone's toast is from the screen's main action above it, and from the bar below. */
async function clearOf({ page, button }: Awaited<ReturnType<typeof open>>) {
  const [toast, action, bar] = await Promise.all(
    [
      page.locator('[data-sonner-toast]'),
      button('Add Booking'),
      page.getByRole('navigation', { name: 'Administration' }),
    ].map((element) => element.boundingBox()),
  );
  if (!toast || !action || !bar) throw new Error('something isn’t there');
  return [toast.y - (action.y + action.height), bar.y - (toast.y + toast.height)];
}

it.each([320, 390])('covers neither the main action nor the bar of a phone, %d px wide', async (width) => {
  const opened = await open(
    '',
    { [`POST ${bookingPath(1)}/cancel`]: changedTo(1, 'cancelled'), ...UNDOING },
    { size: { width, height: 844 } },
  );
  const { page, button, toast, dialog } = opened;
  await chooseAction('Ada Moreau', 'Cancel')(page);
  await page.getByLabel('Emergency').check();
  await button('Cancel Appointment').click();
  await toast('Appointment Cancelled').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(async () => Math.min(...(await clearOf(opened)))).toBeGreaterThan(0);
  // Over a dialog, which reaches down to the bar, it is above.
  await button('Add Booking').click();
  const gap = async () => {
    const [over, below] = [
      await page.locator('[data-sonner-toast]').boundingBox(),
      await dialog.boundingBox(),
    ];
    return below && over ? below.y - (over.y + over.height) : -1;
  };
  await expect.poll(gap).toBeGreaterThan(0);
  // Nothing in it moves under a finger when the toast goes.
  const before = await dialog.boundingBox();
  await button('Undo').press('Enter');
  await page
    .locator('[data-sonner-toast]')
    .getByText(/^Undone/)
    .waitFor();
  await toast('Appointment Cancelled').waitFor({ state: 'detached' });
  expect(await dialog.boundingBox()).toEqual(before);
  await page.locator('[data-sonner-toast]').waitFor({ state: 'detached' });
  expect(await dialog.boundingBox()).toEqual(before);
});

it('is above what is next where a phone’s page is scrolled and its lower half was pressed', async () => {
  const { page, button, toast, dialog } = await open(
    '',
    { [`POST ${bookingPath(1)}/cancel`]: changedTo(1, 'cancelled'), ...UNDOING },
    { size: PHONE },
  );
  await button('Actions for Ada Moreau').waitFor();
  await page.evaluate(() => scrollTo(0, 300));
  await chooseAction('Ada Moreau', 'Cancel')(page);
  await page.getByLabel('Emergency').check();
  await button('Cancel Appointment').click();
  await toast('Appointment Cancelled').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  const end = async () => {
    const { y = PHONE.height, height = 0 } = (await page.locator('[data-sonner-toast]').boundingBox()) ?? {};
    return y + height;
  };
  await expect.poll(end).toBeLessThan(PHONE.height / 2);
  await expectAccessible(page);
});

it('undoes it by keys, and leads back into the dialog', async () => {
  const { shown, ...opened } = await cancelled();
  await undoneByKeys(opened);
  await expect.poll(() => shown.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
});

it('undoes by keys, from a dialog that was opened since, what was done before', async () => {
  const opened = await open('', {
    [`POST ${bookingPath(1)}/cancel`]: changedTo(1, 'cancelled'),
    ...UNDOING,
  });
  const { page, button, toast, dialog } = opened;
  await chooseAction('Ada Moreau', 'Cancel')(page);
  await page.getByLabel('Emergency').check();
  await button('Cancel Appointment').click();
  await toast('Appointment Cancelled').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  await page.keyboard.press('c');
  const name = dialog.getByRole('combobox', { name: 'Customer name' });
  await name.fill('Ada');
  await undoneByKeys(opened);
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
});
