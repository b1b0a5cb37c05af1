import type { Request } from 'express';
import type { Role } from '../../contracts/accounts/roles.ts';
import type { Actor } from '../../contracts/history/actor.ts';
import type { CallerKind, Operation } from '../../contracts/operation.ts';
import { LinkQuery } from '../../contracts/operation-rules.ts';
import { refuse } from '../refusal.ts';
import { parse } from './parse.ts';

/** The token in a request's `Authorization`; undefined if there is none, or if the text can't be a token of this service. */
export const bearerOf = (req: Pick<Request, 'get'>): string | undefined =>
  /^Bearer ([\w.-]{1,4000})$/i.exec(req.get('Authorization') ?? '')?.[1];

/** Finds the present names of users, and those of API keys, by their ids. Those that no longer exist are left out. */
export type NamesOf = (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Somebody with a session. */
interface SignedInCaller {
  readonly userId: string;
  readonly email: string;
  readonly sessionId: string;
  /** Whether the session has shown one factor or two. */
  readonly aal: 'aal1' | 'aal2';
  /** Time at which they last showed who they are, by a password, a link or a second factor. */
  readonly shownAt: Date;
}

/** The role, which says what somebody may see and do (`sight.ts`). */
interface HasRole {
  readonly role: Role;
  /** For a stylist which one of the team they are, and null for others. */
  readonly stylistId: string | null;
}

/** A program that acts for the owner who has made its API key. */
interface KeyCaller extends HasRole {
  readonly userId: string;
  /** The key's id. */
  readonly apiKey: string;
}

/** The password that somebody with a role has to choose first: a stronger one than theirs, or their first one, since they were invited. */
export type NeededPassword = 'stronger' | 'first';

/** The person or program on whose behalf something happens. */
export type Caller =
  | { readonly kind: 'nobody' }
  /** Somebody with the private link of this booking. */
  | { readonly kind: 'customer'; readonly bookingId: string }
  | ({
      readonly kind: 'user';
      /** Null for somebody who doesn't work in the salon. */
      readonly role: Role | null;
      readonly stylistId: string | null;
      readonly needsPassword: NeededPassword | null;
    } & SignedInCaller)
  | ({ readonly kind: 'admin'; readonly apiKey?: undefined } & SignedInCaller & HasRole)
  | ({ readonly kind: 'admin' } & KeyCaller);

interface CallerByKind {
  readonly public: Extract<Caller, { kind: 'nobody' }>;
  readonly link: Extract<Caller, { kind: 'customer' }>;
  readonly user: Extract<Caller, { kind: 'user' }>;
  readonly admin: Extract<Caller, { kind: 'admin' }>;
}

/** The type of caller that a guard for this kind of callers lets in. */
export type CallerOf<Kind extends CallerKind> = CallerByKind[Kind];

/** The type of caller that an operation gets. If no API key opens the operation, staff are people who have signed in. */
export type CallerTo<Op extends Operation> = Op extends { readonly area: null }
  ? Extract<Caller, { kind: 'admin' } & SignedInCaller>
  : CallerOf<Op['caller']>;

/**
 * Finds out who calls.
 *
 * @throws Refused `unauthorized`, `sign-in-required`, `second-factor-required`, `stronger-password-required`, `forbidden`,
 * `api-key-invalid`, `not-for-this-key` or `too-many-requests`
 */
export type Guard<Kind extends CallerKind> = (
  req: Request,
  operation: Operation,
) => CallerOf<Kind> | Promise<CallerOf<Kind>>;

/** A guard for each kind of callers that this process can authenticate; operations for other kinds can't be mounted. */
export type Guards = { readonly [Kind in CallerKind]?: Guard<Kind> };

/** The guard of one operation. */
export type GuardOfOne = (req: Request) => Caller | Promise<Caller>;

export function guardOf(operation: Operation, guards: Guards | undefined): GuardOfOne {
  const guard = guards?.[operation.caller] as Guard<CallerKind> | undefined;
  if (!guard) throw new Error(`there is no guard for ${operation.path}`);
  return (req) => guard(req, operation);
}

/** People must have shown who they are within this time before they change how they sign in, or where keys and events go. */
const FRESH_MS = 3_600_000;

export const isFresh = (shownAt: Date, now: Date): boolean => now.getTime() - shownAt.getTime() < FRESH_MS;

/** @throws Refused `fresh-sign-in-required` */
export function requireFresh({ shownAt }: Pick<SignedInCaller, 'shownAt'>, now: Date): void {
  if (!isFresh(shownAt, now)) throw refuse('fresh-sign-in-required');
}

/** A stream that lasts was cut for the role that its caller had at the beginning. @throws Refused `forbidden` for one who has another by now */
export function requireSameRole(before: Caller | undefined, now: Caller): void {
  if (before?.kind !== 'admin' || now.kind !== 'admin') return;
  if (before.role !== now.role || before.stylistId !== now.stylistId) throw refuse('forbidden');
}

/** Whether it is a program with an API key. */
export const isProgram = (caller: Caller | undefined): boolean =>
  caller?.kind === 'admin' && caller.apiKey !== undefined;

/** The subject of limits: the program with this API key, or the person. Callers without a name share one. */
export function takerOf(caller: Caller): string {
  if (caller.kind === 'admin') return caller.apiKey ?? caller.userId;
  return caller.kind === 'user' ? caller.userId : caller.kind;
}

/** The actor in the metadata of a caller's events: a visitor, with or without a private link, is a customer. */
export function actorOf(caller: Caller): Actor {
  switch (caller.kind) {
    case 'nobody':
    case 'customer':
    case 'user':
      return { kind: 'customer' };
    case 'admin':
      return {
        kind: 'admin',
        userId: caller.userId,
        ...(caller.apiKey !== undefined && { apiKey: caller.apiKey }),
      };
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
    const named = parse(LinkQuery, req.query).booking_id;
    if (named !== undefined && named !== bookingId) throw refuse('booking-not-found');
    return { kind: 'customer', bookingId };
  };
