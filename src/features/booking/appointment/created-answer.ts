import type { CreatedBooking } from '../../../contracts/bookings/bookings.ts';
import type { BookingResult } from './commands.ts';
import type { SecretLinks } from './secret-links.ts';

export type CreatedAnswer = (result: BookingResult) => CreatedBooking;

/**
 * The answer to a new booking, with its private links.
 *
 * @param publicUrl without a trailing slash
 */
export const createdAnswers =
  (links: SecretLinks, publicUrl: string): CreatedAnswer =>
  ({ bookingId, status, position }) => {
    const management_token = links.tokenOf(bookingId);
    return {
      id: bookingId,
      status,
      management_token,
      short_code: links.shortCodeOf(bookingId),
      manage_url: `${publicUrl}/m/${management_token}`,
      position,
    };
  };
