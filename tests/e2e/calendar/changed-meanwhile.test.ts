import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Calendar } from '../../../src/contracts/bookings/calendar.ts';
import { projected } from '../support/fixtures/admin-fixtures.ts';
import { calendarOf, movingServer, SCHEDULE } from '../support/fixtures/calendar-fixtures.ts';
import { calendarOpener, grab, HALF } from '../support/pages/open-calendar.ts';
import { expectAccessible } from '../support/pages/open-page.ts';
import { staleBooking } from '../support/screens/booking-screens.ts';
import { givenSite } from '../support/site/given-site.ts';
import { positionAt } from '../support/site/live-updates.ts';
import { lostNetwork } from '../support/site/mock-api.ts';
import { changedIn, MOVE, MOVED, PRIYA, TOO_LATE } from '../support/visitor/moved-meanwhile.ts';

const site = givenSite();
const open = calendarOpener(site);

const WEEK = 'view=week&date=2026-11-20';

/** With what each move is sent from now on. */
function movesOf(page: Page) {
  const moves: { key: string | undefined; version: string | undefined }[] = [];
  page.on('request', (request) => {
    const { 'idempotency-key': key, 'if-match': version } = request.headers();
    if (request.method() === 'POST') moves.push({ key, version });
  });
  return moves;
}

/** The week, once an appointment is deleted. */
function without(id: string): Calendar {
  const week = calendarOf('2026-11-15', '2026-11-21');
  return {
    ...week,
    days: week.days.map((day) => ({ ...day, bookings: day.bookings.filter((one) => one.id !== id) })),
  };
}

const typed = 'Later, if you like.';

/** Drops it at 4 PM, and writes to the customer. */
async function dropAndWrite({ page, dialog }: Awaited<ReturnType<typeof open>>) {
  const { x, y } = await grab(page, 'Priya Nair');
  await page.mouse.move(x, y + HALF * 2);
  await page.mouse.up();
  await dialog.getByLabel('Text the customer').check();
  await dialog.getByLabel('SMS message').fill(typed);
}

describe('a move that somebody else was faster than', () => {
  it('goes back to where they have put it, keeps what was typed, and can be sent again', async () => {
    const opened = await open(WEEK, { api: TOO_LATE });
    const { page, api, block, dialog, alert, toast, called, button } = opened;
    const moves = movesOf(page);
    await dropAndWrite(opened);
    await expect.poll(() => block('Priya Nair').textContent()).toContain('4:00');
    api.change(MOVED);
    await button('Move and text the customer').click();

    await alert('Marie Petit changed this on Fri, Nov 20 · 10:00 AM.').waitFor();
    await alert('Date and time: Fri, Nov 20 · 3:00 PM is now Fri, Nov 20 · 5:00 PM').waitFor();
    await expect.poll(() => block('Priya Nair').textContent()).toContain('5:00');
    expect(await dialog.getByLabel('SMS message').inputValue()).toBe(typed);
    await dialog.getByText('Now Fri, Nov 20 · 5:00 PM · Color Treatment').waitFor();
    await button('Keep Fri 5:00 PM').waitFor();
    await expectAccessible(page);

    const { [MOVE]: move } = movingServer(false);
    if (move) api.change({ [MOVE]: move });
    await button('Move and text the customer').click();
    await toast('Appointment Rescheduled').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    expect(moves.map(({ version }) => version)).toEqual(['"2"', '"3"']);
    expect(called('POST').at(-1)?.body).toMatchObject({ new_time: '4:00 PM', message: typed });
    // Back to where it was before this move, which is theirs.
    await button('Undo').click();
    await expect.poll(() => called('POST').at(-1)?.call).toBe('POST /api/admin/undo');
    await expect.poll(() => block('Priya Nair').textContent()).toContain('5:00');
  });

  it('is left to them by “Discard mine, show theirs”', async () => {
    const opened = await open(WEEK, { api: TOO_LATE });
    const { api, block, dialog, button, called } = opened;
    await dropAndWrite(opened);
    api.change(MOVED);
    await button('Move and text the customer').click();
    await button('Discard mine, show theirs').click();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => block('Priya Nair').textContent()).toContain('5:00');
    expect(called('POST')).toHaveLength(1);
  });

  it('is told of in a toast once its dialog was closed', async () => {
    const { promise: isClosed, resolve: close } = Promise.withResolvers<void>();
    const opened = await open(WEEK, {
      api: { [MOVE]: (route, url) => isClosed.then(() => staleBooking(route, url)) },
    });
    const { page, dialog, button, toast, called } = opened;
    await dropAndWrite(opened);
    await button('Move and text the customer').click();
    await button('Moving...').waitFor();
    await page.keyboard.press('Escape');
    await button('Discard').click();
    await dialog.waitFor({ state: 'hidden' });
    expect(called('POST')).toHaveLength(1);
    close();
    await toast('Failed to reschedule booking').waitFor();
    await toast('Marie Petit has changed it meanwhile. It is shown as it is now.').waitFor();
  });
});

it('keeps what was typed when the answer is lost, and sends the same as the same', async () => {
  const opened = await open(WEEK, { api: { [MOVE]: lostNetwork } });
  const { page, block, dialog, button, toast } = opened;
  const moves = movesOf(page);
  await dropAndWrite(opened);
  const message = dialog.getByLabel('SMS message');
  const send = async (times: number) => {
    await button('Move and text the customer').click();
    await expect.poll(() => moves).toHaveLength(times);
    await button('Move and text the customer').waitFor();
  };
  await send(1);
  await toast('Failed to reschedule booking').waitFor();
  await toast('We got no answer. Please try again.').waitFor();
  await expect.poll(() => block('Priya Nair').textContent()).toContain('3:00');
  expect(await message.inputValue()).toBe(typed);
  await send(2);
  await message.fill('Four o’clock, then.');
  await send(3);
  const [first, second, third] = moves.map(({ key }) => key);
  expect(first).toMatch(/^[\w-]{20,}$/);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

describe('an appointment that is in the hand', () => {
  async function openLive() {
    const opened = await open(WEEK, {
      api: { ...TOO_LATE, 'GET /api/admin/live': (route) => route.continue() },
    });
    await expect.poll(() => site.live.count()).toBe(1);
    return opened;
  }

  it('is dropped as the one that was picked up, when somebody else moves it meanwhile', async () => {
    const { page, api, block, ghost, dialog, alert, button } = await openLive();
    const moves = movesOf(page);
    const { x, y } = await grab(page, 'Priya Nair');
    await page.mouse.move(x, y + HALF);
    await ghost.getByText('3:30 PM – 5:00 PM').waitFor();
    api.change(MOVED);
    site.live.tell({ kind: 'booking', id: PRIYA, position: positionAt(5) });
    await expect.poll(() => block('Priya Nair').textContent()).toContain('5:00');
    await page.mouse.move(x, y + HALF * 2);
    await page.mouse.up();
    await dialog.getByText('Now Fri, Nov 20 · 3:00 PM').waitFor();
    await button('Move and text the customer').click();
    await alert('Marie Petit changed this').waitFor();
    expect(moves.map(({ version }) => version)).toEqual(['"2"']);
  });

  it('is so by keys, when something else of it changes', async () => {
    const { page, api, block, alert, button } = await openLive();
    const moves = movesOf(page);
    await block('Priya Nair').focus();
    await page.keyboard.press('m');
    await page.keyboard.press('ArrowDown');
    api.change({
      'GET /api/admin/calendar': projected(changedIn(calendarOf('2026-11-15', '2026-11-21'), null), 5),
    });
    site.live.tell({ kind: 'booking', id: PRIYA, position: positionAt(5) });
    // It no longer has a note.
    await expect.poll(() => block('Priya Nair').getAttribute('aria-label')).not.toContain('has a note');
    await page.keyboard.press('Enter');
    await button('Move and text the customer').click();
    await alert('Marie Petit changed this').waitFor();
    expect(moves.map(({ version }) => version)).toEqual(['"2"']);
  });

  it('stays there by keys, when somebody else moves it meanwhile, and is let go of when it is gone', async () => {
    const { page, api, block, ghost, dialog, alert, button } = await openLive();
    const moves = movesOf(page);
    await block('Priya Nair').focus();
    await page.keyboard.press('m');
    await page.keyboard.press('ArrowDown');
    api.change(MOVED);
    site.live.tell({ kind: 'booking', id: PRIYA, position: positionAt(5) });
    await expect.poll(() => block('Priya Nair').textContent()).toContain('5:00');
    await page.keyboard.press('ArrowDown');
    await ghost.getByText('3:30 PM – 5:00 PM').waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByText('Now Fri, Nov 20 · 3:00 PM').waitFor();
    await button('Move and text the customer').click();
    await alert('Marie Petit changed this').waitFor();
    expect(moves.map(({ version }) => version)).toEqual(['"2"']);

    await button('Discard mine, show theirs').click();
    await expect.poll(() => block('Priya Nair').evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('m');
    await ghost.waitFor();
    api.change({ 'GET /api/admin/calendar': projected(without(PRIYA), 6) });
    site.live.tell({ kind: 'booking', id: PRIYA, position: positionAt(6) });
    await block('Priya Nair').waitFor({ state: 'hidden' });
    await ghost.waitFor({ state: 'detached' });
  });
});

it('warns of a time outside the opening hours by where it goes to', async () => {
  const { page, block, dialog, button } = await open(WEEK);
  const isFocused = () => block('Priya Nair').evaluate((one) => one === document.activeElement);
  const outside = dialog.getByText('This is outside opening hours.');
  await block('Priya Nair').focus();
  await page.keyboard.press('m');
  for (let hour = 0; hour < 5; hour += 1) await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Enter');
  await outside.waitFor();
  await button('Move and text the customer').click();
  await expect.poll(() => block('Priya Nair').textContent()).toContain('8:00');
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(isFocused).toBe(true);
  await page.keyboard.press('m');
  for (let hour = 0; hour < 5; hour += 1) await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Enter');
  await dialog.getByRole('heading', { name: 'Move Priya Nair to Fri, Nov 20 · 3:00 PM?' }).waitFor();
  expect(await outside.count()).toBe(0);
});

it('tells of hours that somebody else was faster with as of an appointment', async () => {
  const { page, toast } = await open('view=day&date=2026-11-20', {
    api: { [`PATCH /api/admin/hours/${SCHEDULE.hours[3]?.id}`]: staleBooking },
  });
  await page.getByRole('switch', { name: 'Available 9:00 AM – 7:00 PM' }).click();
  await toast('Failed to update schedule').waitFor();
  await toast('Marie Petit has changed it meanwhile. It is shown as it is now.').waitFor();
});
