import type { RequestHandler } from 'express';
import { z } from 'zod';
import { PositionField } from '../../src/contracts/fields.ts';
import { parseQuery } from '../../src/http/parse.ts';
import { factsOf } from '../../src/http/request-context.ts';
import type { ProjectedPositions } from './projected-positions.ts';
import type { Projection } from './projection.ts';

const AfterQuery = z.object({ after: PositionField.optional() });

/** How the start of the log looks on the wire, where a position has 32 digits. */
const START = '0'.repeat(32);

/**
 * Goes before every GET of read models: waits for `?after=<position>` and answers how far the rows are, by the one
 * furthest behind. The position is taken before the rows are read, so that it never promises more than they show.
 */
export function projected(
  positions: ProjectedPositions,
  ...models: readonly Pick<Projection, 'name'>[]
): RequestHandler {
  return async (req, res, next) => {
    const { after } = parseQuery(AfterQuery, req);
    const reached = await Promise.all(models.map(({ name }) => positions.reached(name, after)));
    const projectedPosition = reached.sort()[0] || START;
    factsOf(res).projectedPosition = projectedPosition;
    res.set('X-Projected-Position', projectedPosition);
    next();
  };
}
