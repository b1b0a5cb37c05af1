import { expect, it } from 'vitest';
import { listReportedBookings } from '../../../../src/contracts/reports/reports.ts';
import { REPORTS } from '../../../e2e/support/fixtures/report-fixtures.ts';

it.each(REPORTS.flatMap(({ columns }) => columns.map(({ key }) => key)))(
  'lets the appointments behind %s be asked for',
  (column) => {
    const period = { from: '2026-11-01', to: '2026-11-30' };
    expect(listReportedBookings.query.safeParse({ ...period, column }).success).toBe(true);
  },
);
