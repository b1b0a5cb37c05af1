import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { z } from 'zod';
import { withTransaction } from '../../../adapters/postgres/pool.ts';
import type { LimitSubject } from '../../../adapters/secrets/limit-subjects.ts';
import {
  AuthEmail,
  AuthPassword,
  type AuthUser,
  CodeChallenge,
  PersonName,
} from '../../../contracts/auth.ts';
import { derivedId } from '../../../eventsourcing/identity.ts';
import type { SendAccountMail } from '../account-mail.ts';
import type { AccountLimits } from '../limits.ts';
import type { OneTimeTokens } from '../one-time-tokens.ts';
import { checkPassword } from '../password-rules.ts';
import type { Passwords } from '../passwords.ts';
import { ownAddress } from '../redirects.ts';
import type { Sessions } from '../sessions.ts';
import { storedChallenge } from '../sign-in-codes.ts';
import type { RecordSignIn } from '../sign-in-log.ts';
import { isAdmin } from '../store/roles.ts';
import { addUser, changeUser, isPasswordProven, lockedUser, userByEmail } from '../store/users.ts';
import { type AuthRequest, type Endpoint, parseAuth } from './endpoint.ts';

interface SignupDeps {
  readonly pool: Pool;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly limits: AccountLimits;
  readonly linkTokens: OneTimeTokens;
  /** The keyed hash under which something is known. */
  readonly subject: LimitSubject;
  readonly sendMail: SendAccountMail;
  readonly record: RecordSignIn;
  readonly publicUrl: string;
  readonly now: () => Date;
}

const NAMES = 'Please enter your first and last name.';
const Name = z.string(NAMES).pipe(PersonName.min(1, NAMES));

const Body = z.object({
  email: AuthEmail,
  password: AuthPassword,
  data: z.object({ first_name: Name, last_name: Name }, NAMES),
  ...CodeChallenge,
});

/**
 * What everybody gets who signs up, so that it doesn't tell whether there was an account already.
 *
 * @param id the same for an address each time, and of no account
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

/** Makes an account, which can be used once the link in its mail was opened. */
export function signupEndpoints(deps: SignupDeps): readonly Endpoint[] {
  const { pool, passwords, sessions, limits, linkTokens, subject, sendMail, record, publicUrl, now } = deps;

  async function signUp(request: AuthRequest): Promise<AuthUser> {
    const body = parseAuth(Body, request.body);
    const { email, password } = body;
    const isWeak = await checkPassword(password, { isAdmin: false, email });
    await limits.countMail({ kind: 'confirmation', email, device: request.device });
    const [hash, place, known] = await Promise.all([
      passwords.hash(password),
      sessions.placeOf(request.device),
      userByEmail(pool, email),
    ]);
    const answer = newcomer(body, derivedId('sign-up', subject('sign-up', email.toLowerCase())), now());
    // An account whose password may be a stranger's is still free for whoever opens the link, unless it administers the salon.
    const isTaken = known !== undefined && isPasswordProven(known);
    if (known && (isTaken || (await isAdmin(pool, known.id)))) {
      // Only its owner learns of it; whoever has forgotten that there is one waits for a mail.
      if (isTaken) await sendMail({ kind: 'account-exists', userId: known.id }, pool);
      return answer;
    }
    await withTransaction(pool, async (db) => {
      const { first_name: firstName, last_name: lastName } = body.data;
      const names = { firstName, lastName };
      const userId = known?.id ?? randomUUID();
      // Whoever opens the link has most likely asked for it last.
      if ((await lockedUser(db, userId))?.emailConfirmedAt === null)
        await changeUser(db, userId, names, now());
      if (!known) {
        const chosen = { passwordHash: hash, hasWeakPassword: isWeak };
        const user = { id: userId, email, ...chosen, emailConfirmedAt: null, ...names, createdAt: now() };
        // Another request was faster: its mail is on the way.
        if (!(await addUser(db, user))) return;
        await record({ kind: 'signed-up', place, userId, method: 'password' }, db);
      }
      const tokenId = await linkTokens.issue(db, {
        userId,
        kind: 'confirmation',
        password: { hash, isWeak },
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
      kindOf: () => 'hash',
      isEven: () => true,
      handle: async (request) => ({ body: await signUp(request) }),
    },
  ];
}
