import type { Pool } from 'pg';
import { z } from 'zod';
import { withTransaction } from '../../../adapters/postgres/pool.ts';
import { AuthEmail, AuthPassword } from '../../../contracts/auth.ts';
import type { SignInCodes } from '../codes.ts';
import type { Devices } from '../devices.ts';
import type { AccountLimits } from '../limits.ts';
import type { Passwords } from '../passwords.ts';
import type { IssuedSession, Sessions } from '../sessions.ts';
import type { RecordSignIn } from '../sign-in-log.ts';
import { userByEmail } from '../store/users.ts';
import { type AuthReply, type AuthRequest, type Endpoint, parseAuth } from './endpoint.ts';
import { AuthError } from './errors.ts';

interface TokenDeps {
  readonly pool: Pool;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly codes: SignInCodes;
  readonly limits: AccountLimits;
  readonly devices: Devices;
  readonly record: RecordSignIn;
}

const Token = z.string().min(1, 'is missing').max(200, 'is not valid');

const Grant = z.object({ grant_type: z.enum(['password', 'refresh_token', 'pkce'], 'is not valid') });
const PasswordGrant = z.object({ email: AuthEmail, password: AuthPassword });
const RefreshGrant = z.object({ refresh_token: Token });
const CodeGrant = z.object({ auth_code: Token, code_verifier: Token });

/** The ways to a session: a password, a refresh token, a code. */
export function tokenEndpoints(deps: TokenDeps): readonly Endpoint[] {
  const { pool, passwords, sessions, codes, limits, devices, record } = deps;

  /** The same text and the same work for an address without an account and for a wrong password. */
  async function byPassword({ body, device }: AuthRequest): Promise<IssuedSession> {
    const { email, password } = parseAuth(PasswordGrant, body);
    const place = await sessions.placeOf(device);
    const knownDevice = await devices.known(device, email);
    const guess = await limits.countGuess({ email, address: device.address, knownDevice });
    const user = await userByEmail(pool, email);
    const isRight = await passwords.verify(password, user?.passwordHash);
    if (!user || !isRight) {
      await record({ kind: 'wrong-password', place, userId: user?.id, method: 'password', email });
      throw new AuthError('invalid_credentials');
    }
    await guess.takeBack();
    if (user.emailConfirmedAt === null) {
      await record({ kind: 'email-not-confirmed', place, userId: user.id, method: 'password' });
      throw new AuthError('email_not_confirmed');
    }
    return withTransaction(pool, async (db) => {
      await record({ kind: 'signed-in', place, userId: user.id, method: 'password' }, db);
      return sessions.start(db, { userId: user.id, method: 'password', place });
    });
  }

  async function byRefreshToken({ body, device }: AuthRequest): Promise<IssuedSession> {
    const { refresh_token: token } = parseAuth(RefreshGrant, body);
    return sessions.refresh(token, await sessions.placeOf(device));
  }

  async function byCode({ body, device }: AuthRequest): Promise<IssuedSession> {
    const { auth_code: code, code_verifier: verifier } = parseAuth(CodeGrant, body);
    const place = await sessions.placeOf(device);
    const issued = await codes.exchange(code, verifier, place);
    await record({ kind: 'signed-in', place, userId: issued.userId, method: issued.amr[0]?.method ?? '' });
    return issued;
  }

  return [
    {
      method: 'post',
      path: '/token',
      handle: async (request): Promise<AuthReply> => {
        const { grant_type: grant } = parseAuth(Grant, request.query);
        if (grant === 'refresh_token') return { body: await sessions.answer(await byRefreshToken(request)) };
        const issued = await (grant === 'password' ? byPassword(request) : byCode(request));
        const deviceCookie = await devices.remember(request.device, issued.userId);
        return { body: await sessions.answer(issued), deviceCookie };
      },
    },
  ];
}
