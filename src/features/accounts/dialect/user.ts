import type { Pool } from 'pg';
import { z } from 'zod';
import { withTransaction } from '../../../adapters/postgres/pool.ts';
import {
  AuthEmail,
  AuthPassword,
  type AuthUser,
  CodeChallenge,
  PersonName,
} from '../../../contracts/auth.ts';
import type { SendAccountMail } from '../account-mail.ts';
import { storedChallenge } from '../codes.ts';
import type { AccountLimits } from '../limits.ts';
import type { OneTimeTokens } from '../one-time-tokens.ts';
import { checkPassword } from '../password-rules.ts';
import type { Passwords } from '../passwords.ts';
import { ownAddress } from '../redirects.ts';
import type { Sessions } from '../sessions.ts';
import type { RecordSignIn } from '../sign-in-log.ts';
import { needsSecondFactor } from '../store/factors.ts';
import { pendingEmailChange, voidOneTimeTokens } from '../store/one-time-tokens.ts';
import { type StoredPassword, setPassword } from '../store/passwords.ts';
import { isAdmin } from '../store/roles.ts';
import { changeUser, type User, userByEmail, userById } from '../store/users.ts';
import { userAnswer } from '../user-answer.ts';
import type { Authenticate, SignedIn } from './authenticated.ts';
import { type AuthRequest, type Endpoint, parseAuth } from './endpoint.ts';
import { AuthError } from './errors.ts';

interface UserDeps {
  readonly pool: Pool;
  readonly authenticate: Authenticate;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly limits: AccountLimits;
  readonly links: OneTimeTokens;
  readonly sendMail: SendAccountMail;
  readonly record: RecordSignIn;
  readonly publicUrl: string;
  readonly now: () => Date;
}

const Changes = z.object({
  email: AuthEmail.nullish(),
  password: AuthPassword.nullish(),
  current_password: AuthPassword.nullish(),
  data: z.object({ first_name: PersonName.optional(), last_name: PersonName.optional() }).nullish(),
  ...CodeChallenge,
});
type Changes = z.output<typeof Changes>;

/** How long after a proof of who they are a user needn't enter the current password. */
const FRESH_MS = 86_400_000;

function comparesPasswords(body: unknown): boolean {
  const { data } = Changes.safeParse(body);
  return data?.password != null || data?.current_password != null;
}

/** The signed-in user, and changes of their names, address and password. */
export function userEndpoints(deps: UserDeps): readonly Endpoint[] {
  const { pool, authenticate, passwords, sessions, limits, links, sendMail, record, publicUrl, now } = deps;

  async function answer(user: User): Promise<AuthUser> {
    const [known, newEmail] = await Promise.all([userAnswer(pool, user), pendingEmailChange(pool, user.id)]);
    return newEmail === undefined ? known : { ...known, new_email: newEmail };
  }

  /** Whoever finds an open browser must not be able to take the account over. */
  async function mustBeFresh({ user, aal, amr }: SignedIn, given: Changes, { device }: AuthRequest) {
    if (aal !== 'aal2' && (await needsSecondFactor(pool, user.id))) throw new AuthError('insufficient_aal');
    const provenAt = Math.max(...amr.map(({ timestamp }) => timestamp * 1000));
    if (now().getTime() - provenAt < FRESH_MS) return;
    if (given.current_password == null) throw new AuthError('reauthentication_needed');
    const { email } = user;
    const guess = await limits.countGuess({ email, address: device.address, knownDevice: user.id });
    if (!(await passwords.verify(given.current_password, user.passwordHash)))
      throw new AuthError('invalid_credentials', { text: 'The current password is not right.' });
    await guess.takeBack();
  }

  async function chosen({ user }: SignedIn, password: string): Promise<StoredPassword> {
    const isWeak = await checkPassword(password, {
      isAdmin: await isAdmin(pool, user.id),
      email: user.email,
    });
    if (user.passwordHash !== null && (await passwords.verify(password, user.passwordHash)))
      throw new AuthError('same_password');
    return { hash: await passwords.hash(password), isWeak };
  }

  /** The other sessions end, since a new password is often the answer to a stranger's. */
  async function changePassword(
    { user, session }: SignedIn,
    password: StoredPassword,
    { device }: AuthRequest,
  ) {
    const place = await sessions.placeOf(device);
    await withTransaction(pool, async (db) => {
      await setPassword(db, user.id, password, now());
      await sessions.end(db, session, 'others');
      await voidOneTimeTokens(db, user.id, 'recovery', now());
      await record({ kind: 'password-changed', place, userId: user.id }, db);
      await sendMail({ kind: 'password-changed', userId: user.id }, db);
    });
  }

  /** An address that has an account gets no mail, and the answer doesn't tell. */
  async function askForEmail(
    { user }: SignedIn,
    email: string,
    given: Changes,
    { device, query }: AuthRequest,
  ) {
    await limits.countMail({ kind: 'email_change', email, device, userId: user.id });
    if (await userByEmail(pool, email)) return;
    await withTransaction(pool, async (db) => {
      const tokenId = await links.issue(db, {
        userId: user.id,
        kind: 'email_change',
        email,
        redirectTo: ownAddress(query.redirect_to, publicUrl),
        codeChallenge: storedChallenge(given.code_challenge, given.code_challenge_method),
      });
      await sendMail({ kind: 'email-change', userId: user.id, tokenId }, db);
    });
  }

  async function change(request: AuthRequest): Promise<AuthUser> {
    const signedIn = await authenticate(request);
    const { user } = signedIn;
    const given = parseAuth(Changes, request.body);
    const email = given.email?.toLowerCase() === user.email.toLowerCase() ? null : given.email;
    if (email != null || given.password != null) await mustBeFresh(signedIn, given, request);
    // Everything that can be refused comes before the first change.
    const password = given.password == null ? undefined : await chosen(signedIn, given.password);
    if (email != null) await askForEmail(signedIn, email, given, request);
    if (password !== undefined) await changePassword(signedIn, password, request);
    const { first_name: firstName, last_name: lastName } = given.data ?? {};
    if (firstName !== undefined || lastName !== undefined)
      await changeUser(pool, user.id, { firstName, lastName }, now());
    const changed = await userById(pool, user.id);
    if (!changed) throw new AuthError('session_not_found');
    return answer(changed);
  }

  return [
    {
      method: 'get',
      path: '/user',
      handle: async (request) => ({ body: await answer((await authenticate(request)).user) }),
    },
    {
      method: 'put',
      path: '/user',
      kindOf: ({ body }) => (comparesPasswords(body) ? 'hash' : 'plain'),
      handle: async (request) => ({ body: await change(request) }),
    },
  ];
}
