import type { Page } from 'playwright-core';
import type { Payment } from '../../../../src/contracts/bookings/admin-booking.ts';
import { ADMIN_SUCCESS, projected } from '../fixtures/admin-fixtures.ts';
import { signedIn } from '../fixtures/auth-fixtures.ts';
import {
  BOOKING_SUCCESS,
  booking,
  DASHBOARD,
  EMPTY_DASHBOARD,
  todayCalendar,
} from '../fixtures/booking-fixtures.ts';
import { firstSteps } from '../fixtures/settings-fixtures.ts';
import { lostNetwork, type MockResponse, silence } from '../site/mock-api.ts';
import type { Screen } from './screen.ts';

const mocked = (changes: Record<string, MockResponse> = {}) => ({
  ...ADMIN_SUCCESS,
  ...BOOKING_SUCCESS,
  'GET /api/admin/calendar': todayCalendar(),
  ...changes,
});
const text = (words: string) => (page: Page) => page.getByText(words).first().waitFor();
const completed = (number: number, name: string, payments: readonly Payment[]) => ({
  ...booking(number, name, ['2026-11-20', '9:00 AM'], 'completed', {
    total_amount: '$132.00',
    payments: [...payments],
  }),
  completed_at: `2026-11-20T17:${number}:00.000Z`,
});
const TAKINGS = projected({
  date: '2026-11-20',
  bookings: [
    completed(10, 'Hannah Ruiz', [
      { method: 'cash', cents: 5_000, tip_cents: 1_100 },
      { method: 'card', cents: 8_200, tip_cents: 0 },
    ]),
    completed(20, 'Beatriz Álvarez-Montgomery de la Fuente', [
      { method: 'card', cents: 118_250, tip_cents: 3_000 },
    ]),
    completed(30, 'Sam Whitfield', [{ method: null, cents: 3_500, tip_cents: 0 }]),
    completed(40, 'Ida Open', []),
  ],
});
const [IN_THE_CHAIR, BESIDE, NEXT] = [
  booking(50, 'Hannah Ruiz', ['2026-11-20', '9:15 AM'], 'confirmed', { notes: 'Tea with honey.' }),
  booking(51, 'Beatriz Álvarez-Montgomery', ['2026-11-20', '9:30 AM'], 'confirmed'),
  booking(52, 'Priya Nair', ['2026-11-20', '11:30 AM'], 'confirmed', { notes: 'Sensitive scalp.' }),
];
const board = { path: '/admin', api: mocked(), begin: signedIn() };

/** The dashboard, in every state that somebody can meet. */
export const DASHBOARD_SCREENS: readonly Screen[] = [
  { ...board, name: 'admin dashboard', reach: text('Next free time') },
  {
    ...board,
    path: '/admin/takings',
    name: 'admin takings',
    api: mocked({ 'GET /api/admin/takings': TAKINGS }),
    reach: text('Completed without an amount'),
  },
  {
    ...board,
    path: '/admin/takings',
    name: 'admin takings, nothing taken',
    api: mocked({ 'GET /api/admin/takings': projected({ date: '2026-11-20', bookings: [] }) }),
    reach: text('Nothing was taken on this day'),
  },
  {
    ...board,
    name: 'admin dashboard, first day',
    api: mocked({
      'GET /api/admin/dashboard': projected(EMPTY_DASHBOARD),
      'GET /api/admin/calendar': todayCalendar([]),
      ...firstSteps('texts'),
    }),
    reach: text('No requests are waiting.'),
  },
  {
    ...board,
    name: 'admin dashboard, two in the chair and first steps folded',
    api: mocked({
      'GET /api/admin/dashboard': projected({
        ...DASHBOARD,
        today: { bookings: [IN_THE_CHAIR, BESIDE, NEXT] },
      }),
      ...firstSteps('texts'),
    }),
    reach: text('1 of 10 done'),
  },
  {
    ...board,
    name: 'admin dashboard, nobody else today',
    api: mocked({
      'GET /api/admin/dashboard': projected({
        ...DASHBOARD,
        today: { bookings: [IN_THE_CHAIR] },
      }),
    }),
    reach: text('Nobody else today'),
  },
  {
    ...board,
    name: 'admin dashboard, customers wait for answers',
    api: mocked({
      'GET /api/admin/messages/attention': projected({ count: 3, questions: 2, undelivered: [], late: [] }),
    }),
    reach: text('2 texts from customers wait for an answer.'),
  },
  {
    ...board,
    name: 'admin dashboard, loading',
    api: mocked({ 'GET /api/admin/dashboard': silence }),
    reach: text('Loading the dashboard...'),
  },
  {
    ...board,
    name: 'admin dashboard, not loaded',
    api: mocked({ 'GET /api/admin/dashboard': lostNetwork }),
    reach: (page) => page.getByRole('alert').waitFor(),
  },
  {
    ...board,
    name: 'admin dashboard, sidebar collapsed',
    reach: async (page) => {
      await text('Next free time')(page);
      await page.keyboard.press('Control+b');
    },
  },
];
