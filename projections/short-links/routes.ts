import { getShortLink } from '../../src/contracts/bookings/bookings.ts';
import type { Mount } from '../../src/http/operation/operation.ts';
import { refuse } from '../../src/http/refusal.ts';
import { SHORT_LINKS, type ShortCodes } from './projection.ts';

interface ShortLinkRoutesDeps {
  readonly on: Mount;
  readonly links: Pick<ShortCodes, 'shortCodeHash'> & { tokenOf(bookingId: string): string };
  bookingByCodeHash(codeHash: string): Promise<string | null>;
  /** Whether a booking's private link has ended. */
  hasEnded(bookingId: string): Promise<boolean>;
}

export function shortLinkRoutes({ on, links, bookingByCodeHash, hasEnded }: ShortLinkRoutesDeps): void {
  on(
    getShortLink,
    async ({ query }) => {
      const bookingId = await bookingByCodeHash(links.shortCodeHash(query.code));
      if (bookingId === null || (await hasEnded(bookingId))) throw refuse('short-link-not-found');
      return {
        body: { success: true as const, booking_id: bookingId, management_token: links.tokenOf(bookingId) },
      };
    },
    [SHORT_LINKS],
  );
}
