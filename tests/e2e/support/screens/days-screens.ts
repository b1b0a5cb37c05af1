import type { Page } from 'playwright-core';
import type { Calendar } from '../../../../src/contracts/bookings/calendar.ts';
import { PROBLEMS } from '../../../../src/contracts/problem.ts';
import { calendarOf, POSITION } from '../fixtures/calendar-fixtures.ts';
import { json, type MockResponse } from '../site/mock-api.ts';
import { appointment, DAY, screen, WEEK } from './calendar-screen.ts';
import type { Screen } from './screen.ts';

const DONE = { date: '2026-11-20', version: 1, position: POSITION };

const LUNCH = {
  id: '20261120-6a3f-4a44-9c1b-000000000700',
  resource_id: null,
  start: 870,
  end: 900,
  reason: 'Lunch',
};
const COURSE = {
  ...LUNCH,
  id: '20261120-6a3f-4a44-9c1b-000000000701',
  start: 960,
  end: 1080,
  reason: 'Course',
};

/** A Friday that closes earlier and has a lunch, and one that is closed. */
const OWN_DAYS: Record<string, MockResponse> = {
  'GET /api/admin/calendar': (route, url) => {
    const { from = '', to = '' } = Object.fromEntries(url.searchParams);
    const { resources, days } = calendarOf(from, to);
    const own = days.map((day) => {
      if (day.date === '2026-11-20') {
        const hours = day.hours.map((one) => ({ ...one, id: null, end: 1020 }));
        return { ...day, hours_from: 'date' as const, hours, blocks: [LUNCH, COURSE] };
      }
      return day.date === '2026-11-21' ? { ...day, hours_from: 'date' as const, hours: [] } : day;
    });
    return json({ resources, days: own } satisfies Calendar)(route, url);
  },
  [`GET /api/admin/blocked-times/${LUNCH.id}`]: json({
    id: LUNCH.id,
    date: '2026-11-20',
    start_time: '14:30',
    end_time: '15:00',
    reason: 'Lunch',
    series_id: '7a1c9d0e-6a3f-4a44-9c1b-000000000702',
    version: 3,
  }),
};

const blockedTime = (page: Page) => page.getByRole('button', { name: /Lunch, blocked/ });

async function chooseOfDays(page: Page, item: string) {
  await page.getByRole('button', { name: 'Hours and blocked time' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** The calendar with hours of single dates and blocked times. */
export const DAYS_SCREENS: readonly Screen[] = [
  screen('hours of dates, and blocked times', WEEK, (page) => blockedTime(page).waitFor(), OWN_DAYS),
  screen(
    'a day with hours of its own',
    DAY,
    (page) => page.getByText('Only on this date').waitFor(),
    OWN_DAYS,
  ),
  screen('free time that was selected', DAY, async (page) => {
    await appointment(page, 'Priya Nair').scrollIntoViewIfNeeded();
    const { x, y } = (await appointment(page, 'Priya Nair').boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.move(x + 20, y - 6);
    await page.mouse.down();
    await page.mouse.move(x + 20, y - 12);
    await page.mouse.up();
    await page.getByRole('menuitem', { name: 'Block' }).waitFor();
  }),
  screen('blocking time', DAY, async (page) => {
    await chooseOfDays(page, 'Block time...');
    await page.getByRole('button', { name: 'Block time' }).waitFor();
  }),
  screen(
    'a blocked time of several',
    DAY,
    async (page) => {
      await blockedTime(page).click();
      await page.getByRole('button', { name: 'Remove this and following' }).waitFor();
    },
    OWN_DAYS,
  ),
  screen('hours for a week', WEEK, async (page) => {
    await chooseOfDays(page, 'Hours for a week...');
    await page.getByLabel('More times on Fri, Nov 20').click();
  }),
  screen(
    'hours of a week of which a day was refused',
    WEEK,
    async (page) => {
      await chooseOfDays(page, 'Hours for a week...');
      await page.getByLabel('Open on Fri, Nov 20').uncheck();
      await page.getByLabel('Open on Sat, Nov 21').uncheck();
      await page.getByRole('button', { name: 'Save hours' }).click();
      await page.getByText('1 of 2 days are done.').waitFor();
    },
    {
      'POST /api/admin/days': json({
        ...DONE,
        days: [DONE, { date: '2026-11-21', code: 'unavailable', detail: PROBLEMS.unavailable.detail }],
      }),
    },
  ),
  screen(
    'hours of one date',
    DAY,
    async (page) => {
      await page.getByRole('button', { name: 'Edit 9:00 AM – 7:00 PM' }).click();
      await page.getByLabel('Only Fri, Nov 20').check();
    },
    {
      'GET /api/admin/days/2026-11-20': json({
        date: '2026-11-20',
        windows: [{ start_time: '09:00', end_time: '19:00' }],
        from: 'week',
        off: [],
        blocked: false,
        blocks: [],
        version: 0,
        bookings_outside: [],
      }),
    },
  ),
];
