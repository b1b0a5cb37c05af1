import type { Queryable } from './queryable.ts';

/** How sure it is who uses a session: one factor, or two. */
export type Aal = 'aal1' | 'aal2';

/** The lower level of a token and its session: one of the two may be from before a factor was shown, or removed. */
export const lowerAal = (one: Aal, other: Aal): Aal => (one === 'aal2' ? other : 'aal1');

/** One way in which the user of a session has proven who they are. */
export interface AuthMethod {
  readonly method: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
}

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

const COLUMNS = `id, user_id as "userId", aal, amr, user_agent as "userAgent", source_hash as "sourceHash",
  created_at as "createdAt", refreshed_at as "refreshedAt", ended_at as "endedAt"`;

export async function addSession(
  db: Queryable,
  session: Omit<Session, 'refreshedAt' | 'endedAt'>,
): Promise<void> {
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

/** The same, locked until the transaction ends. */
export async function lockedSession(db: Queryable, id: string): Promise<Session | undefined> {
  const { rows } = await db.query<Session>({
    name: 'accounts-session-lock',
    text: `select ${COLUMNS} from accounts.sessions where id = $1 for update`,
    values: [id],
  });
  return rows[0];
}

/** A session that has not been refreshed for so long has ended. */
export const SESSION_IDLE_MS = 30 * 86_400_000;

/** Those of a user that have not ended, the one used last first. */
export async function livingSessions(db: Queryable, userId: string, now: Date): Promise<Session[]> {
  const { rows } = await db.query<Session>({
    name: 'accounts-sessions-of',
    text: `select ${COLUMNS} from accounts.sessions where user_id = $1 and ended_at is null and refreshed_at >= $2
      order by refreshed_at desc`,
    values: [userId, new Date(now.getTime() - SESSION_IDLE_MS)],
  });
  return rows;
}

export async function setAal(
  db: Queryable,
  id: string,
  { aal, amr }: Pick<Session, 'aal' | 'amr'>,
): Promise<void> {
  await db.query({
    name: 'accounts-session-aal',
    text: 'update accounts.sessions set aal = $2, amr = $3 where id = $1',
    values: [id, aal, JSON.stringify(amr)],
  });
}

export async function recordRefresh(
  db: Queryable,
  id: string,
  {
    userAgent,
    sourceHash,
    now,
  }: { readonly userAgent: string; readonly sourceHash: string; readonly now: Date },
): Promise<void> {
  await db.query({
    name: 'accounts-session-refreshed',
    text: 'update accounts.sessions set refreshed_at = $2, user_agent = $3, source_hash = $4 where id = $1',
    values: [id, now, userAgent, sourceHash],
  });
}

/** Which of a user's sessions are meant: one of them, all but this one, all, or the others with one factor only. */
export type SessionScope = 'local' | 'others' | 'global' | 'others-at-aal1';

const IN_SCOPE: Readonly<Record<SessionScope, string>> = {
  local: 'id = $2',
  others: 'id <> $2',
  global: 'true',
  'others-at-aal1': "id <> $2 and aal = 'aal1'",
};

/** @returns the ids of those that it has ended */
export async function endSessionRows(
  db: Queryable,
  { id, userId }: Pick<Session, 'id' | 'userId'>,
  scope: SessionScope,
  now: Date,
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: `accounts-sessions-end-${scope}`,
    text: `update accounts.sessions set ended_at = $3
      where user_id = $1 and ended_at is null and $2::uuid is not null and ${IN_SCOPE[scope]} returning id`,
    values: [userId, id, now],
  });
  return rows.map((row) => row.id);
}

/**
 * Ends the sessions of a user beyond so many: this one stays, then those that have shown two factors, since a password alone must
 * not end them, then those used last.
 */
export async function endOldestSessions(
  db: Queryable,
  { id, userId }: Pick<Session, 'id' | 'userId'>,
  { keep, now }: { readonly keep: number; readonly now: Date },
): Promise<void> {
  await db.query({
    name: 'accounts-sessions-end-oldest',
    text: `update accounts.sessions set ended_at = $3 where id in (
        select id from accounts.sessions where user_id = $1 and ended_at is null
        order by id = $2 desc, aal desc, refreshed_at desc, created_at desc offset $4)`,
    values: [userId, id, now, keep],
  });
}
