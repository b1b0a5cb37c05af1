import { expect, it } from 'vitest';
import { givenAdmin } from '../../support/accounts/auth-client.ts';
import { givenStaff } from '../../support/staff/staff-api.ts';
import { bookedByStaff } from '../../support/staff/staff-bookings.ts';
import { staffOpener } from '../support/pages/open-as.ts';
import { HALF } from '../support/pages/open-calendar.ts';
import { DESKTOP, pressEscape } from '../support/pages/open-page.ts';
import { givenSalonAndBrowser } from '../support/site/given-salon.ts';
import { endIntercepting, intercept } from '../support/site/intercept.ts';

const NOW = new Date();
const given = givenSalonAndBrowser({ now: NOW });
const openAs = staffOpener(given, NOW);

it('moves an appointment that is dragged twice quickly to where it was dropped last, by way of the first place', async () => {
  const { salon } = given;
  const date = salon.freshDay();
  const staff = await givenStaff(salon);
  const { id } = await bookedByStaff(staff, { appointment_date: date, sms_consent: false });
  const { page, dialog } = await openAs(
    await givenAdmin(salon),
    `/admin/calendar?view=day&date=${date}`,
    DESKTOP,
  );
  const block = page.locator('[data-appointment]');
  await block.waitFor();

  const first = Promise.withResolvers<void>();
  await intercept(page, ['*/reschedule'], async (route) => {
    await first.promise;
    await route.continue();
  });
  // Each place at which it is drawn, at every frame.
  await block.evaluate((drawn) => {
    const places: string[] = [];
    const grid = drawn.closest('section') ?? document.body;
    const look = () => {
      const place = grid.querySelector('[data-appointment]')?.textContent?.slice(0, 5) ?? 'nowhere';
      if (places.at(-1) !== place) places.push(place);
      requestAnimationFrame(look);
    };
    look();
    Object.assign(window, { places });
  });
  const places = () => page.evaluate(() => (window as unknown as { places: string[] }).places);

  const drag = async (halfHours: number, to: string) => {
    const box = await block.boundingBox();
    const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + 12];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + halfHours * HALF, { steps: 3 });
    await page.mouse.up();
    await dialog.getByRole('button', { name: new RegExp(`^Move to .* ${to}$`) }).click();
  };
  await drag(2, '11:00 AM');
  await dialog.getByRole('button', { name: 'Moving...' }).waitFor();
  await pressEscape(page);
  await dialog.waitFor({ state: 'hidden' });
  await drag(3, '12:30 PM');
  await dialog.getByRole('button', { name: 'Moving...' }).waitFor();
  first.resolve();
  await dialog.waitFor({ state: 'hidden' });
  await endIntercepting(page);

  const moves = (await salon.historyByPeople(id))
    .filter(({ type }) => type === 'BookingRescheduled')
    .map(({ data }) => data as { start: number; from: { start: number } });
  expect(moves.map(({ from, start }) => [from.start, start])).toEqual([
    [600, 660],
    [660, 750],
  ]);
  await expect.poll(() => block.textContent()).toMatch(/^12:30/);
  expect(await places()).toEqual(['10:00', '11:00', '12:30']);
});
