import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { type Queryable, withTransaction } from '../../../adapters/postgres/pool.ts';
import { AuthError } from '../supabase-protocol/auth-errors.ts';
import { provePassword } from '../users/passwords.ts';
import { LINK_METHODS } from './auth-methods.ts';
import type { Place } from './devices.ts';
import { hashOfToken, newToken } from './secret-tokens.ts';
import type { IssuedSession, Sessions } from './sessions.ts';

/** A sign-in whose client hasn't exchanged its code for a session yet. */
interface FlowState {
  readonly id: string;
  readonly userId: string;
  /** How the user has proven who they are, by its name in the session's `amr`. */
  readonly method: string;
  readonly codeChallenge: string;
  readonly expiresAt: Date;
}

/** @param codeHash SHA-256 of the code that the client will send */
async function addFlowState(db: Queryable, codeHash: Buffer, state: FlowState): Promise<void> {
  const { id, userId, method, codeChallenge, expiresAt } = state;
  await db.query({
    name: 'accounts-flow-state-add',
    text: `insert into accounts.flow_states
      (id, code_hash, user_id, method, code_challenge, expires_at)
      values ($1, $2, $3, $4, $5, $6)`,
    values: [id, codeHash, userId, method, codeChallenge, expiresAt],
  });
}

/** The sign-in of an unused code, even if it has expired. */
async function flowStateByCode(db: Queryable, codeHash: Buffer): Promise<FlowState | undefined> {
  const { rows } = await db.query<FlowState>({
    name: 'accounts-flow-state-by-code',
    text: `select id, user_id as "userId", method, code_challenge as "codeChallenge",
        expires_at as "expiresAt"
      from accounts.flow_states where code_hash = $1 and used_at is null`,
    values: [codeHash],
  });
  return rows[0];
}

/** Marks a code as used, in the transaction that begins the session. @returns false when another request was faster */
async function spendFlowState(db: Queryable, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'accounts-flow-state-spend',
    text: 'update accounts.flow_states set used_at = $2 where id = $1 and used_at is null',
    values: [id, now],
  });
  return rowCount === 1;
}

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

/**
 * A client's challenge in the form in which it is stored. It is always a hash of the verifier, even if the client sent the verifier
 * itself, so that no table contains the verifier.
 */
export const storedChallenge = (
  challenge: string | null | undefined,
  method: string | null | undefined,
): string | null =>
  challenge == null ? null : method?.toLowerCase() === 's256' ? challenge : challengeOf(challenge);

/** How long a client may take from the redirect to the exchange. */
const CODE_MS = 5 * 60_000;

interface CodesDeps {
  readonly pool: Pool;
  readonly sessions: Sessions;
  readonly now: () => Date;
}

export type SignInCodes = ReturnType<typeof createSignInCodes>;

/** Codes that a browser gets in a redirect. Only the client that began the sign-in can exchange one for a session (PKCE). */
export const createSignInCodes = ({ pool, sessions, now }: CodesDeps) => ({
  /** Makes a code, in the transaction in which its user has proven who they are. */
  async issue(
    db: Queryable,
    signIn: Pick<FlowState, 'userId' | 'method' | 'codeChallenge'>,
  ): Promise<string> {
    const code = newToken();
    const expiresAt = new Date(now().getTime() + CODE_MS);
    await addFlowState(db, hashOfToken(code), { id: randomUUID(), ...signIn, expiresAt });
    return code;
  },

  /** @throws AuthError `flow_state_not_found`, `flow_state_expired`, `bad_code_verifier` */
  exchange: (code: string, verifier: string, place: Place): Promise<IssuedSession> =>
    withTransaction(pool, async (db) => {
      const state = await flowStateByCode(db, hashOfToken(code));
      if (!state) throw new AuthError('flow_state_not_found');
      if (state.expiresAt <= now()) throw new AuthError('flow_state_expired');
      // Both are hashed once more, since the comparison needs values of the same length.
      const [given, expected] = [challengeOf(verifier), state.codeChallenge].map((text) => hashOfToken(text));
      if (!given || !expected || !timingSafeEqual(given, expected)) throw new AuthError('bad_code_verifier');
      if (!(await spendFlowState(db, state.id, now()))) throw new AuthError('flow_state_not_found');
      // The browser that signed up has also opened the link. So the person who chose the password owns the mailbox.
      if (state.method === LINK_METHODS.confirmation) await provePassword(db, state.userId, state);
      return sessions.start(db, { userId: state.userId, method: state.method, place });
    }),
});
