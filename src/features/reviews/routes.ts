import { addReview, changeReview, eraseReview, removeReview } from '../../contracts/settings/reviews.ts';
import { versioned } from '../../http/operation/answer.ts';
import type { Mount } from '../../http/operation/operation.ts';
import type { ReviewCommands } from './commands.ts';

interface ReviewRoutesDeps {
  readonly on: Mount;
  readonly commands: ReviewCommands;
}

/** Routes by which staff enter what clients have said about the salon. */
export function reviewRoutes({ on, commands }: ReviewRoutesDeps): void {
  on(addReview, async ({ body, run }) => versioned(await commands.add(body, run)));
  on(changeReview, async ({ params: { id }, body, run }) => versioned(await commands.change(id, body, run)));
  on(removeReview, async ({ params: { id }, run }) => versioned(await commands.remove(id, run)));
  on(eraseReview, async ({ params: { id }, run }) => versioned(await commands.erase(id, run)));
}
