import { z } from 'zod';
import { withTransaction } from '../../../adapters/postgres/pool.ts';
import { AuthEmail, AuthPassword } from '../../../contracts/accounts/auth.ts';
import type { AccountsContext } from '../context.ts';
import { voidOneTimeTokens } from '../mails/one-time-tokens.ts';
import { AuthError } from '../supabase-protocol/auth-errors.ts';
import {
  type AuthAnswer,
  type AuthRequest,
  type Endpoint,
  parseAuth,
} from '../supabase-protocol/endpoint.ts';
import { provePassword, rateWeakPassword, type Weakness, weaknessOf } from '../users/passwords.ts';
import { isStaff } from '../users/staff.ts';
import { type User, userByEmail } from '../users/users.ts';
import type { Device } from './devices.ts';
import type { IssuedSession } from './sessions.ts';
import { lacksSecondFactor, requireSecondFactorIfAny } from './signed-in.ts';

const Token = z.string().min(1, 'is missing').max(200, 'is not valid');

const Grant = z.object({ grant_type: z.enum(['password', 'refresh_token', 'pkce'], 'is not valid') });
const PasswordGrant = z.object({ email: AuthEmail, password: AuthPassword });
const RefreshGrant = z.object({ refresh_token: Token });
const CodeGrant = z.object({ auth_code: Token, code_verifier: Token });
const Scope = z.object({ scope: z.enum(['global', 'local', 'others']).default('global') });

interface Begun {
  readonly issued: IssuedSession;
  /** The weakness of an administrator's password, so that they choose a stronger one. */
  readonly weakness?: Weakness | undefined;
}

/** Endpoints that begin a session by a password or a code, refresh it by a refresh token, and end it. */
export function sessionEndpoints(context: AccountsContext): readonly Endpoint[] {
  const { pool, authenticate, passwords, sessions, signInCodes } = context;
  const { limits, hashesOf, record, now } = context;

  /** For an address without an account, the response and the work are the same as for a wrong password. */
  async function byPassword({ body, device, gone }: AuthRequest): Promise<Begun> {
    const { email, password } = parseAuth(PasswordGrant, body);
    const place = await sessions.placeOf(device);
    const guess = await limits.countGuess({ email, address: device.address });
    const user = await userByEmail(pool, email);
    const isRight = await passwords.verify(password, user?.passwordHash, gone);
    if (!user || !isRight) {
      await record({ kind: 'wrong-password', place, userId: user?.id, method: 'password' });
      throw new AuthError('invalid_credentials');
    }
    await guess.isRight();
    const refusal = await notConfirmed(user, device);
    if (refusal) {
      await record({ kind: 'email-not-confirmed', place, userId: user.id, method: 'password' });
      throw refusal;
    }
    const weakness = await weaknessForRole(user, password);
    const issued = await withTransaction(pool, async (db) => {
      if (user.passwordFrom !== null) await provePassword(db, user.id, { hash: user.passwordHash });
      await record({ kind: 'signed-in', place, userId: user.id, method: 'password' }, db);
      return sessions.start(db, { userId: user.id, method: 'password', place });
    });
    return { issued, weakness };
  }

  /** A password chosen before the address was confirmed may be a stranger's. It works only at the place where the link was opened. */
  async function notConfirmed(user: User, { address }: Device): Promise<AuthError | undefined> {
    if (user.emailConfirmedAt === null) return new AuthError('email_not_confirmed');
    if (user.passwordFrom === null || (await hashesOf(address)).all.includes(user.passwordFrom))
      return undefined;
    const text = 'Please open the link in our email on this device, or choose a new password.';
    return new AuthError('email_not_confirmed', { text });
  }

  /** Finds the weakness of an administrator's password. They may have chosen it before they became an administrator. */
  async function weaknessForRole(user: User, password: string): Promise<Weakness | undefined> {
    if (!(await isStaff(pool, user.id))) return undefined;
    const weakness = await weaknessOf(password, { isAdmin: true, email: user.email });
    await rateWeakPassword(pool, user.id, weakness !== undefined);
    return weakness;
  }

  async function byRefreshToken({ body, device }: AuthRequest): Promise<IssuedSession> {
    const { refresh_token: token } = parseAuth(RefreshGrant, body);
    return sessions.refresh(token, await sessions.placeOf(device));
  }

  async function byCode({ body, device }: AuthRequest): Promise<Begun> {
    const { auth_code: code, code_verifier: verifier } = parseAuth(CodeGrant, body);
    const place = await sessions.placeOf(device);
    const issued = await signInCodes.exchange(code, verifier, place);
    await record({ kind: 'signed-in', place, userId: issued.userId, method: issued.amr[0]?.method ?? '' });
    return { issued };
  }

  /**
   * Ends this session, all others, or all. A session that hasn't shown the user's second factor can end only itself: somebody who
   * knows only the password must not be able to sign the owner out, but everybody must be able to end their own session.
   */
  async function logout(request: AuthRequest): Promise<AuthAnswer> {
    const { scope: asked } = parseAuth(Scope, request.query);
    const signedIn = await authenticate(request);
    const { session, user } = signedIn;
    if (asked === 'others') await requireSecondFactorIfAny(pool, signedIn);
    const scope = asked === 'global' && (await lacksSecondFactor(pool, signedIn)) ? 'local' : asked;
    const place = await sessions.placeOf(request.device);
    await withTransaction(pool, async (db) => {
      await sessions.end(db, session, scope);
      if (scope !== 'local') await voidOneTimeTokens(db, user.id, ['email_change'], now());
      await record({ kind: 'signed-out', place, userId: user.id, method: scope }, db);
    });
    return {};
  }

  return [
    {
      method: 'post',
      path: '/token',
      // A session must be refreshed whatever strangers do at the same address. Nobody guesses a refresh token.
      isCounted: ({ query: { grant_type: grant } }) => grant !== 'refresh_token',
      handle: async (request): Promise<AuthAnswer> => {
        const { grant_type: grant } = parseAuth(Grant, request.query);
        if (grant === 'refresh_token') return { body: await sessions.answer(await byRefreshToken(request)) };
        const { issued, weakness } = await (grant === 'password' ? byPassword(request) : byCode(request));
        const session = await sessions.answer(issued);
        return { body: weakness ? { ...session, weak_password: weakness } : session };
      },
    },
    {
      method: 'post',
      path: '/logout',
      // A session can end the others again and again, and each time is recorded. So such calls are limited.
      isCounted: ({ query: { scope } }) => scope === 'others',
      handle: logout,
    },
  ];
}
