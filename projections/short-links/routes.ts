import { getShortLink } from '../../src/contracts/bookings/bookings.ts';
import { LOG_START, type Position } from '../../src/eventsourcing/event-store.ts';
import type { Mount } from '../../src/http/operation/operation.ts';
import type { ProjectionWait } from '../../src/http/operation/projected.ts';
import { refuse } from '../../src/http/refusal.ts';
import { SHORT_LINKS, type ShortCodes } from './projection.ts';

interface ShortLinkRoutesDeps {
  readonly on: Mount;
  readonly links: Pick<ShortCodes, 'shortCodeHash'> & { tokenOf(bookingId: string): string };
  bookingByCodeHash(codeHash: string): Promise<string | null>;
  /** Whether a booking's private link has ended. */
  hasEnded(bookingId: string): Promise<boolean>;
  readonly waitForProjection: ProjectionWait;
  /** The end of the log. */
  head(): Promise<Position>;
}

export function shortLinkRoutes(deps: ShortLinkRoutesDeps): void {
  const { on, links, bookingByCodeHash, hasEnded, waitForProjection, head } = deps;

  /** Looks again once the read model is at the end of the log. Before that a missing row doesn't mean that there is no such link. */
  async function findAtEnd(find: () => Promise<string | null>): Promise<string | null> {
    const end = await head();
    const [reached = LOG_START] = await waitForProjection([SHORT_LINKS], end);
    const found = await find();
    if (found === null && reached < end) throw refuse('booking-being-recorded');
    return found;
  }

  on(
    getShortLink,
    async ({ query }) => {
      const find = () => bookingByCodeHash(links.shortCodeHash(query.code));
      const bookingId = (await find()) ?? (await findAtEnd(find));
      if (bookingId === null || (await hasEnded(bookingId))) throw refuse('short-link-not-found');
      return {
        body: { success: true as const, booking_id: bookingId, management_token: links.tokenOf(bookingId) },
      };
    },
    [SHORT_LINKS],
  );
}
