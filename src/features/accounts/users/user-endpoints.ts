import { z } from 'zod';
import { withTransaction } from '../../../adapters/postgres/pool.ts';
import { AuthEmail, AuthPassword, type AuthUser, PersonName } from '../../../contracts/accounts/auth.ts';
import type { AccountsContext } from '../context.ts';
import { pendingEmailChange, voidOneTimeTokens } from '../mails/one-time-tokens.ts';
import { requireSecondFactorIfAny, type SignedIn } from '../sessions/signed-in.ts';
import { AuthError } from '../supabase-protocol/auth-errors.ts';
import { type AuthRequest, type Endpoint, parseAuth } from '../supabase-protocol/endpoint.ts';
import type { EmailChanges } from './email-changes.ts';
import { checkPassword, type StoredPassword, setPassword } from './passwords.ts';
import { isInvited, isStaff } from './staff.ts';
import { userAnswer } from './user-answer.ts';
import { changeUser, type User, userById } from './users.ts';

interface UserDeps extends AccountsContext {
  readonly emailChanges: EmailChanges;
}

const Changes = z.object({
  email: AuthEmail.nullish(),
  password: AuthPassword.nullish(),
  current_password: AuthPassword.nullish(),
  data: z.object({ first_name: PersonName.optional(), last_name: PersonName.optional() }).nullish(),
});

/** Endpoints for reading the signed-in user, and for changing their name, address and password. */
export function userEndpoints(deps: UserDeps): readonly Endpoint[] {
  const { pool, authenticate, reauthentication, passwords, sessions } = deps;
  const { limits, emailChanges, sendMail, record, now } = deps;

  async function answer(user: User, { aal }: SignedIn): Promise<AuthUser> {
    const [known, newEmail] = await Promise.all([
      userAnswer(pool, user, aal),
      pendingEmailChange(pool, user.id, now()),
    ]);
    return newEmail === undefined ? known : { ...known, new_email: newEmail };
  }

  async function chosen({ user }: SignedIn, password: string): Promise<StoredPassword> {
    const isWeak = await checkPassword(password, {
      isAdmin: await isStaff(pool, user.id),
      email: user.email,
    });
    if (user.passwordHash !== null && (await passwords.verify(password, user.passwordHash)))
      throw new AuthError('same_password');
    return { hash: await passwords.hash(password), isWeak };
  }

  /** Also ends the user's other sessions, since people change their password when a stranger knows it. */
  async function changePassword(
    { user, session }: SignedIn,
    password: StoredPassword,
    { device }: AuthRequest,
  ) {
    const place = await sessions.placeOf(device);
    await withTransaction(pool, async (db) => {
      const isFirst = await isInvited(db, user.id);
      await setPassword(db, user.id, password, now());
      await sessions.end(db, session, 'others');
      await voidOneTimeTokens(db, user.id, ['recovery', 'email_change'], now());
      await record({ kind: 'password-changed', place, userId: user.id }, db);
      await sendMail({ kind: isFirst ? 'account-ready' : 'password-changed', userId: user.id }, db);
    });
  }

  async function change(request: AuthRequest): Promise<AuthUser> {
    const signedIn = await authenticate(request);
    const { user } = signedIn;
    const given = parseAuth(Changes, request.body);
    const email = given.email?.toLowerCase() === user.email.toLowerCase() ? null : given.email;
    await requireSecondFactorIfAny(pool, signedIn);
    const currentPassword = given.current_password;
    const replaces = email != null ? 'email' : given.password != null ? 'password' : undefined;
    const { device } = request;
    if (replaces) await reauthentication.requireOwner(signedIn, { currentPassword, replaces, device });
    // All checks come before the first change.
    const password = given.password == null ? undefined : await chosen(signedIn, given.password);
    if (email != null)
      await limits.countMail({ kind: 'email_change', email, address: device.address, userId: user.id });
    if (password !== undefined) await changePassword(signedIn, password, request);
    if (email != null) await emailChanges.ask(user.id, email);
    const { first_name: firstName, last_name: lastName } = given.data ?? {};
    if (firstName !== undefined || lastName !== undefined)
      await changeUser(pool, user.id, { firstName, lastName }, now());
    const changed = await userById(pool, user.id);
    if (!changed) throw new AuthError('session_not_found');
    return answer(changed, signedIn);
  }

  return [
    {
      method: 'get',
      path: '/user',
      handle: async (request) => {
        const signedIn = await authenticate(request);
        return { body: await answer(signedIn.user, signedIn) };
      },
    },
    {
      method: 'put',
      path: '/user',
      // A new address that already has an account gets no link. Neither the response nor its time may reveal that.
      isEven: ({ body }) => Changes.safeParse(body).data?.email != null,
      handle: async (request) => ({ body: await change(request) }),
    },
  ];
}
