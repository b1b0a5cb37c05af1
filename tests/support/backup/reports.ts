import { expect } from 'vitest';
import { REPORTS } from '../../../projections/reports/all.ts';
import type { TestSalon } from '../server/server.ts';
import type { StaffApi } from '../staff/staff-api.ts';

const DAYS_MS = 180 * 86_400_000;
const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);

/**
 * Every report on the 180 days from an instant on, as of that instant; without the position, which differs between
 * logs.
 */
export async function reportsOf(
  staff: StaffApi,
  salon: TestSalon,
  asOf: Date,
): Promise<readonly Record<string, unknown>[]> {
  const [from, to] = [dayOf(asOf.getTime()), dayOf(asOf.getTime() + DAYS_MS)];
  const query = new URLSearchParams({ from, to, as_of: asOf.toISOString(), after: await salon.log.head() });
  return Promise.all(
    REPORTS.map(async ({ name }) => {
      const { status, json, text } = await staff.get(`/api/admin/reports/${name}?${query}`);
      expect(status, text).toBe(200);
      const { position: _, ...report } = json as Record<string, unknown>;
      return report;
    }),
  );
}
