import type { Pool } from 'pg';
import { followCheckpoints } from '../../../projections/engine/positions/follow-checkpoints.ts';
import type { ProjectedPositions } from '../../../projections/engine/positions/projected-positions.ts';
import type { Projection } from '../../../projections/engine/projection.ts';
import { createCheckpoints } from '../../../projections/engine/read-model-states.ts';

/** The positions of read models, followed until the signal aborts, as a process of the service follows them. */
export async function followedPositions(
  pool: Pool,
  projections: readonly Projection[],
  signal: AbortSignal,
): Promise<ProjectedPositions> {
  return (await followCheckpoints({ pool, read: createCheckpoints(projections) }, signal)).positions;
}
