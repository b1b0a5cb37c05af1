import type { Page } from 'playwright-core';
import { signedIn } from '../fixtures/auth-fixtures.ts';
import { appointmentOf, CALENDAR_SUCCESS } from '../fixtures/calendar-fixtures.ts';
import type { MockResponse } from '../site/mock-api.ts';
import type { Screen } from './screen.ts';

export const DAY = '/admin/calendar?view=day&date=2026-11-20';
export const WEEK = '/admin/calendar?view=week&date=2026-11-20';

export const appointment = (page: Page, name: string) =>
  page.locator(`[data-appointment="${appointmentOf(name)}"]`);

/** A state of the calendar. */
export const screen = (
  name: string,
  path: string,
  reach: Screen['reach'],
  api: Record<string, MockResponse> = {},
): Screen => ({
  name: `calendar, ${name}`,
  path,
  api: { ...CALENDAR_SUCCESS, ...api },
  begin: signedIn(),
  reach,
});
