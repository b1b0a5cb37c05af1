import { expect, it, onTestFinished } from 'vitest';
import { formatTime, salonDate, salonMinutes } from '../../../src/salon/salon-time.ts';
import { givenAdmin } from '../../support/accounts/auth-client.ts';
import { twilioSettings } from '../../support/messages/twilio-double.ts';
import { TIME_ZONE } from '../../support/salon/test-salon.ts';
import { givenStaff } from '../../support/staff/staff-api.ts';
import { at, bookedByStaff, bookedSoon } from '../../support/staff/staff-bookings.ts';
import { staffOpener } from '../support/pages/open-as.ts';
import { HALF } from '../support/pages/open-calendar.ts';
import {
  DESKTOP,
  expectAccessible,
  expectFocus,
  inNoTime,
  PHONE,
  pressEscape,
} from '../support/pages/open-page.ts';
import { givenSalonAndBrowser } from '../support/site/given-salon.ts';
import { endIntercepting, intercept } from '../support/site/intercept.ts';

/** Staff let appointments become longer and shorter, in real browsers against the real service. */

const NOW = new Date();
/** Texts can be sent, but none is within the time of a test. */
const settings = { ...twilioSettings('http://127.0.0.1:1'), MESSAGE_WINDOW_SECONDS: '600' };
const given = givenSalonAndBrowser({ now: NOW, settings });
const openAs = staffOpener(given, NOW);

/** A day with Ann at 10:00 AM for half an hour, and Ben at 11:00 AM. */
async function givenDay(sms_consent = true) {
  const { salon } = given;
  const staff = await givenStaff(salon);
  const date = salon.freshDay();
  const contact = { appointment_date: date, customer_email: null, sms_consent };
  const ann = await bookedByStaff(staff, { ...contact, customer_name: 'Ann Lee' });
  await bookedByStaff(staff, { ...contact, customer_name: 'Ben Ray', appointment_time: '11:00 AM' });
  const lastOf = async () => (await salon.historyByPeople(ann.id)).at(-1);
  return { date, id: ann.id, lastOf };
}

const open = async (path: string, size = DESKTOP) => {
  const opened = await openAs(await givenAdmin(given.salon), path, size);
  return { ...opened, toasts: opened.page.locator('[data-sonner-toast]') };
};

it('changes services by three taps, says when it ends, and makes it fit before what is in the way', async () => {
  const { id, lastOf } = await givenDay();
  const { page, dialog, button, toasts } = await open(`/admin/appointments/${id}`, PHONE);
  await button('Change services').click();
  const change = page.getByRole('dialog', { name: 'Change services' });
  const save = change.getByRole('button', { name: 'Change Services' });
  expect(await save.isDisabled()).toBe(true);
  await change.getByRole('checkbox', { name: /^Wash Cut Style/ }).check();
  await change.getByText('Ends 11:30 AM, 1h longer').waitFor();
  await change.getByLabel('Price of Wash Cut Style in dollars').fill('60,5');
  await save.click();
  await change.getByText('Please enter a price from 0 to 100,000, such as 65.00.').waitFor();
  await change.getByLabel('Price of Wash Cut Style in dollars').fill('60');
  await expectAccessible(page);
  await save.click();
  await change.getByText('Ben Ray has 11:00 AM.').waitFor();
  await expectAccessible(page);
  await button('Until 11:00 AM').click();
  await toasts.getByText('Services changed').waitFor();
  await dialog.getByText('10:00 AM – 11:00 AM (1h)').waitFor();
  expect((await lastOf())?.data).toMatchObject({
    services: [{ id: 'scalp-treatment' }, { id: 'wash-cut-style', duration: 30, priceCents: 6_000 }],
  });

  await button('Undo').click();
  await toasts.getByText(/^Undone: /).waitFor();
  await dialog.getByText('10:00 AM – 10:30 AM (30min)').waitFor();
  await expect.poll(() => dialog.getByText('Wash Cut Style').count()).toBe(0);
});

it('adds a service to an appointment that can’t end later, by shortening it', async () => {
  const { date, id, lastOf } = await givenDay();
  const next = { appointment_date: date, appointment_time: '10:30 AM', customer_email: null };
  await bookedByStaff(await givenStaff(given.salon), { ...next, customer_name: 'Olive Webb' });
  const { page, button, toasts } = await open(`/admin/appointments/${id}`, PHONE);
  await button('Change services').click();
  const change = page.getByRole('dialog', { name: 'Change services' });
  await change.getByRole('checkbox', { name: /^Wash Cut Style/ }).check();
  await change.getByRole('button', { name: 'Change Services' }).click();
  await change
    .getByText('Olive Webb has 10:30 AM. Nothing was changed: it still ends at 10:30 AM.')
    .waitFor();
  await button('Add it, still until 10:30 AM').click();
  await toasts.getByText('Services changed').waitFor();
  expect((await lastOf())?.data).toMatchObject({
    services: [
      { id: 'scalp-treatment', duration: 25 },
      { id: 'wash-cut-style', duration: 5 },
    ],
  });
});

it('says what becomes of a length that was set by hand', async () => {
  const { id } = await givenDay();
  const { page, dialog, button } = await open(`/admin/appointments/${id}`, PHONE);
  await button('+15 minutes').click();
  await dialog.getByText('10:00 AM – 10:45 AM (45min)').waitFor();
  await button('Change services').click();
  const change = page.getByRole('dialog', { name: 'Change services' });
  const setByHand = change.getByText(/^Its length was set by hand/);
  await change.getByLabel('Price of Scalp Treatment in dollars').fill('45');
  expect(await setByHand.count()).toBe(0);
  await change.getByLabel('Minutes of Scalp Treatment').fill('35');
  await change
    .getByText('Its length was set by hand. With these services it becomes 10min shorter: ends 10:35 AM.')
    .waitFor();
  await expectAccessible(page);
});

it('tells nobody of prices alone, and keeps what is entered until it is discarded', async () => {
  const { id, lastOf } = await givenDay();
  const { page, dialog, button, toasts } = await open(`/admin/appointments/${id}`);
  await button('Change services').click();
  const change = page.getByRole('dialog', { name: 'Change services' });
  await change.getByLabel('Price of Scalp Treatment in dollars').fill('45');
  await change.getByText('Only prices change, so nobody is told.').waitFor();
  await button('Change nothing').click();
  await button('Keep editing').click();
  await change.getByRole('button', { name: 'Change Services' }).click();
  await toasts.getByText('Services changed').waitFor();
  await dialog.getByText('$45.00').first().waitFor();
  expect((await lastOf())?.data).toMatchObject({ notice: 'none', totalAmount: '$45.00' });
});

it('counts taps on the end up, sends them as one change, undoes that, and offers the latest end that fits', async () => {
  const { id, lastOf } = await givenDay();
  const { page, dialog, button, toasts } = await open(`/admin/appointments/${id}`);
  const [less, more] = [button('−15 minutes'), button('+15 minutes')];
  await more.waitFor();
  // Taps within 600 ms count as one.
  await inNoTime(page, async () => {
    await more.click();
    await more.click();
  });
  await dialog.getByText('11:00 AM', { exact: true }).waitFor();
  await toasts.getByText('Ends 11:00 AM').waitFor();
  await toasts.getByText(/^30min longer\./).waitFor();
  await dialog.getByText('10:00 AM – 11:00 AM (1h)').waitFor();
  expect((await lastOf())?.data).toMatchObject({ end: 660, notice: 'template' });
  await button('Undo').click();
  await toasts.getByText('Undone: Ann Lee ends at 10:30 AM again').waitFor();
  await dialog.getByText('10:00 AM – 10:30 AM (30min)').waitFor();

  await less.click();
  await toasts.getByText('Ends 10:15 AM').waitFor();
  await dialog.getByText('10:00 AM – 10:15 AM (15min)').waitFor();
  expect(await less.isDisabled()).toBe(true);
  await dialog.getByLabel('Tell the customer').uncheck();
  for (let taps = 0; taps < 4; taps += 1) await more.click();
  await dialog.getByText('Ben Ray has 11:00 AM.').waitFor();
  await button('Until 11:00 AM').click();
  await dialog.getByText('10:00 AM – 11:00 AM (1h)').waitFor();
  expect((await lastOf())?.data).toMatchObject({ end: 660, notice: 'none' });
});

it('sends a tap after one that is under way, and one right before its dialog is closed', async () => {
  const { id, lastOf } = await givenDay();
  const { page, dialog, button, toasts } = await open(`/admin/appointments/${id}`);
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await intercept(page, ['*/length'], async (route) => {
    asked.resolve();
    await answer.promise;
    await route.continue();
  });
  await button('+15 minutes').click();
  await asked.promise;
  await button('+15 minutes').click();
  await dialog.getByText('11:00 AM', { exact: true }).waitFor();
  answer.resolve();
  await toasts.getByText('Ends 11:00 AM').waitFor();
  await dialog.getByText('10:00 AM – 11:00 AM (1h)').waitFor();
  expect((await lastOf())?.data).toMatchObject({ end: 660, from: { end: 645 } });
  await endIntercepting(page);

  await button('−15 minutes').click();
  await pressEscape(page);
  await dialog.waitFor({ state: 'hidden' });
  await toasts.getByText('Ends 10:45 AM').waitFor();
  expect((await lastOf())?.data).toMatchObject({ end: 645 });
});

it('drags the lower edge of an appointment by mouse, and its end by keyboard, and says what is in the way', async () => {
  const { date, id, lastOf } = await givenDay();
  const { page, dialog, button, toasts } = await open(`/admin/calendar?view=day&date=${date}`);
  const block = page.locator(`[data-appointment="${id}"]`);
  const ghost = page.locator('[data-ghost]');
  const status = page.getByRole('status');
  const drag = async (by: number) => {
    await block.scrollIntoViewIfNeeded();
    const { x = 0, y = 0, width = 0, height = 0 } = (await block.boundingBox()) ?? {};
    const [left, top] = [x + width / 2, y + height - 3];
    await page.mouse.move(left, top);
    await page.mouse.down();
    await page.mouse.move(left, top + by, { steps: 3 });
  };
  await drag(HALF);
  await ghost.getByText('10:00 AM – 11:00 AM').waitFor();
  await page.mouse.up();
  await dialog.getByRole('heading', { name: 'End Ann Lee’s appointment at 11:00 AM?' }).waitFor();
  await expect.poll(() => dialog.getByLabel('SMS message').inputValue()).toMatch(/\w/);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'End at 11:00 AM' }).click();
  await toasts.getByText('Length changed').waitFor();
  await expect.poll(() => block.getAttribute('data-end')).toBe('660');
  expect((await lastOf())?.data).toMatchObject({ end: 660, from: { end: 630 } });

  await drag(HALF);
  await ghost.getByText(/Taken/).waitFor();
  await page.mouse.up();
  await toasts.getByText('Ben Ray has 11:00 AM.').waitFor();

  await block.focus();
  await page.keyboard.press('e');
  await status.getByText('Picked up its end: Ends 11:00 AM').waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowUp');
  await status.getByText('Ends 10:55 AM, free').waitFor({ state: 'attached' });
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Enter');
  await status
    .getByText('That time overlaps another appointment. Ben Ray has 11:00 AM.')
    .waitFor({ state: 'attached' });
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'End at 10:55 AM' }).press('Enter');
  await expect.poll(() => block.getAttribute('data-end')).toBe('655');
  await expectFocus(block);
  await button('Undo').click();
  await expect.poll(() => block.getAttribute('data-end')).toBe('660');
});

it('drags the lower edge by a finger that holds it, and moves a short appointment that is held above it', async () => {
  const { date, id } = await givenDay();
  const { page, dialog } = await open(`/admin/calendar?view=day&date=${date}`, PHONE);
  const block = page.locator(`[data-appointment="${id}"]`);
  const ghost = page.locator('[data-ghost]');
  const session = await page.context().newCDPSession(page);
  onTestFinished(() => session.detach());
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  await block.scrollIntoViewIfNeeded();
  const { x = 0, y = 0, height = 0 } = (await block.boundingBox()) ?? {};
  for (const [from, shown] of [
    [y + 8, '10:30 AM – 11:00 AM'],
    [y + height - 4, '10:00 AM – 11:00 AM'],
  ] as const) {
    await touch('touchStart', x + 80, from);
    await ghost.waitFor();
    for (const part of [0.5, 1]) await touch('touchMove', x + 80, from + part * HALF);
    await ghost.getByText(shown).waitFor();
    await touch('touchEnd');
    await dialog.getByRole('button', { name: 'Keep' }).click();
    await dialog.waitFor({ state: 'hidden' });
  }
});

it('says since when the rest of a visit is free that ended early, and whether its undo gives it back', async () => {
  const { salon } = given;
  const staff = await givenStaff(salon);
  // The walk-in after it is to be over before midnight, too.
  const { id, begins } = await bookedSoon(salon, staff, { customer_name: 'Ann Lee' }, NOW, 45);
  const now = new Date(begins.getTime() + 12 * 60_000);
  const over = formatTime(Math.floor(salonMinutes(now, TIME_ZONE) / 5) * 5);
  await at(salon, now, async () => {
    const { button, toasts } = await open(`/admin/appointments/${id}`);
    await button('Complete').click();
    await button('Complete without an amount').click();
    await toasts.getByText(`Finished early: free from ${over}`).waitFor();
    const walkIn = { customer_name: null, customer_email: null, customer_phone: null, sms_consent: false };
    await bookedByStaff(staff, {
      ...walkIn,
      walk_in: true,
      appointment_date: salonDate(now, TIME_ZONE),
      appointment_time: over,
    });
    await button('Undo').click();
    await toasts.getByText(`Undone. Its time after ${over} is taken, so it ends there now.`).waitFor();
  });
});
