import { createClockReader } from '../../../projections/clock/queries.ts';
import { createDrillDown } from '../../../projections/reports/drill-down.ts';
import { createFigures } from '../../../projections/reports/figures.ts';
import { reportRoutes } from '../../../projections/reports/routes.ts';
import { createTeam } from '../../../projections/team/queries.ts';
import type { ApiContext } from './context.ts';

/** Staff's reports, at any moment. */
export function reportOperations({ on, reportPool: pool, timeZone, profile }: ApiContext): void {
  const team = createTeam({ pool, salonName: () => profile().name });
  const deps = { pool, timeZone, clock: createClockReader(pool), team };
  reportRoutes({ on, figures: createFigures(deps), drillDown: createDrillDown(deps), team, timeZone });
}
