import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { withTransaction } from '../../../adapters/postgres/pool.ts';
import {
  AuthEmail,
  AuthPassword,
  type AuthUser,
  CodeChallenge,
  PersonName,
} from '../../../contracts/accounts/auth.ts';
import { derivedId } from '../../../eventsourcing/identity.ts';
import type { AccountsContext } from '../context.ts';
import { storedChallenge } from '../sessions/sign-in-codes.ts';
import { type AuthRequest, type Endpoint, parseAuth } from '../supabase-protocol/endpoint.ts';
import { ownAddress } from '../supabase-protocol/redirects.ts';
import { checkPassword } from './passwords.ts';
import { isStaff } from './staff.ts';
import { addUser, isPasswordProven, userByEmail } from './users.ts';

const NAMES = 'Please enter your first and last name.';
const Name = z.string(NAMES).pipe(PersonName.min(1, NAMES));

const Body = z.object({
  email: AuthEmail,
  password: AuthPassword,
  data: z.object({ first_name: Name, last_name: Name }, NAMES),
  ...CodeChallenge,
});

/**
 * The response to every sign-up, so that it doesn't tell whether the address has an account.
 *
 * @param id always the same for an address; no account has this id
 */
function newcomer(body: z.output<typeof Body>, id: string, now: Date): AuthUser {
  const at = now.toISOString();
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: body.email,
    phone: '',
    email_confirmed_at: null,
    last_sign_in_at: null,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: body.data,
    identities: [],
    factors: [],
    created_at: at,
    updated_at: at,
  };
}

/** The endpoint that makes an account. The account can be used once the link in its mail has been opened. */
export function signUpEndpoints(context: AccountsContext): readonly Endpoint[] {
  const { pool, passwords, sessions, limits, linkTokens, subject, sendMail, record, publicUrl, now } =
    context;

  async function signUp(request: AuthRequest): Promise<AuthUser> {
    const body = parseAuth(Body, request.body);
    const { email, password } = body;
    const isWeak = await checkPassword(password, { isAdmin: false, email });
    await limits.countMail({ kind: 'confirmation', email, address: request.device.address });
    const [hash, place, known] = await Promise.all([
      passwords.hash(password),
      sessions.placeOf(request.device),
      userByEmail(pool, email),
    ]);
    const answer = newcomer(body, derivedId('sign-up', subject('sign-up', email.toLowerCase())), now());
    // If a stranger may have chosen the password of an account, its owner can still sign up for it, unless it is an administrator's.
    const isTaken = known !== undefined && isPasswordProven(known);
    if (known && (isTaken || (await isStaff(pool, known.id)))) {
      // Only a mail says that the account exists. It goes to the owner, who may have forgotten the account.
      if (isTaken) await sendMail({ kind: 'account-exists', userId: known.id }, pool);
      return answer;
    }
    await withTransaction(pool, async (db) => {
      const { first_name: firstName, last_name: lastName } = body.data;
      const names = { firstName, lastName };
      const userId = known?.id ?? randomUUID();
      if (!known) {
        const chosen = { passwordHash: hash, hasWeakPassword: isWeak };
        const user = { id: userId, email, ...chosen, emailConfirmedAt: null, ...names, createdAt: now() };
        // Another request was faster and has already sent its mail.
        if (!(await addUser(db, user))) return;
        await record({ kind: 'signed-up', place, userId, method: 'password' }, db);
      }
      // Several people may sign up with the address. What each has entered counts if the link of their own mail is opened.
      const tokenId = await linkTokens.issue(db, {
        userId,
        kind: 'confirmation',
        password: { hash, isWeak },
        names,
        redirectTo: ownAddress(request.query.redirect_to, publicUrl),
        codeChallenge: storedChallenge(body.code_challenge, body.code_challenge_method),
      });
      await sendMail({ kind: 'confirmation', userId, tokenId }, db);
    });
    return answer;
  }

  return [
    {
      method: 'post',
      path: '/signup',
      isEven: () => true,
      handle: async (request) => ({ body: await signUp(request) }),
    },
  ];
}
