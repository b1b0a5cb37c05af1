import { listReviews } from '../../src/contracts/settings/reviews.ts';
import type { Mount } from '../../src/http/operation/operation.ts';
import { reviews } from './projection.ts';
import type { ReviewQueries } from './queries.ts';

/** The reviews that staff have entered, as staff see them. */
export function adminReviewRoutes({ on, all }: Pick<ReviewQueries, 'all'> & { readonly on: Mount }): void {
  on(listReviews, async () => ({ body: await all() }), [reviews]);
}
