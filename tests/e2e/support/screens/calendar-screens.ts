import type { Page } from 'playwright-core';
import type { Calendar } from '../../../../src/contracts/bookings/calendar.ts';
import { projected } from '../fixtures/admin-fixtures.ts';
import { HISTORY, whyNot } from '../fixtures/booking-fixtures.ts';
import { appointmentOf, BLOCKED, calendarOf, POSITION } from '../fixtures/calendar-fixtures.ts';
import { changeAt, PAST_SUCCESS } from '../fixtures/past-fixtures.ts';
import { UNDELIVERED, untold, WAITING_MESSAGES } from '../fixtures/waiting-fixtures.ts';
import { json, lostNetwork, problem, silence } from '../site/mock-api.ts';
import { TOO_LATE } from '../visitor/moved-meanwhile.ts';
import { appointment, DAY, screen, WEEK } from './calendar-screen.ts';
import { DAYS_SCREENS } from './days-screens.ts';
import type { Screen } from './screen.ts';

const MONTH = '/admin/calendar?view=month&date=2026-11-20';

const shown = (name: string) => (page: Page) => appointment(page, name).waitFor();

/** On a phone only one day is shown. */
const marked = (page: Page) => page.locator('[data-appointment][aria-label*="since"]').first().waitFor();

const emptied = (calendar: Calendar): Calendar => ({
  ...calendar,
  days: calendar.days.map((day) => ({ ...day, bookings: [], hours: [] })),
});

/** Messages to a customer who comes and to one who was cancelled. */
const NOT_DELIVERED = {
  'GET /api/admin/messages/attention': projected({
    count: 2,
    questions: 0,
    late: [],
    undelivered: ['Priya Nair', 'Leo Marsh', 'Yuki Tanabe', 'Nora Lindqvist'].map((name) => ({
      booking_id: appointmentOf(name),
      channel: 'sms',
    })),
  }),
};

async function carry(page: Page, name: string, ...keys: string[]) {
  await appointment(page, name).focus();
  await page.keyboard.press('m');
  for (const key of keys) await page.keyboard.press(key);
  await page.locator('[data-ghost]').waitFor();
}

const WHY_NOT = { 'GET /api/admin/availability/why': projected(whyNot('2026-11-20', '12:00 PM')) };

/** Drops an appointment by mouse where another one is. */
async function dropOnLeo(page: Page) {
  await appointment(page, 'Priya Nair').scrollIntoViewIfNeeded();
  const { x, y } = (await appointment(page, 'Priya Nair').boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(x + 20, y + 8);
  await page.mouse.down();
  await page.mouse.move(x + 20, y - 40);
  await page.mouse.up();
  await page.getByText('Taken by Tom Okafor').waitFor();
}

/** The calendar in every state. */
export const CALENDAR_SCREENS: readonly Screen[] = [
  screen('week', WEEK, shown('Ada Moreau')),
  screen('day', DAY, shown('Ada Moreau')),
  screen('history of a day', `${DAY}&history=day`, (page) => page.getByText('Marie Petit').waitFor(), {
    'GET /api/admin/days/2026-11-20/history': projected({ entries: HISTORY, next_cursor: null }),
  }),
  screen('month', MONTH, shown('Nora Lindqvist')),
  screen('week as it was', `${WEEK}&at=${changeAt(1)}`, marked, PAST_SUCCESS),
  screen('day as it was', `${DAY}&at=${changeAt(1)}`, shown('Ada Moreau'), PAST_SUCCESS),
  screen(
    'month as it was',
    `${MONTH}&at=${changeAt(1)}`,
    (page) => page.getByText('different now').first().waitFor({ state: 'attached' }),
    PAST_SUCCESS,
  ),
  screen(
    'an appointment as it was',
    `${WEEK}&at=${changeAt(1)}&appointment=${appointmentOf('Priya Nair')}`,
    (page) => page.getByRole('dialog').getByText('moved since').waitFor(),
    PAST_SUCCESS,
  ),
  screen('asking for a moment', WEEK, async (page) => {
    await page.getByRole('button', { name: 'As it was...' }).click();
    await page.getByRole('dialog').waitFor();
  }),
  // Spec: 2.calendar-day
  screen('blocked day', '/admin/calendar?view=day&date=2026-11-26', (page) =>
    page.getByText('Salon Closed - Blocked').waitFor(),
  ),
  screen('nothing there', WEEK, (page) => page.getByText('0 appointments', { exact: true }).waitFor(), {
    'GET /api/admin/calendar': json(emptied(calendarOf('2026-11-15', '2026-11-21'))),
    'GET /api/admin/blocked-dates': json([]),
  }),
  screen(
    'loading',
    WEEK,
    (page) => page.getByText('Loading the calendar...').waitFor({ state: 'attached' }),
    { 'GET /api/admin/calendar': silence },
  ),
  screen('not loaded', WEEK, (page) => page.getByText('Failed to load calendar data.').waitFor(), {
    'GET /api/admin/calendar': lostNetwork,
  }),
  screen('carrying', DAY, (page) => carry(page, 'Priya Nair', 'ArrowDown')),
  screen('carrying over another', DAY, (page) => carry(page, 'Priya Nair', ...Array(4).fill('ArrowUp'))),
  screen('carrying outside the hours', DAY, (page) =>
    carry(page, 'Leo Marsh', ...Array(18).fill('ArrowDown')),
  ),
  screen('about to move', DAY, async (page) => {
    await carry(page, 'Priya Nair', 'ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.getByLabel('Text the customer').check();
  }),
  screen('dropped where somebody is', DAY, dropOnLeo, WHY_NOT),
  screen(
    'why a time can’t be had',
    DAY,
    async (page) => {
      await dropOnLeo(page);
      await page.getByRole('button', { name: 'Nearest times' }).click();
      await page.getByRole('dialog').waitFor();
    },
    WHY_NOT,
  ),
  screen(
    'a move that the server refuses',
    DAY,
    async (page) => {
      await carry(page, 'Priya Nair', 'ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: /^Move (to|and)/ }).click();
      await page.getByRole('alert').getByText('Taken by').waitFor();
    },
    {
      ...WHY_NOT,
      [`POST /api/admin/bookings/${appointmentOf('Priya Nair')}/reschedule`]: problem('slot-taken'),
    },
  ),
  screen(
    'about to move what somebody else has changed',
    DAY,
    async (page) => {
      await carry(page, 'Priya Nair', 'ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByLabel('Text the customer').check();
      await page.getByRole('button', { name: 'Move and tell the customer' }).click();
      await page.getByRole('alert').waitFor();
    },
    TOO_LATE,
  ),
  screen('texts not delivered', WEEK, shown('Priya Nair'), NOT_DELIVERED),
  screen('texts not delivered, month', MONTH, shown('Nora Lindqvist'), NOT_DELIVERED),
  screen(
    'an appointment that was not told',
    `${DAY}&appointment=${appointmentOf('Priya Nair')}`,
    (page) => page.getByText('Not told yet').waitFor(),
    {
      [`GET /api/admin/bookings/${appointmentOf('Priya Nair')}/messages`]: untold({
        undelivered: UNDELIVERED,
        waiting: WAITING_MESSAGES.slice(0, 1),
      }),
    },
  ),
  screen('an appointment', `${DAY}&appointment=${appointmentOf('Priya Nair')}`, (page) =>
    page.getByRole('dialog').waitFor(),
  ),
  screen('adding hours', DAY, async (page) => {
    await page.getByRole('button', { name: 'Add Hours' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add hours' }).click();
    await page.getByText('Please fill in all time fields').waitFor();
  }),
  screen(
    'blocking a date with appointments',
    WEEK,
    async (page) => {
      await page.getByLabel('Date', { exact: true }).fill('2026-11-24');
      await page.getByLabel('Reason').fill('Training');
      await page.getByRole('button', { name: 'Block Date' }).click();
      await page.getByRole('dialog').waitFor();
    },
    {
      'POST /api/admin/blocked-dates': problem('appointments-on-date', {
        affected: {
          total: 2,
          appointments: [
            {
              id: appointmentOf('Owen Price'),
              customer_name: 'Owen Price',
              appointment_date: '2026-11-24',
              appointment_time: '9:30 AM',
              duration: 60,
              status: 'confirmed',
            },
            {
              id: appointmentOf('Zoe Adler'),
              customer_name: null,
              appointment_date: '2026-11-24',
              appointment_time: '11:00 AM',
              duration: 60,
              status: 'pending',
            },
          ],
        },
      }),
    },
  ),
  screen(
    'a blocked date removed',
    WEEK,
    async (page) => {
      await page.getByRole('button', { name: 'Remove Nov 26, 2026' }).click();
      await page.getByText('Blocked date removed').waitFor();
    },
    {
      [`DELETE /api/admin/blocked-dates/${BLOCKED[0]?.id}`]: json({
        id: BLOCKED[0]?.id,
        blocked_date: '2026-11-26',
        version: 2,
        position: POSITION,
      }),
    },
  ),
  ...DAYS_SCREENS,
];
