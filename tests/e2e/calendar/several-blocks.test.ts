import { expect, it } from 'vitest';
import type { BlockedTime } from '../../../src/contracts/salon/admin-blocked-times.ts';
import { addSalonDays, dayOfWeek } from '../../../src/salon/salon-time.ts';
import { givenAdmin } from '../../support/accounts/auth-client.ts';
import { givenStaff } from '../../support/staff/staff-api.ts';
import { staffOpener } from '../support/pages/open-as.ts';
import { DESKTOP, expectAccessible, PHONE } from '../support/pages/open-page.ts';
import { givenSalonAndBrowser } from '../support/site/given-salon.ts';

/** Times that are blocked on several days at once, on real pages of the real service. */

const NOW = new Date();
const given = givenSalonAndBrowser({ now: NOW });
const openAs = staffOpener(given, NOW);

it.each([
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
])(
  'on %s, lunch on the working days of a week takes four taps, and one on two days only those',
  async (_, size) => {
    const staff = await givenStaff(given.salon);
    const date = given.salon.freshDay();
    const { page, button, dialog, toast } = await openAs(
      await givenAdmin(given.salon),
      `/admin/calendar?view=day&date=${date}`,
      size,
    );
    const choose = async () => {
      await page.getByRole('button', { name: /hours and blocked time/i }).click();
      await page.getByRole('menuitem', { name: 'Block time...' }).click();
    };
    const block = dialog.getByRole('button', { name: 'Block time' });
    const sunday = addSalonDays(date, -dayOfWeek(date));
    const listed = async () => {
      const answer = await staff.get(
        `/api/admin/blocked-times?from=${sunday}&to=${addSalonDays(sunday, 27)}`,
      );
      return (answer.json as BlockedTime[]).map((one) => one.date);
    };

    await choose();
    await dialog.getByRole('button', { name: 'All working days of that week' }).click();
    await dialog.getByText(/^5 days, Tue, .+ – Sat, .+ · 12\sPM\s–\s1\sPM\. Nobody can book it\.$/).waitFor();
    await expectAccessible(page);
    await block.click();
    // Under the pointer it stays for as long as the list takes.
    await toast('Blocked on 5 days').hover();
    await expect.poll(listed).toEqual([2, 3, 4, 5, 6].map((day) => addSalonDays(sunday, day)));
    await button('Undo').click();
    await toast('Undone on 5 days').waitFor();
    await expect.poll(listed).toEqual([]);

    // The day's own weekday is chosen, and nothing repeats unless somebody says so.
    await choose();
    const next = (dayOfWeek(date) + 1) % 7;
    await dialog
      .getByRole('group', { name: 'On' })
      .getByRole('button')
      .nth((next + 6) % 7)
      .click();
    await block.click();
    await toast('Blocked on 2 days').hover();
    await expect.poll(listed).toEqual([date, addSalonDays(date, 1)]);
    // The other test's day may lie in the same week.
    await button('Undo').click();
    await expect.poll(listed).toEqual([]);
  },
);
