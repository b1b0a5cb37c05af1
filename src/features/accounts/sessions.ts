import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { withTransaction } from '../../adapters/postgres/pool.ts';
import type { AuthSession } from '../../contracts/auth.ts';
import type { AccessTokens } from './access-tokens.ts';
import { AuthError } from './auth-error.ts';
import { SECOND_FACTORS } from './auth-methods.ts';
import type { Device, Place } from './devices.ts';
import { hashOfToken, type NextToken, newToken } from './secret-tokens.ts';
import type { RecordSignIn } from './sign-in-log.ts';
import type { SourceHash } from './sources.ts';
import type { Queryable } from './store/queryable.ts';
import {
  addRefreshToken,
  refreshTokenByHash,
  spendRefreshToken,
  spendRefreshTokensOf,
} from './store/refresh-tokens.ts';
import {
  type Aal,
  addSession,
  endOldestSessions,
  endSessionRows,
  livingSessions,
  lockedSession,
  recordRefresh,
  SESSION_IDLE_MS,
  type Session,
  type SessionScope,
  setAal,
} from './store/sessions.ts';
import { recordSignIn, userById } from './store/users.ts';
import { userAnswer } from './user-answer.ts';

/** How long a refresh token may be used again: two tabs of one browser don't agree who refreshes. */
const REUSE_GRACE_MS = 10_000;
/** Of one user, so that nobody fills the table by signing in. */
const MOST_SESSIONS = 50;

/** A session with a new refresh token, within a transaction that has not committed yet. */
export interface IssuedSession extends Pick<Session, 'id' | 'userId' | 'aal' | 'amr'> {
  readonly refreshToken: string;
}

export interface Sessions {
  /** Where a session is about to begin or to be used, as its row says it. Asks the database: call it before the transaction. */
  placeOf(device: Device): Promise<Place>;
  /**
   * Begins a session, in the transaction in which somebody has proven who they are.
   *
   * @param method such as `password`, as the token's `amr` names it
   */
  start(
    db: Queryable,
    begin: { readonly userId: string; readonly method: string; readonly aal?: Aal; readonly place: Place },
  ): Promise<IssuedSession>;
  /**
   * Raises a session to aal2, in the transaction in which a second factor was proven. The refresh tokens that it had are worth
   * nothing from then on, and the user's other sessions with one factor end.
   *
   * @throws AuthError `session_not_found` when it has ended
   */
  raise(db: Queryable, session: Pick<Session, 'id'>, method: string): Promise<IssuedSession>;
  /**
   * Takes a second factor that is gone out of what the user's sessions have shown, in the transaction that removes it. A session
   * stays at aal2 only where another one was shown that is still there.
   *
   * @param removed its method, as `amr` names it
   */
  lower(
    db: Queryable,
    userId: string,
    gone: { readonly removed: string; readonly othersLeft: boolean },
  ): Promise<void>;
  /**
   * Exchanges a refresh token for the next one, which is the same for all tabs that use a token within ten seconds: so there is
   * one line of tokens, and whoever uses one of them that a thief has used is found out.
   *
   * @throws AuthError `refresh_token_not_found`, and `refresh_token_already_used` after ending the session
   */
  refresh(refreshToken: string, place: Place): Promise<IssuedSession>;
  /** Ends sessions of the user of this one. @returns how many */
  end(db: Queryable, session: Pick<Session, 'id' | 'userId'>, scope: SessionScope): Promise<number>;
  /** The session as the client gets it, once the transaction has committed. */
  answer(issued: IssuedSession): Promise<AuthSession>;
}

interface SessionsDeps {
  readonly pool: Pool;
  readonly accessTokens: AccessTokens;
  readonly sourceHash: SourceHash;
  readonly nextToken: NextToken;
  readonly record: RecordSignIn;
  readonly now: () => Date;
}

export function createSessions(deps: SessionsDeps): Sessions {
  const { pool, accessTokens, sourceHash, nextToken, record, now } = deps;
  const methodNow = (method: string) => ({ method, timestamp: Math.floor(now().getTime() / 1000) });

  async function issue(
    db: Queryable,
    { id, userId, aal, amr }: Omit<IssuedSession, 'refreshToken'>,
    refreshToken = newToken(),
  ) {
    await addRefreshToken(db, { hash: hashOfToken(refreshToken), sessionId: id, createdAt: now() });
    return { id, userId, aal, amr, refreshToken };
  }

  /**
   * Where the line that a used token is of goes on, which another tab may have found before.
   *
   * @returns undefined when a second factor has cut it off
   */
  async function endOfLine(db: Queryable, used: string): Promise<string | undefined> {
    const next = nextToken(used);
    const known = await refreshTokenByHash(db, hashOfToken(next));
    if (!known) return undefined;
    return known.usedAt === null ? next : endOfLine(db, next);
  }

  /** An outcome instead of an error, so that the end of a stolen session commits. */
  function exchange(refreshToken: string, place: Place) {
    const hash = hashOfToken(refreshToken);
    return withTransaction(pool, async (db): Promise<IssuedSession | 'unknown' | 'reused'> => {
      const found = await refreshTokenByHash(db, hash);
      const session = found && (await lockedSession(db, found.sessionId));
      if (!session || session.endedAt !== null) return 'unknown';
      if (now().getTime() - session.refreshedAt.getTime() > SESSION_IDLE_MS) return 'unknown';
      // Read again under the session's lock: another tab may have used it meanwhile.
      const token = await refreshTokenByHash(db, hash);
      if (token?.usedAt && now().getTime() - token.usedAt.getTime() > REUSE_GRACE_MS) {
        await endSessionRows(db, session, 'local', now());
        await record({ kind: 'refresh-token-reused', place, userId: session.userId }, db);
        return 'reused';
      }
      const next = token?.usedAt ? await endOfLine(db, refreshToken) : nextToken(refreshToken);
      // The tab that showed a second factor has handed the new tokens to the others, and nobody else is to have them.
      if (next === undefined) return 'unknown';
      await recordRefresh(db, session.id, { ...place, now: now() });
      const { id, userId, aal, amr } = session;
      if (token?.usedAt) return { id, userId, aal, amr, refreshToken: next };
      await spendRefreshToken(db, hash, now());
      return issue(db, session, next);
    });
  }

  return {
    placeOf: async ({ userAgent, address }) => ({ userAgent, sourceHash: await sourceHash(address) }),

    async start(db, { userId, method, aal = 'aal1', place }) {
      const session = { id: randomUUID(), userId, aal, amr: [methodNow(method)] };
      await addSession(db, { ...session, ...place, createdAt: now() });
      await endOldestSessions(db, session, { keep: MOST_SESSIONS, now: now() });
      await recordSignIn(db, userId, now());
      return issue(db, session);
    },

    async raise(db, { id }, method) {
      const session = await lockedSession(db, id);
      if (!session || session.endedAt !== null) throw new AuthError('session_not_found');
      const amr = [...session.amr.filter((known) => known.method !== method), methodNow(method)];
      const raised = { ...session, aal: 'aal2' as const, amr };
      await setAal(db, id, raised);
      await endSessionRows(db, session, 'others-at-aal1', now());
      await spendRefreshTokensOf(db, id, now());
      return issue(db, raised);
    },

    async lower(db, userId, { removed, othersLeft }) {
      for (const { id, aal, amr } of await livingSessions(db, userId, now())) {
        if (aal !== 'aal2') continue;
        const left = amr.filter(({ method }) => method !== removed);
        const isSure = othersLeft && left.some(({ method }) => SECOND_FACTORS.includes(method));
        // A session that began with it still tells so.
        await setAal(db, id, { aal: isSure ? 'aal2' : 'aal1', amr: left.length > 0 ? left : amr });
      }
    },

    async refresh(refreshToken, place) {
      const issued = await exchange(refreshToken, place);
      if (issued === 'unknown') throw new AuthError('refresh_token_not_found');
      if (issued === 'reused') throw new AuthError('refresh_token_already_used');
      return issued;
    },

    end: async (db, session, scope) => (await endSessionRows(db, session, scope, now())).length,

    async answer(issued) {
      const user = await userById(pool, issued.userId);
      if (!user) throw new AuthError('session_not_found');
      const { token, expiresIn, expiresAt } = await accessTokens.sign(issued, user.email);
      return {
        access_token: token,
        token_type: 'bearer',
        expires_in: expiresIn,
        expires_at: expiresAt,
        refresh_token: issued.refreshToken,
        user: await userAnswer(pool, user, issued.aal),
      };
    },
  };
}
