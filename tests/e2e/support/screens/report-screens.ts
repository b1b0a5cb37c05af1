import type { Page } from 'playwright-core';
import { ADMIN_SUCCESS } from '../fixtures/admin-fixtures.ts';
import { signedIn } from '../fixtures/auth-fixtures.ts';
import { BEING_PREPARED, everyReport, reportSuccess, withoutNumbers } from '../fixtures/report-fixtures.ts';
import { lostNetwork, type MockResponse, silence } from '../site/mock-api.ts';
import type { Screen } from './screen.ts';

const mocked = (changes: Record<string, MockResponse> = {}) => ({
  ...ADMIN_SUCCESS,
  ...reportSuccess(),
  ...changes,
});
const text = (words: string | RegExp) => (page: Page) => page.getByText(words).first().waitFor();
/** A chart is loaded after the numbers. */
const chart = (page: Page) => page.getByRole('application').first().waitFor();
const overview = { path: '/admin/reports', api: mocked(), begin: signedIn() };
const at = (query: string, reach: Screen['reach'] = chart) => ({
  ...overview,
  path: `/admin/reports?${query}`,
  reach,
});

/** The reports, in every state that somebody can meet. */
export const REPORT_SCREENS: readonly Screen[] = [
  { ...overview, name: 'admin reports', reach: chart },
  { ...at('report=revenue&period=this-year'), name: 'admin report by month' },
  { ...at('report=appointments'), name: 'admin report by day' },
  {
    ...at('report=utilisation&from=2026-09-01&to=2026-11-20&by=day&beside=none'),
    name: 'admin report, many days',
  },
  { ...at('report=services'), name: 'admin report by service' },
  {
    ...at('report=utilisation&by=weekday-hour', (page) =>
      page.getByRole('table', { name: /by day and hour/ }).waitFor(),
    ),
    name: 'admin report by weekday and hour',
  },
  { ...at('report=appointments&from=2026-11-10&to=2026-11-20'), name: 'admin report, free dates' },
  {
    ...at('report=appointments&from=2026-11-20&to=2026-11-10', text('“To” lies before “From”.')),
    name: 'admin report, dates in the wrong order',
  },
  {
    ...at('report=appointments&period=this-week&as_of=2026-11-19T02:00:00.000Z', text(/Completed since/)),
    name: 'admin report as it stood',
  },
  {
    ...at('report=appointments', async (page) => {
      await page.getByRole('button', { name: 'As it stood...' }).click();
      await page.getByRole('dialog').getByLabel('Date').waitFor();
    }),
    name: 'admin report, choosing a moment',
  },
  {
    ...at('report=appointments&column=booked&key=2026-11-20', text('Ada Moreau')),
    name: 'admin report, appointments of a number',
  },
  {
    ...at(
      'report=appointments&period=this-week&as_of=2026-11-19T02:00:00.000Z&column=booked&key=2026-11-20',
      (page) => page.getByRole('dialog').getByText('Deleted since').waitFor(),
    ),
    name: 'admin report as it stood, appointments of a number',
  },
  {
    ...overview,
    name: 'admin reports, none there',
    api: mocked(reportSuccess([])),
    reach: text('No numbers yet'),
  },
  {
    ...overview,
    name: 'admin reports, no numbers',
    api: mocked(withoutNumbers),
    reach: text('No numbers yet'),
  },
  {
    ...at('report=appointments', text('Nothing in this period')),
    name: 'admin report, no numbers',
    api: mocked(withoutNumbers),
  },
  { ...at('report=nonsense', text('There is no such report')), name: 'admin report, unknown' },
  {
    ...overview,
    name: 'admin reports, loading',
    api: mocked(everyReport(silence)),
    reach: text('Loading...'),
  },
  {
    ...overview,
    name: 'admin reports, being prepared',
    api: mocked(everyReport(BEING_PREPARED)),
    reach: text('Reports are being prepared'),
  },
  {
    ...overview,
    name: 'admin reports, some not there',
    api: mocked({
      'GET /api/admin/reports/revenue': BEING_PREPARED,
      'GET /api/admin/reports/customers': lostNetwork,
      'GET /api/admin/reports/cancellations': lostNetwork,
    }),
    reach: text('Customers couldn’t be loaded'),
  },
  {
    ...at('report=revenue', text('The report couldn’t be loaded')),
    name: 'admin report, not loaded',
    api: mocked(everyReport(lostNetwork)),
  },
  {
    ...overview,
    name: 'admin reports, not loaded',
    api: mocked({ 'GET /api/admin/reports': lostNetwork }),
    reach: text('The reports couldn’t be loaded'),
  },
];
