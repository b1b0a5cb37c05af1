import { getBlockedDate, listBlockedDates } from '../../src/contracts/salon/admin-blocked-dates.ts';
import type { Mount } from '../../src/http/operation/operation.ts';
import { refuse } from '../../src/http/refusal.ts';
import { blockedDates } from './projection.ts';
import type { BlockedDates } from './queries.ts';

/** Blocked dates with their reasons, for staff. */
export function blockedDateQueryRoutes({
  on,
  dates,
}: {
  readonly on: Mount;
  readonly dates: BlockedDates;
}): void {
  on(listBlockedDates, async ({ query }) => ({ body: await dates.list(query) }), [blockedDates]);
  on(
    getBlockedDate,
    async ({ params: { id } }) => {
      const body = await dates.byId(id);
      if (!body) throw refuse('block-not-found');
      return { body, version: body.version };
    },
    [blockedDates],
  );
}
