import type { Request } from 'express';
import type { Actor } from '../contracts/actor.ts';
import { type CallerKind, LinkQuery } from '../contracts/operation.ts';
import { parseQuery } from './parse.ts';
import { refuse } from './refusal.ts';

/** On whose behalf something happens. */
export type Caller =
  | { readonly kind: 'nobody' }
  /** Whoever holds the private link of this booking. */
  | { readonly kind: 'customer'; readonly bookingId: string }
  | { readonly kind: 'user'; readonly userId: string }
  | { readonly kind: 'admin'; readonly userId: string }
  | { readonly kind: 'process'; readonly name: string };

interface CallerByKind {
  readonly public: Extract<Caller, { kind: 'nobody' }>;
  readonly link: Extract<Caller, { kind: 'customer' }>;
  readonly user: Extract<Caller, { kind: 'user' }>;
  readonly admin: Extract<Caller, { kind: 'admin' }>;
}

/** The caller that an operation for this kind of callers is given. */
export type CallerOf<Kind extends CallerKind> = CallerByKind[Kind];

/** Finds out who calls. @throws Refused `unauthorized` or `forbidden` */
export type Guard<Kind extends CallerKind> = (req: Request) => CallerOf<Kind> | Promise<CallerOf<Kind>>;

/** A guard for each kind of callers that this process can tell; an operation of another kind can't be mounted. */
export type Guards = { readonly [Kind in CallerKind]?: Guard<Kind> };

/** Who an event says it was caused by: whoever books or holds a private link is a customer. */
export function actorOf(caller: Caller): Actor {
  switch (caller.kind) {
    case 'nobody':
    case 'customer':
    case 'user':
      return { kind: 'customer' };
    case 'admin':
      return { kind: 'admin', userId: caller.userId };
    case 'process':
      return { kind: 'system', process: caller.name };
  }
}

/** The bearer token of a request; empty without one. */
function bearerToken(req: Request): string {
  const [, token = ''] = /^Bearer ([\w-]{1,200})$/i.exec(req.get('Authorization') ?? '') ?? [];
  return token;
}

/**
 * Lets through whoever sends a booking's management token.
 *
 * @param bookingOf the booking that a token belongs to; null for anything that isn't a token of ours
 */
export const linkGuard =
  (bookingOf: (token: string) => string | null): Guard<'link'> =>
  (req) => {
    const bookingId = bookingOf(bearerToken(req));
    if (bookingId === null) throw refuse('unauthorized');
    const named = parseQuery(LinkQuery, req).booking_id;
    if (named !== undefined && named !== bookingId) throw refuse('booking-not-found');
    return { kind: 'customer', bookingId };
  };
