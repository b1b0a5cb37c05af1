import type { AffectedBookings } from '../../../../src/contracts/bookings/affected-bookings.ts';
import type { NamedStylist } from '../../../../src/contracts/fields.ts';
import { listAdminStylists, listAhead } from '../../../../src/contracts/salon/admin-stylists.ts';
import { call } from '../../../api.ts';
import { defineQuery } from '../../data/query.ts';

/** The appointments ahead of a stylist who takes none any more. */
export interface LeftBehind extends AffectedBookings {
  readonly stylist: NamedStylist;
}

/** Those of each of them. One query, so that the dashboard can wait for all. */
export const LEFT_BEHIND = defineQuery({
  name: 'left-behind',
  about: () => ['booking', 'settings'] as const,
  roles: listAhead.roles,
  async load(_input: 'now', { after, ...options }): Promise<readonly LeftBehind[]> {
    const { stylists } = await call(listAdminStylists, { ...options, query: { after } });
    const former = stylists.filter(({ active, ahead }) => !active && ahead > 0);
    return Promise.all(
      former.map(async ({ id, name }) => ({
        stylist: { id, name },
        ...(await call(listAhead, { ...options, params: { id }, query: { after } })),
      })),
    );
  },
});
