import type { Page } from 'playwright-core';
import { signedIn } from '../fixtures/auth-fixtures.ts';
import { appointmentOf, CALENDAR_SUCCESS, movingServer } from '../fixtures/calendar-fixtures.ts';
import type { givenSite } from '../site/given-site.ts';
import type { MockResponse } from '../site/mock-api.ts';
import { accountOpener } from './open-account.ts';

/** Half an hour on the screen, in pixels. */
export const HALF = 32;

/** Presses the mouse on an appointment, and says where. */
export async function grab(page: Page, name: string) {
  const block = page.locator(`[data-appointment="${appointmentOf(name)}"]`);
  await block.scrollIntoViewIfNeeded();
  const box = await block.boundingBox();
  if (!box) throw new Error('is not drawn');
  const at = { x: box.x + box.width / 2, y: box.y + 12 };
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  return at;
}

/** Opens the calendar for an administrator. @param api what is answered besides the usual */
export const calendarPageOpener =
  (site: ReturnType<typeof givenSite>) =>
  (search: string, api: Record<string, MockResponse> = {}, size?: { width: number; height: number }) =>
    accountOpener(site)(`/admin/calendar${search}`, {
      api: { ...CALENDAR_SUCCESS, ...api },
      begin: signedIn(),
      ...(size && { size }),
    });

/** Opens the calendar for an administrator, on a server that moves what it is told to move. */
export const calendarOpener =
  (site: ReturnType<typeof givenSite>) =>
  async (
    query: string,
    {
      api = {},
      size,
      notified = false,
    }: {
      api?: Record<string, MockResponse>;
      size?: { width: number; height: number };
      notified?: boolean;
    } = {},
  ) => {
    const opened = await calendarPageOpener(site)(`?${query}`, { ...movingServer(notified), ...api }, size);
    const { page } = opened;
    const block = (name: string) => page.locator(`[data-appointment="${appointmentOf(name)}"]`);
    await block('Priya Nair').waitFor();
    return { ...opened, block, ghost: page.locator('[data-ghost]'), dialog: page.getByRole('dialog') };
  };
