import type { ClockReader } from '../../../projections/clock/queries.ts';
import { createDrillDown } from '../../../projections/reports/drill-down.ts';
import { createFigures } from '../../../projections/reports/figures.ts';
import { reportRoutes } from '../../../projections/reports/routes.ts';
import type { ResourceDeps } from './operations.ts';

interface ReportsDeps extends ResourceDeps {
  readonly clock: ClockReader;
}

/** Staff's reports, at any moment. */
export function reportOperations({ on, pool, timeZone, clock }: ReportsDeps): void {
  const deps = { pool, timeZone, clock };
  reportRoutes({ on, figures: createFigures(deps), drillDown: createDrillDown(deps), timeZone });
}
