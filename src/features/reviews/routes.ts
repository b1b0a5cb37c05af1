import { addReview, changeReview, eraseReview, removeReview } from '../../contracts/settings/reviews.ts';
import type { Guard } from '../../http/operation/caller.ts';
import type { Mount } from '../../http/operation/operation.ts';
import type { ReviewCommands, ReviewResult } from './commands.ts';

interface ReviewRoutesDeps {
  readonly on: Mount<{ admin: Guard<'admin'> }>;
  readonly commands: ReviewCommands;
}

/** Routes by which staff enter what clients have said about the salon. */
export function reviewRoutes({ on, commands }: ReviewRoutesDeps): void {
  const answered = ({ reviewId: id, version, position }: ReviewResult) => ({
    body: { id, version, position },
    version,
  });
  on(addReview, async ({ body, run }) => answered(await commands.add(body, run)));
  on(changeReview, async ({ params: { id }, body, run }) => answered(await commands.change(id, body, run)));
  on(removeReview, async ({ params: { id }, run }) => answered(await commands.remove(id, run)));
  on(eraseReview, async ({ params: { id }, run }) => answered(await commands.erase(id, run)));
}
