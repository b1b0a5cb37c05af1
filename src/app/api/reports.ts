import { createClockReader } from '../../../projections/clock/queries.ts';
import { createDrillDown } from '../../../projections/reports/drill-down.ts';
import { createFigures } from '../../../projections/reports/figures.ts';
import { reportRoutes } from '../../../projections/reports/routes.ts';
import type { ApiContext } from './context.ts';

/** Staff's reports, at any moment. */
export function reportOperations({ on, reportPool: pool, timeZone }: ApiContext): void {
  const deps = { pool, timeZone, clock: createClockReader(pool) };
  reportRoutes({ on, figures: createFigures(deps), drillDown: createDrillDown(deps), timeZone });
}
