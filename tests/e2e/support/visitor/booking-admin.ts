import { BOOKING_SUCCESS } from '../fixtures/booking-fixtures.ts';
import { adminOpener } from '../pages/open-admin.ts';
import type { givenSite } from '../site/given-site.ts';
import type { MockResponse } from '../site/mock-api.ts';

/** Opens the list of appointments, or one of them, at an address that begins with it. */
export const bookingAdmin = (site: ReturnType<typeof givenSite>) => {
  const open = adminOpener(site);
  return async (
    rest: string,
    api: Record<string, MockResponse> = {},
    more: { size?: { width: number; height: number } } = {},
  ) => {
    const opened = await open(`/admin/appointments${rest}`, { ...BOOKING_SUCCESS, ...api }, more);
    return {
      ...opened,
      /** Finds a row of the table by the customer's name. */
      row: (name: string) => opened.page.getByRole('row').filter({ hasText: name }),
    };
  };
};
