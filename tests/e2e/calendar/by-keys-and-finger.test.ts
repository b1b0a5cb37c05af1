import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { drawn } from '../support/pages/drawn.ts';
import { calendarOpener } from '../support/pages/open-calendar.ts';
import { expectAccessible, expectFocus, PHONE, pressEscape } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';

const open = calendarOpener(givenSite());

describe('by keyboard', () => {
  it('goes from one appointment to others, picks one up, carries it, drops it or puts it back, and says so', async () => {
    const { page, block, ghost, dialog, called } = await open('view=week&date=2026-11-20');
    const status = page.getByRole('status');
    const hint = page.getByText('Arrow keys move, Enter drops, Esc returns.');
    await block('Leo Marsh').focus();
    await page.keyboard.press('ArrowDown');
    await expectFocus(block('Priya Nair'));
    await page.keyboard.press('ArrowRight');
    await expectFocus(block('Amelie Fournier'));
    await page.keyboard.press('ArrowLeft');

    await block('Priya Nair').focus();
    await page.keyboard.press('m');
    await status.getByText('Picked up at Fri, Nov 20 · 3:00 PM').waitFor({ state: 'attached' });
    await hint.waitFor();
    await page.keyboard.press('ArrowRight');
    await status.getByText('Sat, Nov 21 · 3:00 PM, taken').waitFor({ state: 'attached' });
    await page.keyboard.press('Enter');
    await status.getByText('That time overlaps another appointment.').waitFor({ state: 'attached' });
    await hint.getByText('That time overlaps another appointment.').waitFor();
    expect(await ghost.count()).toBe(1);
    await expectAccessible(page);
    await page.keyboard.press('Shift+ArrowDown');
    await status.getByText('Sat, Nov 21 · 4:00 PM, free').waitFor({ state: 'attached' });
    await hint.getByText('That time overlaps').waitFor({ state: 'hidden' });
    await page.keyboard.press('Enter');
    await hint.waitFor({ state: 'hidden' });
    await dialog.getByRole('button', { name: 'Move and tell the customer' }).press('Enter');
    await expect.poll(() => called('POST /api/admin/bookings')).toHaveLength(1);
    await expectFocus(block('Priya Nair'));

    await page.keyboard.press('m');
    await page.keyboard.press('ArrowDown');
    await ghost.waitFor();
    await page.keyboard.press('Escape');
    await ghost.waitFor({ state: 'detached' });
    await status.getByText('Put back where it was.').waitFor({ state: 'attached' });
    await expectFocus(block('Priya Nair'));
  });
});

it('chooses free time by keyboard, and returns the focus to where that began', async () => {
  const { page, ghost, dialog, button } = await open('view=week&date=2026-11-20');
  const status = page.getByRole('status');
  const chooser = button('Choose a free time');
  await chooser.focus();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await status.getByText('Fri, Nov 20 · 10:00 AM, taken').waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');
  await status.getByText('That time overlaps another appointment.').waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowRight');
  for (let hour = 10; hour < 13; hour += 1) await page.keyboard.press('Shift+ArrowDown');
  await status.getByText('Sat, Nov 21 · 1:00 PM, outside opening hours').waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');
  const choice = page.getByRole('menuitem', { name: 'Book' });
  await expectFocus(choice);
  await page.keyboard.press('Escape');
  await choice.waitFor({ state: 'detached' });
  await expectFocus(chooser);

  await page.keyboard.press('Enter');
  await ghost.waitFor();
  for (let hour = 10; hour < 13; hour += 1) await page.keyboard.press('Shift+ArrowDown');
  await status.getByText('Fri, Nov 20 · 1:00 PM, taken').waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expectFocus(choice);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await dialog.getByRole('heading', { name: 'Block time' }).waitFor();
  expect(await dialog.getByLabel('Start time').inputValue()).toBe('13:00');
  await pressEscape(page);
  await dialog.waitFor({ state: 'hidden' });
  await expectFocus(chooser);
});

describe('by finger', () => {
  async function touch(page: Page) {
    const session = await page.context().newCDPSession(page);
    onTestFinished(() => session.detach());
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
    return send;
  }

  it('scrolls by a swipe, and moves what it has held', async () => {
    const { page, block, ghost, dialog } = await open('view=day&date=2026-11-20', { size: PHONE });
    const send = await touch(page);
    await block('Priya Nair').scrollIntoViewIfNeeded();
    const box = await block('Priya Nair').boundingBox();
    const [x, y] = [(box?.x ?? 0) + 100, (box?.y ?? 0) + 12];

    const before = await page.evaluate(() => window.scrollY);
    // On a busy machine the finger would seem to hold still: no time passes for the page meanwhile.
    await page.clock.pauseAt(await page.evaluate(() => Date.now()));
    await send('touchStart', x, y);
    for (const step of [20, 60, 100]) await send('touchMove', x, y - step);
    await send('touchEnd');
    await page.clock.resume();
    await expect.poll(() => page.evaluate(() => window.scrollY)).not.toBe(before);
    expect(await ghost.count()).toBe(0);
    expect(await dialog.count()).toBe(0);

    // A swipe goes on by itself for a moment.
    const scrolledIn = async (frames: number) => {
      const from = await page.evaluate(() => window.scrollY);
      for (let frame = 0; frame < frames; frame += 1) await drawn(page);
      return (await page.evaluate(() => window.scrollY)) - from;
    };
    await expect.poll(() => scrolledIn(5)).toBe(0);
    // Far from the edges, at which a drag scrolls.
    await block('Priya Nair').evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const again = await block('Priya Nair').boundingBox();
    const top = (again?.y ?? 0) + 12;
    const scrolled = await page.evaluate(() => window.scrollY);
    await send('touchStart', x, top);
    await ghost.waitFor();
    for (const step of [10, 20, 30]) await send('touchMove', x, top + step);
    await ghost.getByText('3:30 PM – 5:00 PM').waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
    await send('touchEnd');
    await dialog.getByRole('heading', { name: /to Fri, Nov 20 · 3:30 PM/ }).waitFor();
  });

  it('blocks free time that was held', async () => {
    const { page, block, ghost, dialog } = await open('view=day&date=2026-11-20', { size: PHONE });
    const send = await touch(page);
    await block('Grace Holm').scrollIntoViewIfNeeded();
    const box = await block('Grace Holm').boundingBox();
    const [x, y] = [(box?.x ?? 0) + 100, (box?.y ?? 0) - 40];
    await send('touchStart', x, y);
    await ghost.waitFor();
    await send('touchMove', x, y + 20);
    await send('touchEnd');
    await page.getByRole('menuitem', { name: 'Block' }).click();
    await dialog.getByRole('heading', { name: 'Block time' }).waitFor();
  });
});
