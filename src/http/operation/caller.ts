import type { Request } from 'express';
import type { Actor } from '../../contracts/history/actor.ts';
import type { CallerKind } from '../../contracts/operation.ts';
import { LinkQuery } from '../../contracts/operation-rules.ts';
import { actorOfProcess, type ProcessCaller } from '../../eventsourcing/processes/process-context.ts';
import { refuse } from '../refusal.ts';
import { bearerOf } from './bearer.ts';
import { parseQuery } from './parse.ts';

/** Finds the present names of users by their ids. Users who no longer exist are left out. */
export type NamesOf = (userIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Somebody with a session. */
interface SignedInCaller {
  readonly userId: string;
  readonly email: string;
  readonly sessionId: string;
  /** Whether the session has shown one factor or two. */
  readonly aal: 'aal1' | 'aal2';
  /** When they last showed who they are, by a password, a link or a second factor. */
  readonly shownAt: Date;
}

/** The person or process on whose behalf something happens. */
export type Caller =
  | { readonly kind: 'nobody' }
  /** Somebody with the private link of this booking. */
  | { readonly kind: 'customer'; readonly bookingId: string }
  | ({
      readonly kind: 'user';
      readonly isAdmin: boolean;
      /** Whether the password is too weak for an administrator. They can't act as an administrator until they change it. */
      readonly hasWeakPassword: boolean;
    } & SignedInCaller)
  | ({ readonly kind: 'admin' } & SignedInCaller)
  | ProcessCaller;

interface CallerByKind {
  readonly public: Extract<Caller, { kind: 'nobody' }>;
  readonly link: Extract<Caller, { kind: 'customer' }>;
  readonly user: Extract<Caller, { kind: 'user' }>;
  readonly admin: Extract<Caller, { kind: 'admin' }>;
}

/** The type of caller that an operation for this kind of callers gets. */
export type CallerOf<Kind extends CallerKind> = CallerByKind[Kind];

/**
 * Finds out who calls.
 *
 * @throws Refused `unauthorized`, `sign-in-required`, `second-factor-required`, `stronger-password-required` or `forbidden`
 */
export type Guard<Kind extends CallerKind> = (req: Request) => CallerOf<Kind> | Promise<CallerOf<Kind>>;

/** A guard for each kind of callers that this process can authenticate; operations for other kinds can't be mounted. */
export type Guards = { readonly [Kind in CallerKind]?: Guard<Kind> };

/** The actor in the metadata of a caller's events: a visitor, with or without a private link, is a customer. */
export function actorOf(caller: Caller): Actor {
  switch (caller.kind) {
    case 'nobody':
    case 'customer':
    case 'user':
      return { kind: 'customer' };
    case 'admin':
      return { kind: 'admin', userId: caller.userId };
    case 'process':
      return actorOfProcess(caller);
  }
}

/** Checks of the private links of bookings. */
interface PrivateLinks {
  /** The booking that a token belongs to; null for a text that isn't a token of this service. */
  bookingOf(token: string): string | null;
  /** Whether a booking's private link has ended, because the appointment was long ago or its customer was erased. */
  hasEnded(bookingId: string): Promise<boolean>;
}

/** Admits callers with a booking's management token. The token of a link that has ended is refused like an unknown one. */
export const linkGuard =
  ({ bookingOf, hasEnded }: PrivateLinks): Guard<'link'> =>
  async (req) => {
    const bookingId = bookingOf(bearerOf(req) ?? '');
    if (bookingId === null || (await hasEnded(bookingId))) throw refuse('unauthorized');
    const named = parseQuery(LinkQuery, req).booking_id;
    if (named !== undefined && named !== bookingId) throw refuse('booking-not-found');
    return { kind: 'customer', bookingId };
  };
