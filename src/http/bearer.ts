import type { Request } from 'express';
import type { ProblemCode } from '../contracts/problem.ts';
import { RuleBroken } from '../eventsourcing/decider.ts';

/**
 * The booking that a request's management token (`Authorization: Bearer`) belongs to.
 *
 * @param named the booking id that the request names besides; another one than the token's is not found
 * @throws RuleBroken `unauthorized` without a valid token, `booking-not-found` for another booking's id
 */
export function bookingFromToken(
  req: Request,
  links: { bookingOf(token: string): string | null },
  named?: string,
): string {
  const [, token = ''] = /^Bearer ([\w-]{1,200})$/i.exec(req.get('Authorization') ?? '') ?? [];
  const bookingId = links.bookingOf(token);
  if (bookingId === null) throw new RuleBroken<ProblemCode>('unauthorized');
  if (named !== undefined && named !== bookingId) throw new RuleBroken<ProblemCode>('booking-not-found');
  return bookingId;
}
