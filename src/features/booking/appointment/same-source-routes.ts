import { cancelSameSource } from '../../../contracts/bookings/same-source.ts';
import type { Mount } from '../../../http/operation/operation.ts';
import type { CancelSameSource } from './cancel-same-source.ts';

interface SameSourceCommandRoutesDeps {
  readonly on: Mount;
  readonly cancel: CancelSameSource;
}

/** The route that cancels everything that one sender has booked. */
export function sameSourceCommandRoutes({ on, cancel }: SameSourceCommandRoutesDeps): void {
  on(cancelSameSource, async ({ params: { id }, body, run }) => ({
    body: await cancel({ id, ...body }, run),
  }));
}
