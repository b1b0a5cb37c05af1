import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Queryable } from '../../../adapters/postgres/pool.ts';
import { mayCall, type Role } from '../../../contracts/accounts/roles.ts';
import type { Operation } from '../../../contracts/operation.ts';
import type { ProblemCode } from '../../../contracts/problem.ts';
import { bearerOf, type Guard, type NeededPassword } from '../../../http/operation/caller.ts';
import { refuse } from '../../../http/refusal.ts';
import { hasSecondFactor } from '../factors/factors.ts';
import { ROLE_COLUMNS, signsInWithoutPassword } from '../users/staff.ts';
import type { AccessClaims, AccessTokens } from './access-tokens.ts';
import { type Aal, lastShown, lowerAal } from './auth-methods.ts';

/** The facts by which somebody's rights are checked. */
interface Access {
  readonly userId: string;
  readonly email: string;
  /** Null for somebody who doesn't work in the salon. */
  readonly role: Role | null;
  readonly stylistId: string | null;
  /** The session's level. A token made before a second factor was shown has a lower one. */
  readonly aal: Aal;
  /** The level that the user needs: aal2 if they have a second factor. */
  readonly needs: Aal;
  readonly needsPassword: NeededPassword | null;
}

/** Reads the access of a session; undefined if the session has ended or never existed. */
async function accessOf(db: Queryable, sessionId: string): Promise<Access | undefined> {
  const { rows } = await db.query<Access>({
    name: 'accounts-access',
    text: `select users.id as "userId", users.email, ${ROLE_COLUMNS},
        sessions.aal, case when ${hasSecondFactor('users.id')} then 'aal2' else 'aal1' end as needs,
        case when users.password_hash is not null then case when users.weak_password then 'stronger' end
          when not ${signsInWithoutPassword('users.id')} then 'first' end as "needsPassword"
      from accounts.sessions join accounts.users on users.id = sessions.user_id
        left join accounts.user_roles r on r.user_id = users.id
      where sessions.id = $1 and sessions.ended_at is null`,
    values: [sessionId],
  });
  return rows[0];
}

/** How long access is cached, to save a query for each request. A removed role or an ended session may still count for this long, but not for owners' commands. */
const KEPT_MS = 5_000;
const KEPT_SESSIONS = 2_000;

interface GuardDeps {
  readonly pool: Pool;
  readonly accessTokens: AccessTokens;
  readonly now: () => Date;
  /** How long access is cached, in milliseconds; five seconds when left out. */
  readonly keptMs?: number;
}

interface Cached {
  readonly at: number;
  readonly access: Promise<Access | undefined>;
}

function accessCache({ pool, now, keptMs = KEPT_MS }: GuardDeps) {
  const known = new LRUCache<string, Cached>({ max: KEPT_SESSIONS, ttl: KEPT_MS });
  return {
    /** The cached access; undefined if there is none, or if it is older than `keptMs`. */
    recall(sessionId: string): Promise<Access | undefined> | undefined {
      const kept = known.get(sessionId);
      return kept && Math.abs(now().getTime() - kept.at) < keptMs ? kept.access : undefined;
    },

    ask(sessionId: string): Promise<Access | undefined> {
      const access = accessOf(pool, sessionId);
      known.set(sessionId, { at: now().getTime(), access });
      access.catch(() => {
        if (known.peek(sessionId)?.access === access) known.delete(sessionId);
      });
      return access;
    },
  };
}

/** Says why somebody is refused; undefined if they are admitted. */
type Judge = (
  access: Access | undefined,
  claims: AccessClaims,
  operation: Operation,
) => ProblemCode | undefined;

const judgeUser: Judge = (access, claims) => {
  if (!access || access.userId !== claims.userId) return 'sign-in-required';
  if (access.needs === 'aal2' && lowerAal(access.aal, claims.aal) !== 'aal2') return 'second-factor-required';
  return undefined;
};

const judgeAdmin: Judge = (access, claims, operation) => {
  const problem = judgeUser(access, claims, operation);
  if (problem !== undefined) return problem;
  if (!access?.role || !operation.roles || !mayCall(access.role, operation)) return 'forbidden';
  return access.needsPassword ? 'stronger-password-required' : undefined;
};

export interface Guards {
  readonly user: Guard<'user'>;
  readonly admin: Guard<'admin'>;
}

/** Guards of the operations for people who have signed in, and for administrators. */
export function createGuards(deps: GuardDeps): Guards {
  const cache = accessCache(deps);

  /** Cached access may admit somebody but never refuse: before a refusal the database is asked, so that a new right, or a new password, works at once. */
  async function admit(req: Request, operation: Operation, judge: Judge) {
    const bearer = bearerOf(req);
    const claims = bearer === undefined ? undefined : await deps.accessTokens.verify(bearer);
    if (!claims) throw refuse('sign-in-required');
    // An owner's command may leave something that works on, such as an API key, so a remembered role isn't enough for it. And questions
    // about one's own account are answered as it is now.
    const isOwners = operation.roles === 'owners' && operation.method !== 'get';
    const isFresh = isOwners || operation.caller === 'user';
    let access = isFresh ? undefined : await cache.recall(claims.sessionId);
    const isEnough =
      access &&
      judge(access, claims, operation) === undefined &&
      lowerAal(access.aal, claims.aal) === claims.aal;
    if (!isEnough) access = await cache.ask(claims.sessionId);
    const problem = judge(access, claims, operation);
    if (!access || problem !== undefined) throw refuse(problem ?? 'sign-in-required');
    const { userId, email, role, stylistId, needsPassword } = access;
    const { sessionId, amr } = claims;
    const aal = lowerAal(access.aal, claims.aal);
    return { userId, sessionId, aal, email, role, stylistId, needsPassword, shownAt: lastShown(amr) };
  }

  return {
    user: async (req, operation) => ({ kind: 'user', ...(await admit(req, operation, judgeUser)) }),
    admin: async (req, operation) => {
      const { needsPassword, role, ...caller } = await admit(req, operation, judgeAdmin);
      if (role === null) throw refuse('forbidden');
      return { kind: 'admin', ...caller, role };
    },
  };
}
