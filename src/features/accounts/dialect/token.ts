import type { Pool } from 'pg';
import { z } from 'zod';
import { withTransaction } from '../../../adapters/postgres/pool.ts';
import { AuthEmail, AuthPassword } from '../../../contracts/auth.ts';
import { AuthError } from '../auth-error.ts';
import type { Device, Devices } from '../devices.ts';
import type { AccountLimits } from '../limits.ts';
import { type Weakness, weaknessOf } from '../password-rules.ts';
import type { Passwords } from '../passwords.ts';
import type { IssuedSession, Sessions } from '../sessions.ts';
import type { SignInCodes } from '../sign-in-codes.ts';
import type { RecordSignIn } from '../sign-in-log.ts';
import type { SourceHashes } from '../sources.ts';
import { provePassword, rateWeakPassword } from '../store/passwords.ts';
import { isAdmin } from '../store/roles.ts';
import { type User, userByEmail } from '../store/users.ts';
import { type AuthReply, type AuthRequest, type Endpoint, parseAuth } from './endpoint.ts';

interface TokenDeps {
  readonly pool: Pool;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly signInCodes: SignInCodes;
  readonly limits: AccountLimits;
  readonly devices: Devices;
  readonly sourceHashes: SourceHashes;
  readonly record: RecordSignIn;
}

const Token = z.string().min(1, 'is missing').max(200, 'is not valid');

const Grant = z.object({ grant_type: z.enum(['password', 'refresh_token', 'pkce'], 'is not valid') });
const PasswordGrant = z.object({ email: AuthEmail, password: AuthPassword });
const RefreshGrant = z.object({ refresh_token: Token });
const CodeGrant = z.object({ auth_code: Token, code_verifier: Token });

interface SignedIn {
  readonly issued: IssuedSession;
  /** What is wrong with the password of an administrator. */
  readonly weakness?: Weakness | undefined;
}

/** The ways to a session: a password, a refresh token, a code. */
export function tokenEndpoints(deps: TokenDeps): readonly Endpoint[] {
  const { pool, passwords, sessions, signInCodes, limits, devices, sourceHashes, record } = deps;

  /** The same text and the same work for an address without an account and for a wrong password. */
  async function byPassword({ body, device }: AuthRequest): Promise<SignedIn> {
    const { email, password } = parseAuth(PasswordGrant, body);
    const place = await sessions.placeOf(device);
    const knownDevice = await devices.known(device, email);
    const guess = await limits.countGuess({ email, address: device.address, knownDevice });
    const user = await userByEmail(pool, email);
    const isRight = await passwords.verify(password, user?.passwordHash);
    if (!user || !isRight) {
      await record({ kind: 'wrong-password', place, userId: user?.id, method: 'password' });
      throw new AuthError('invalid_credentials');
    }
    await guess.takeBack();
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

  /** A password from before the address was confirmed may be a stranger's: it counts only where the link was opened. */
  async function notConfirmed(user: User, { address }: Device): Promise<AuthError | undefined> {
    if (user.emailConfirmedAt === null) return new AuthError('email_not_confirmed');
    if (user.passwordFrom === null || (await sourceHashes.all(address)).includes(user.passwordFrom))
      return undefined;
    const text = 'Please open the link in our email on this device, or choose a new password.';
    return new AuthError('email_not_confirmed', { text });
  }

  /** An administrator may have chosen the password before they became one. */
  async function weaknessForRole(user: User, password: string): Promise<Weakness | undefined> {
    if (!(await isAdmin(pool, user.id))) return undefined;
    const weakness = await weaknessOf(password, { isAdmin: true, email: user.email });
    await rateWeakPassword(pool, user.id, weakness !== undefined);
    return weakness;
  }

  async function byRefreshToken({ body, device }: AuthRequest): Promise<IssuedSession> {
    const { refresh_token: token } = parseAuth(RefreshGrant, body);
    return sessions.refresh(token, await sessions.placeOf(device));
  }

  async function byCode({ body, device }: AuthRequest): Promise<SignedIn> {
    const { auth_code: code, code_verifier: verifier } = parseAuth(CodeGrant, body);
    const place = await sessions.placeOf(device);
    const issued = await signInCodes.exchange(code, verifier, place);
    await record({ kind: 'signed-in', place, userId: issued.userId, method: issued.amr[0]?.method ?? '' });
    return { issued };
  }

  return [
    {
      method: 'post',
      path: '/token',
      kindOf: ({ query: { grant_type: grant } }) =>
        grant === 'password' ? 'hash' : grant === 'refresh_token' ? 'refresh' : 'plain',
      handle: async (request): Promise<AuthReply> => {
        const { grant_type: grant } = parseAuth(Grant, request.query);
        if (grant === 'refresh_token') return { body: await sessions.answer(await byRefreshToken(request)) };
        const { issued, weakness } = await (grant === 'password' ? byPassword(request) : byCode(request));
        const deviceCookie = await devices.remember(request.device, issued.userId);
        const session = await sessions.answer(issued);
        return { body: weakness ? { ...session, weak_password: weakness } : session, deviceCookie };
      },
    },
  ];
}
