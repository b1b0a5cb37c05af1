import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Guard } from '../../http/caller.ts';
import { refuse } from '../../http/refusal.ts';
import type { AccessTokens } from './access-tokens.ts';
import { type Access, accessOf } from './store/access.ts';

/** How long a role or session that is gone may still count: it saves three look-ups with each request of a page. */
const CACHED_MS = 5_000;
const CACHED_SESSIONS = 2_000;

interface GuardDeps {
  readonly pool: Pool;
  readonly tokens: AccessTokens;
  readonly now: () => Date;
}

interface Known {
  readonly at: number;
  readonly access: Promise<Access | undefined>;
}

/** What a session may do, asked at most every five seconds; a session that has ended is asked for each time. */
function cachedAccess({ pool, now }: GuardDeps): (sessionId: string) => Promise<Access | undefined> {
  const known = new LRUCache<string, Known>({ max: CACHED_SESSIONS, ttl: CACHED_MS });
  return (sessionId) => {
    const at = now().getTime();
    const cached = known.get(sessionId);
    if (cached && Math.abs(at - cached.at) < CACHED_MS) return cached.access;
    const access = accessOf(pool, sessionId);
    known.set(sessionId, { at, access });
    const forget = () => {
      if (known.peek(sessionId)?.access === access) known.delete(sessionId);
    };
    access.then((found) => found === undefined && forget(), forget);
    return access;
  };
}

const bearerOf = (req: Request): string => {
  const [, token = ''] = /^Bearer ([\w.-]{1,4000})$/i.exec(req.get('Authorization') ?? '') ?? [];
  return token;
};

/** Guards of the operations for people who have signed in, and for those of them who are administrators. */
export function createGuards(deps: GuardDeps): {
  readonly user: Guard<'user'>;
  readonly admin: Guard<'admin'>;
} {
  const accessOfSession = cachedAccess(deps);

  async function signedIn(req: Request) {
    const claims = await deps.tokens.verify(bearerOf(req));
    const access = claims && (await accessOfSession(claims.sessionId));
    if (!claims || !access || access.userId !== claims.userId) throw refuse('sign-in-required');
    if (access.needs === 'aal2' && claims.aal !== 'aal2') throw refuse('second-factor-required');
    const { userId, sessionId, aal } = claims;
    return { userId, sessionId, aal, isAdmin: access.isAdmin, email: access.email };
  }

  return {
    user: async (req) => ({ kind: 'user', ...(await signedIn(req)) }),
    admin: async (req) => {
      const { isAdmin, ...caller } = await signedIn(req);
      if (!isAdmin) throw refuse('forbidden');
      return { kind: 'admin', ...caller };
    },
  };
}
