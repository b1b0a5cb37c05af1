import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { withTransaction } from '../../adapters/postgres/pool.ts';
import { AuthError } from './auth-error.ts';
import { LINK_METHODS } from './auth-methods.ts';
import type { Place } from './devices.ts';
import { hashOfToken, newToken } from './secret-tokens.ts';
import type { IssuedSession, Sessions } from './sessions.ts';
import { addFlowState, type FlowState, flowStateByCode, spendFlowState } from './store/flow-states.ts';
import { provePassword } from './store/passwords.ts';
import type { Queryable } from './store/queryable.ts';

/** How long a client may take from the redirect to the exchange. */
const CODE_MS = 5 * 60_000;

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

/**
 * A client's challenge as it is stored: always a hash of the verifier, also where the client couldn't hash, so that no table
 * has the verifier.
 */
export const storedChallenge = (
  challenge: string | null | undefined,
  method: string | null | undefined,
): string | null =>
  challenge == null ? null : method?.toLowerCase() === 's256' ? challenge : challengeOf(challenge);

/** Codes that a browser gets in its address, and only the client that asked for them can exchange (PKCE). */
export interface SignInCodes {
  /** @returns the code, in the transaction in which its user has proven who they are */
  issue(db: Queryable, sign: Pick<FlowState, 'userId' | 'method' | 'codeChallenge'>): Promise<string>;
  /** @throws AuthError `flow_state_not_found`, `flow_state_expired`, `bad_code_verifier` */
  exchange(code: string, verifier: string, place: Place): Promise<IssuedSession>;
}

interface CodesDeps {
  readonly pool: Pool;
  readonly sessions: Sessions;
  readonly now: () => Date;
}

export const createSignInCodes = ({ pool, sessions, now }: CodesDeps): SignInCodes => ({
  async issue(db, sign) {
    const code = newToken();
    const expiresAt = new Date(now().getTime() + CODE_MS);
    await addFlowState(db, hashOfToken(code), { id: randomUUID(), ...sign, expiresAt });
    return code;
  },

  exchange: (code, verifier, place) =>
    withTransaction(pool, async (db) => {
      const state = await flowStateByCode(db, hashOfToken(code));
      if (!state) throw new AuthError('flow_state_not_found');
      if (state.expiresAt <= now()) throw new AuthError('flow_state_expired');
      // Hashes are of one length, which the comparison needs.
      const [given, expected] = [challengeOf(verifier), state.codeChallenge].map((text) => hashOfToken(text));
      if (!given || !expected || !timingSafeEqual(given, expected)) throw new AuthError('bad_code_verifier');
      if (!(await spendFlowState(db, state.id, now()))) throw new AuthError('flow_state_not_found');
      // The browser that signed up has opened the link: whoever chose the password reads the mailbox.
      if (state.method === LINK_METHODS.confirmation) await provePassword(db, state.userId, state);
      return sessions.start(db, { userId: state.userId, method: state.method, place });
    }),
});
