import { expect, it } from 'vitest';
import { givenAdmin } from '../../support/accounts/auth-client.ts';
import { givenStaff } from '../../support/staff/staff-api.ts';
import { staffOpener } from '../support/pages/open-as.ts';
import { expectAccessible, openPage } from '../support/pages/open-page.ts';
import { givenSalonAndBrowser } from '../support/site/given-salon.ts';

/** The hours of all weekdays on one screen, in a real browser against the real service. */

const NOW = new Date();
const given = givenSalonAndBrowser({ now: NOW });
const openAs = staffOpener(given, NOW);

const openHours = async () => {
  const opened = await openAs(await givenAdmin(given.salon), '/admin/settings/hours', {
    width: 320,
    height: 568,
  });
  const { page } = opened;
  const time = (edge: 'Start' | 'End', day: string) => page.getByLabel(`${edge} on ${day}`, { exact: true });
  await time('Start', 'Tuesday').waitFor();
  return { ...opened, time, open: (day: string) => page.getByRole('checkbox', { name: `Open on ${day}` }) };
};

it('lets the owner set a week on a phone: typed once, copied to the open days, and seen by visitors', async () => {
  const { page, button, toast, time, open } = await openHours();
  expect(await open('Monday').isChecked()).toBe(false);
  await expectAccessible(page);
  await time('End', 'Tuesday').fill('18:00');
  await button('Copy the hours of Tuesday').click();
  await page.getByRole('menuitem', { name: 'Copy to all open days' }).click();
  await time('Start', 'Thursday').fill('11:00');
  await time('End', 'Thursday').fill('20:00');
  await button('Save changes').click();
  // By itself it would be gone after ten seconds, which the visitor's page may take.
  await toast('Opening hours saved').hover();
  await button('Save changes').waitFor({ state: 'hidden' });
  const isScrolled = () => page.evaluate(() => document.body.scrollWidth > window.innerWidth);
  expect(await isScrolled()).toBe(false);

  const visitor = await openPage(given.browser, { now: NOW });
  const shown = async () => {
    await visitor.goto(given.salon.url);
    return visitor
      .getByRole('table')
      .or(visitor.locator('dl, ul'))
      .filter({ hasText: 'Tuesday' })
      .first()
      .innerText();
  };
  await expect.poll(shown).toContain('11');

  await button('Undo').click();
  await toast('Undone: Opening hours changed').waitFor();
  await expect.poll(() => time('End', 'Tuesday').inputValue()).toBe('21:00');
});

it('says at the weekday what is wrong, opens a day like the one before it, and keeps what was typed when somebody was faster', async () => {
  const { page, button, toast, time, open } = await openHours();
  await open('Sunday').check();
  expect(await time('End', 'Sunday').inputValue()).toBe(await time('End', 'Saturday').inputValue());
  await time('End', 'Sunday').fill('08:00');
  await button('Save changes').click();
  const sunday = page.getByRole('listitem').filter({ hasText: 'Sunday' });
  await sunday
    .getByText('The end must come after the start. Hours after midnight belong to the next day.')
    .waitFor();
  await expect
    .poll(() => time('Start', 'Sunday').evaluate((field) => field === document.activeElement))
    .toBe(true);
  await time('Start', 'Sunday').fill('10:00');
  await time('End', 'Sunday').fill('14:00');
  await button('More times on Sunday').click();
  await page.getByLabel('Start 2 on Sunday').fill('13:00');
  await page.getByLabel('End 2 on Sunday').fill('16:00');
  await sunday.getByText('These times overlap.').waitFor();
  await page.getByLabel('Start 2 on Sunday').fill('15:00');

  const staff = await givenStaff(given.salon);
  await staff.post('/api/admin/hours', { day_of_week: 1, start_time: '09:00', end_time: '12:00' });
  await button('Save changes').click();
  await page.getByText('Monday: Closed').waitFor();
  await button('Save changes').click();
  await toast('Opening hours saved').waitFor();
  await expect
    .poll(() => Promise.all([open('Monday').isChecked(), open('Sunday').isChecked()]))
    .toEqual([false, true]);
});
