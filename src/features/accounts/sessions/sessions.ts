import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { type Queryable, withTransaction } from '../../../adapters/postgres/pool.ts';
import type { SenderHashesOf } from '../../../adapters/secrets/sender-hashes.ts';
import type { AuthSession } from '../../../contracts/accounts/auth.ts';
import { AuthError } from '../supabase-protocol/auth-errors.ts';
import { userAnswer } from '../users/user-answer.ts';
import { recordSignIn, userById } from '../users/users.ts';
import type { AccessTokens } from './access-tokens.ts';
import { type Aal, type AuthMethod, SECOND_FACTORS } from './auth-methods.ts';
import type { Device, Place } from './devices.ts';
import {
  addRefreshToken,
  endOfLine,
  isReused,
  type NextToken,
  refreshTokenByHash,
  spendRefreshToken,
  spendRefreshTokensOf,
} from './refresh-tokens.ts';
import { hashOfToken, newToken } from './secret-tokens.ts';
import type { RecordSignIn } from './sign-in-events.ts';

export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly aal: Aal;
  readonly amr: readonly AuthMethod[];
  readonly userAgent: string;
  /** Keyed hash of the network address of the last refresh. */
  readonly sourceHash: string | null;
  readonly createdAt: Date;
  readonly refreshedAt: Date;
  readonly endedAt: Date | null;
}

/** A session ends when it hasn't been refreshed for this long. */
const SESSION_IDLE_MS = 30 * 86_400_000;

const COLUMNS = `id, user_id as "userId", aal, amr, user_agent as "userAgent", source_hash as "sourceHash",
  created_at as "createdAt", refreshed_at as "refreshedAt", ended_at as "endedAt"`;

async function addSession(db: Queryable, session: Omit<Session, 'refreshedAt' | 'endedAt'>): Promise<void> {
  const { id, userId, aal, amr, userAgent, sourceHash, createdAt } = session;
  await db.query({
    name: 'accounts-session-add',
    text: `insert into accounts.sessions (id, user_id, aal, amr, user_agent, source_hash, created_at, refreshed_at)
      values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    values: [id, userId, aal, JSON.stringify(amr), userAgent, sourceHash, createdAt],
  });
}

export async function sessionById(db: Queryable, id: string): Promise<Session | undefined> {
  const { rows } = await db.query<Session>({
    name: 'accounts-session-by-id',
    text: `select ${COLUMNS} from accounts.sessions where id = $1`,
    values: [id],
  });
  return rows[0];
}

/** A session, locked until the transaction ends. */
async function lockedSession(db: Queryable, id: string): Promise<Session | undefined> {
  const { rows } = await db.query<Session>({
    name: 'accounts-session-lock',
    text: `select ${COLUMNS} from accounts.sessions where id = $1 for update`,
    values: [id],
  });
  return rows[0];
}

/** A user's sessions that have not ended, most recently used first. */
export async function livingSessions(db: Queryable, userId: string, now: Date): Promise<Session[]> {
  const { rows } = await db.query<Session>({
    name: 'accounts-sessions-of',
    text: `select ${COLUMNS} from accounts.sessions where user_id = $1 and ended_at is null and refreshed_at >= $2
      order by refreshed_at desc`,
    values: [userId, new Date(now.getTime() - SESSION_IDLE_MS)],
  });
  return rows;
}

async function setAal(db: Queryable, id: string, { aal, amr }: Pick<Session, 'aal' | 'amr'>): Promise<void> {
  await db.query({
    name: 'accounts-session-aal',
    text: 'update accounts.sessions set aal = $2, amr = $3 where id = $1',
    values: [id, aal, JSON.stringify(amr)],
  });
}

async function recordRefresh(db: Queryable, id: string, { userAgent, sourceHash }: Place, now: Date) {
  await db.query({
    name: 'accounts-session-refreshed',
    text: 'update accounts.sessions set refreshed_at = $2, user_agent = $3, source_hash = $4 where id = $1',
    values: [id, now, userAgent, sourceHash],
  });
}

/** Which of a user's sessions are meant: this one, all others, all, or all others that have shown only one factor. */
type SessionScope = 'local' | 'others' | 'global' | 'others-at-aal1';

const IN_SCOPE: Readonly<Record<SessionScope, string>> = {
  local: 'id = $2',
  others: 'id <> $2',
  global: '($2::uuid is null or true)',
  'others-at-aal1': "id <> $2 and aal = 'aal1'",
};

/**
 * @param session.id null to end all sessions of a user, by the scope `global`
 * @returns the ids of the sessions it has ended
 */
export async function endSessions(
  db: Queryable,
  { id, userId }: { readonly id: string | null; readonly userId: string },
  scope: SessionScope,
  now: Date,
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: `accounts-sessions-end-${scope}`,
    text: `update accounts.sessions set ended_at = $3
      where user_id = $1 and ended_at is null and ${IN_SCOPE[scope]} returning id`,
    values: [userId, id, now],
  });
  return rows.map((row) => row.id);
}

/** The most sessions of one user, so that nobody can fill the table by signing in. */
const MOST_SESSIONS = 50;

/**
 * Ends a user's sessions that exceed `MOST_SESSIONS`. It keeps this one, then those that have shown two factors, since somebody who
 * knows only the password must not end them, and then the most recently used ones.
 */
async function endOldestSessions(
  db: Queryable,
  { id, userId }: Pick<Session, 'id' | 'userId'>,
  now: Date,
): Promise<void> {
  await db.query({
    name: 'accounts-sessions-end-oldest',
    text: `update accounts.sessions set ended_at = $3 where id in (
        select id from accounts.sessions where user_id = $1 and ended_at is null
        order by id = $2 desc, aal desc, refreshed_at desc, created_at desc offset $4)`,
    values: [userId, id, now, MOST_SESSIONS],
  });
}

interface NewSession {
  readonly userId: string;
  /** How the user has signed in, by its name in the token's `amr`, such as `password`. */
  readonly method: string;
  readonly aal?: Aal;
  readonly place: Place;
}

/** A session with a new refresh token. The transaction that made it may not have committed yet. */
export interface IssuedSession extends Pick<Session, 'id' | 'userId' | 'aal' | 'amr'> {
  readonly refreshToken: string;
}

interface SessionsDeps {
  readonly pool: Pool;
  readonly accessTokens: AccessTokens;
  readonly hashesOf: SenderHashesOf;
  readonly nextToken: NextToken;
  readonly record: RecordSignIn;
  readonly now: () => Date;
}

export type Sessions = ReturnType<typeof createSessions>;

/** Begins, raises, lowers, refreshes and ends sessions. */
export function createSessions(deps: SessionsDeps) {
  const { pool, accessTokens, hashesOf, nextToken, record, now } = deps;
  const methodNow = (method: string) => ({ method, timestamp: Math.floor(now().getTime() / 1000) });

  async function issue(
    db: Queryable,
    { id, userId, aal, amr }: Omit<IssuedSession, 'refreshToken'>,
    refreshToken = newToken(),
  ): Promise<IssuedSession> {
    await addRefreshToken(db, { hash: hashOfToken(refreshToken), sessionId: id, createdAt: now() });
    return { id, userId, aal, amr, refreshToken };
  }

  /** Returns an outcome instead of throwing: if it ends a stolen session, the transaction must commit. */
  function exchange(refreshToken: string, place: Place) {
    const hash = hashOfToken(refreshToken);
    return withTransaction(pool, async (db): Promise<IssuedSession | 'unknown' | 'reused'> => {
      const found = await refreshTokenByHash(db, hash);
      const session = found && (await lockedSession(db, found.sessionId));
      if (!session || session.endedAt !== null) return 'unknown';
      if (now().getTime() - session.refreshedAt.getTime() > SESSION_IDLE_MS) return 'unknown';
      // Read again under the session's lock, since another tab may have used it meanwhile.
      const token = await refreshTokenByHash(db, hash);
      const following = nextToken(refreshToken);
      const next = token?.usedAt ? await endOfLine(db, nextToken, refreshToken) : following;
      if (token?.usedAt && isReused(token.usedAt, next === following, now())) {
        await endSessions(db, session, 'local', now());
        await record({ kind: 'refresh-token-reused', place, userId: session.userId }, db);
        return 'reused';
      }
      // Tokens that `raise` has marked as used can't be used again at all: the tab in which the second factor was shown has given the
      // new tokens to the other tabs.
      if (next === undefined) return 'unknown';
      await recordRefresh(db, session.id, place, now());
      const { id, userId, aal, amr } = session;
      if (token?.usedAt) return { id, userId, aal, amr, refreshToken: next };
      await spendRefreshToken(db, hash, now());
      return issue(db, session, next);
    });
  }

  return {
    /** The place to store in a session's row. Call it before a transaction begins, since it queries the database itself. */
    placeOf: async ({ userAgent, address }: Device): Promise<Place> => ({
      userAgent,
      sourceHash: (await hashesOf(address)).current,
    }),

    /** Begins a session, in the transaction in which its user has proven who they are. */
    async start(db: Queryable, { userId, method, aal = 'aal1', place }: NewSession): Promise<IssuedSession> {
      const session = { id: randomUUID(), userId, aal, amr: [methodNow(method)] };
      await addSession(db, { ...session, ...place, createdAt: now() });
      await endOldestSessions(db, session, now());
      await recordSignIn(db, userId, now());
      return issue(db, session);
    },

    /**
     * Raises a session to aal2, in the transaction in which a second factor was shown. Its earlier refresh tokens become invalid, and
     * the user's other sessions that have shown only one factor end.
     *
     * @throws AuthError `session_not_found` when the session has ended
     */
    async raise(db: Queryable, { id }: Pick<Session, 'id'>, method: string): Promise<IssuedSession> {
      const session = await lockedSession(db, id);
      if (!session || session.endedAt !== null) throw new AuthError('session_not_found');
      const amr = [...session.amr.filter((known) => known.method !== method), methodNow(method)];
      const raised = { ...session, aal: 'aal2' as const, amr };
      await setAal(db, id, raised);
      await endSessions(db, session, 'others-at-aal1', now());
      await spendRefreshTokensOf(db, id, now());
      return issue(db, raised);
    },

    /**
     * Removes a second factor from the methods of the user's sessions, in the transaction that removes the factor. A session stays
     * at aal2 only if it has also shown another second factor that still exists.
     *
     * @param gone.removed the factor's method, as `amr` names it
     */
    async lower(
      db: Queryable,
      userId: string,
      { removed, othersLeft }: { readonly removed: string; readonly othersLeft: boolean },
    ): Promise<void> {
      for (const { id, aal, amr } of await livingSessions(db, userId, now())) {
        if (aal !== 'aal2') continue;
        const left = amr.filter(({ method }) => method !== removed);
        const isSure = othersLeft && left.some(({ method }) => SECOND_FACTORS.includes(method));
        // A session that began with the removed factor keeps it in its `amr`, which must not be empty.
        await setAal(db, id, { aal: isSure ? 'aal2' : 'aal1', amr: left.length > 0 ? left : amr });
      }
    },

    /**
     * Exchanges a refresh token for the next one. All tabs that use a token within ten seconds get the same next one, so a session has
     * only one sequence of tokens; a client whose answer was lost gets it for a minute, until somebody has used the token in it. If a
     * thief uses a token, this is noticed when the owner uses it later, or the other way round.
     *
     * @throws AuthError `refresh_token_not_found`, or `refresh_token_already_used`, for which the session is ended
     */
    async refresh(refreshToken: string, place: Place): Promise<IssuedSession> {
      const issued = await exchange(refreshToken, place);
      if (issued === 'unknown') throw new AuthError('refresh_token_not_found');
      if (issued === 'reused') throw new AuthError('refresh_token_already_used');
      return issued;
    },

    end: (db: Queryable, session: Pick<Session, 'id' | 'userId'>, scope: SessionScope) =>
      endSessions(db, session, scope, now()),

    /** The session in the form of the auth client's protocol. Call it after the transaction has committed. */
    async answer(issued: IssuedSession): Promise<AuthSession> {
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
