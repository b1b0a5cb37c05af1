import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { ProblemCode } from '../../contracts/problem.ts';
import { bearerOf } from '../../http/bearer.ts';
import type { Guard } from '../../http/caller.ts';
import { refuse } from '../../http/refusal.ts';
import type { AccessClaims, AccessTokens } from './access-tokens.ts';
import { lastShown } from './freshness.ts';
import { type Access, accessOf } from './store/access.ts';
import { lowerAal } from './store/sessions.ts';

/** How long a role or session that is gone may still count: it saves a look-up with each request of a page. */
const KEPT_MS = 5_000;
const KEPT_SESSIONS = 2_000;

interface GuardDeps {
  readonly pool: Pool;
  readonly accessTokens: AccessTokens;
  readonly now: () => Date;
  /** How old what is known of a session may be, in milliseconds; five seconds when left out. */
  readonly keptMs?: number;
}

interface Known {
  readonly at: number;
  readonly access: Promise<Access | undefined>;
}

/** What sessions may do. */
function accessMemory({ pool, now, keptMs = KEPT_MS }: GuardDeps) {
  const known = new LRUCache<string, Known>({ max: KEPT_SESSIONS, ttl: KEPT_MS });
  return {
    /** As it was `keptMs` ago at most; undefined when it isn't known. */
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

/** Why somebody isn't let in; undefined when they are. */
type Judge = (access: Access | undefined, claims: AccessClaims) => ProblemCode | undefined;

const judgeUser: Judge = (access, claims) => {
  if (!access || access.userId !== claims.userId) return 'sign-in-required';
  if (access.needs === 'aal2' && lowerAal(access.aal, claims.aal) !== 'aal2') return 'second-factor-required';
  return undefined;
};

const judgeAdmin: Judge = (access, claims) => {
  const problem = judgeUser(access, claims);
  if (problem !== undefined) return problem;
  if (!access?.isAdmin) return 'forbidden';
  return access.hasWeakPassword ? 'stronger-password-required' : undefined;
};

/** Guards of the operations for people who have signed in, and for those of them who are administrators. */
export function createGuards(deps: GuardDeps): {
  readonly user: Guard<'user'>;
  readonly admin: Guard<'admin'>;
} {
  const memory = accessMemory(deps);

  /** Nobody is refused or thought less sure from memory: what has changed in their favour counts at once. */
  async function admit(req: Request, judge: Judge) {
    const bearer = bearerOf(req);
    const claims = bearer === undefined ? undefined : await deps.accessTokens.verify(bearer);
    if (!claims) throw refuse('sign-in-required');
    let access = await memory.recall(claims.sessionId);
    const isEnough =
      access && judge(access, claims) === undefined && lowerAal(access.aal, claims.aal) === claims.aal;
    if (!isEnough) access = await memory.ask(claims.sessionId);
    const problem = judge(access, claims);
    if (!access || problem !== undefined) throw refuse(problem ?? 'sign-in-required');
    const { userId, email, isAdmin, hasWeakPassword } = access;
    const { sessionId, amr } = claims;
    const shownAt = lastShown(amr);
    return {
      userId,
      sessionId,
      aal: lowerAal(access.aal, claims.aal),
      email,
      isAdmin,
      hasWeakPassword,
      shownAt,
    };
  }

  return {
    user: async (req) => ({ kind: 'user', ...(await admit(req, judgeUser)) }),
    admin: async (req) => {
      const { userId, sessionId, aal, email } = await admit(req, judgeAdmin);
      return { kind: 'admin', userId, sessionId, aal, email };
    },
  };
}
