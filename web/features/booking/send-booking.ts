import { type CreateBooking, createBooking } from '../../../src/contracts/bookings.ts';
import { ApiError, call } from '../../api.ts';

/**
 * Books. Where the server asks for a proof of work, the browser does the work and sends the same request with it.
 *
 * @throws ApiError, NetworkError as `call` does
 */
export async function sendBooking(body: CreateBooking, idempotencyKey: string) {
  try {
    return await call(createBooking, { body, idempotencyKey });
  } catch (error) {
    if (!(error instanceof ApiError) || error.challenge === undefined) throw error;
    // Few visitors need it.
    const { solve } = await import('./proof-of-work.ts');
    const proof = await solve(error.challenge);
    if (proof === undefined) throw error;
    return call(createBooking, { body, idempotencyKey, headers: { 'booking-proof': proof } });
  }
}
