import { createHmac, createSecretKey, randomInt } from 'node:crypto';
import { type Queryable, withTransaction } from '../../../adapters/postgres/pool.ts';
import { RecoveryCode } from '../../../contracts/accounts/auth-factors.ts';
import { type CallerOf, requireFresh } from '../../../http/operation/caller.ts';
import { refuse } from '../../../http/refusal.ts';
import type { AccountsContext } from '../context.ts';
import { RECOVERY_CODE_METHOD as METHOD } from '../sessions/auth-methods.ts';
import type { IssuedSession } from '../sessions/sessions.ts';
import { type AuthRequest, type Endpoint, parseAuth } from '../supabase-protocol/endpoint.ts';
import { lockedUser } from '../users/users.ts';
import { guesserOf, tryCode } from './code-guesses.ts';
import { needsSecondFactor } from './factors.ts';

/** How many codes a user gets at once. */
const RECOVERY_CODES = 10;

/** Crockford's base 32: no letter looks like a digit or another letter. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const GROUPS = 3;
const GROUP_LENGTH = 4;

const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
const newCode = () => Array.from({ length: GROUPS }, group).join('-');

/** Normalizes a typed code: removes spaces and dashes, and replaces letters that people mistake for digits. */
const plain = (typed: string) =>
  typed
    .toLowerCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replace(/[il]/g, '1')
    .replaceAll('o', '0');

/** Makes and hashes the codes that replace a lost second factor. */
export function createRecoveryCodes(key: Buffer) {
  const secret = createSecretKey(key);
  return {
    /** Ten new codes as they are shown: `k4m9-x7qp-2ab8`. */
    make(): readonly string[] {
      const codes = new Set<string>();
      while (codes.size < RECOVERY_CODES) codes.add(newCode());
      return [...codes];
    },

    /** The hash that is stored instead of a code. It doesn't depend on how the code is typed. */
    hashOf: (userId: string, typed: string): Buffer =>
      createHmac('sha256', secret)
        .update(JSON.stringify(['recovery', userId, plain(typed)]))
        .digest(),
  };
}

/** Replaces all codes of a user by new ones. */
async function replaceRecoveryCodes(db: Queryable, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await removeRecoveryCodes(db, userId);
  await db.query({
    name: 'accounts-recovery-codes-add',
    text: 'insert into accounts.recovery_codes (user_id, hash) select $1, hash from unnest($2::bytea[]) hash',
    values: [userId, hashes],
  });
}

/** Marks a code as used. @returns false when the user has no such code, or has used it before */
async function spendRecoveryCode(db: Queryable, userId: string, hash: Buffer, now: Date): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'accounts-recovery-code-use',
    text: `update accounts.recovery_codes set used_at = $3
      where user_id = $1 and hash = $2 and used_at is null`,
    values: [userId, hash, now],
  });
  return rowCount === 1;
}

/** How many codes the user could still use. */
export async function recoveryCodesLeft(db: Queryable, userId: string): Promise<number> {
  const { rows } = await db.query<{ left: number }>({
    name: 'accounts-recovery-codes-left',
    text: `select count(*)::int as left from accounts.recovery_codes where user_id = $1 and used_at is null`,
    values: [userId],
  });
  return rows[0]?.left ?? 0;
}

export async function removeRecoveryCodes(db: Queryable, userId: string): Promise<void> {
  await db.query({
    name: 'accounts-recovery-codes-remove',
    text: 'delete from accounts.recovery_codes where user_id = $1',
    values: [userId],
  });
}

export type Recovery = ReturnType<typeof createRecovery>;

/** Makes recovery codes, and lets users enter one instead of a lost second factor. */
export function createRecovery(context: AccountsContext, codeKey: Buffer) {
  const { pool, authenticate, sessions, knownAddresses, record, now } = context;
  const codes = createRecoveryCodes(codeKey);

  /**
   * Marks a code as used and raises the session to aal2.
   *
   * @throws AuthError `mfa_verification_failed`, `mfa_recovery_codes_locked`
   */
  async function use(request: AuthRequest): Promise<IssuedSession> {
    const signedIn = await authenticate(request);
    const { code } = parseAuth(RecoveryCode, request.body);
    const { session } = signedIn;
    const { userId } = session;
    const place = await sessions.placeOf(request.device);
    const guesser = await guesserOf(knownAddresses, signedIn, request.device);
    const hash = codes.hashOf(userId, code);
    return tryCode(context, {
      what: ['recovery code', userId],
      guesser,
      tooSoon: 'mfa_recovery_codes_locked',
      check: () =>
        withTransaction(pool, async (db) => {
          await lockedUser(db, userId);
          if (!(await spendRecoveryCode(db, userId, hash, now()))) return null;
          await record({ kind: 'second-factor-passed', place, userId, method: METHOD }, db);
          return sessions.raise(db, session, METHOD);
        }),
      onWrong: () => record({ kind: 'second-factor-failed', place, userId, method: METHOD }),
    });
  }

  /** Two paths for the same endpoint: the auth client's own, and a shorter one. */
  const endpoints = ['/factors/recovery-codes/verify', '/recovery-codes/verify'].map(
    (path): Endpoint => ({
      method: 'post',
      path,
      handle: async (request) => ({ body: await sessions.answer(await use(request)) }),
    }),
  );

  return {
    endpoints,

    /**
     * Replaces all earlier codes by new ones. They can be shown only now, since later only their hashes are known.
     *
     * @throws Refused `no-second-factor`, `second-factor-required`, `fresh-sign-in-required`
     */
    renew: (caller: Pick<CallerOf<'user'>, 'userId' | 'aal' | 'shownAt'>): Promise<readonly string[]> =>
      withTransaction(pool, async (db) => {
        const { userId, aal } = caller;
        await lockedUser(db, userId);
        if (!(await needsSecondFactor(db, userId))) throw refuse('no-second-factor');
        // A password that was just entered isn't enough: with it, one could get codes and use them as a second factor.
        if (aal !== 'aal2') throw refuse('second-factor-required');
        // Otherwise somebody who finds an open browser could get codes and use them later.
        requireFresh(caller, now());
        const made = codes.make();
        const hashes = made.map((code) => codes.hashOf(userId, code));
        await replaceRecoveryCodes(db, userId, hashes);
        return made;
      }),
  };
}
