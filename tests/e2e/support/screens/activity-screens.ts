import type { Page } from 'playwright-core';
import { ADMIN_SUCCESS, projected } from '../fixtures/admin-fixtures.ts';
import { signedIn } from '../fixtures/auth-fixtures.ts';
import { ADA } from '../fixtures/booking-fixtures.ts';
import { activityOf } from '../fixtures/history-fixtures.ts';
import { lostNetwork, type MockResponse, silence } from '../site/mock-api.ts';
import type { Screen } from './screen.ts';

const answered = (response: MockResponse) => ({ ...ADMIN_SUCCESS, 'GET /api/admin/activity': response });
const text = (words: string) => (page: Page) => page.getByText(words).first().waitFor();
const activity = { path: '/admin/activity', begin: signedIn() };

/** Everything that happened, in every state that somebody can meet. */
export const ACTIVITY_SCREENS: readonly Screen[] = [
  {
    ...activity,
    name: 'admin activity',
    api: answered(projected({ entries: activityOf(ADA.id), next_cursor: null })),
    reach: text('Undoes: confirmed'),
  },
  {
    ...activity,
    name: 'admin activity, nothing found',
    path: '/admin/activity?kind=hours&actor=admin',
    api: answered(projected({ entries: [], next_cursor: null })),
    reach: text('Nothing found'),
  },
  {
    ...activity,
    name: 'admin activity, loading',
    api: answered(silence),
    reach: text('Loading the activity...'),
  },
  {
    ...activity,
    name: 'admin activity, not loaded',
    api: answered(lostNetwork),
    reach: (page) => page.getByRole('alert').waitFor(),
  },
];
