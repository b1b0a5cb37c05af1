import type { Pool } from 'pg';
import { z } from 'zod';
import { withTransaction } from '../../../adapters/postgres/pool.ts';
import { AuthEmail, CodeChallenge } from '../../../contracts/auth.ts';
import type { SendAccountMail } from '../account-mail.ts';
import type { AccountLimits } from '../limits.ts';
import type { OneTimeTokens } from '../one-time-tokens.ts';
import { ownAddress } from '../redirects.ts';
import type { Sessions } from '../sessions.ts';
import { storedChallenge } from '../sign-in-codes.ts';
import type { RecordSignIn } from '../sign-in-log.ts';
import { isInvitedAdmin } from '../store/admins.ts';
import { isAdmin } from '../store/roles.ts';
import { isPasswordProven, type User, userByEmail } from '../store/users.ts';
import { type AuthRequest, type Endpoint, parseAuth } from './endpoint.ts';

interface MailRequestDeps {
  readonly pool: Pool;
  readonly sessions: Sessions;
  readonly limits: AccountLimits;
  readonly linkTokens: OneTimeTokens;
  readonly sendMail: SendAccountMail;
  readonly record: RecordSignIn;
  readonly publicUrl: string;
}

const Recover = z.object({ email: AuthEmail, ...CodeChallenge });
const Resend = z.object({
  email: AuthEmail,
  type: z.literal('signup', 'This link is not sent again. Please ask for the change again.'),
  ...CodeChallenge,
});

/** A link to send; its mail has the same name. */
type WantedLink = 'confirmation' | 'recovery';

/** Asking for a mail: the answer is the same whether the address has an account or not. */
export function mailRequestEndpoints(deps: MailRequestDeps): readonly Endpoint[] {
  const { pool, sessions, limits, linkTokens, sendMail, record, publicUrl } = deps;

  async function send(
    { device, query }: AuthRequest,
    body: z.output<typeof Recover>,
    kind: WantedLink,
    isWanted: (user: User) => boolean | Promise<boolean>,
  ): Promise<void> {
    await limits.countMail({ kind, email: body.email, device });
    const user = await userByEmail(pool, body.email);
    if (!user || !(await isWanted(user))) return;
    const place = await sessions.placeOf(device);
    await withTransaction(pool, async (db) => {
      const tokenId = await linkTokens.issue(db, {
        kind,
        userId: user.id,
        redirectTo: ownAddress(query.redirect_to, publicUrl),
        codeChallenge: storedChallenge(body.code_challenge, body.code_challenge_method),
      });
      await sendMail({ kind, userId: user.id, tokenId }, db);
      if (kind === 'recovery') await record({ kind: 'recovery-asked', place, userId: user.id }, db);
    });
  }

  async function recover(request: AuthRequest): Promise<void> {
    const body = parseAuth(Recover, request.body);
    // The link of the start is the one way in for whom it was made: nobody has proven that the mailbox is theirs.
    await send(request, body, 'recovery', async ({ id }) => !(await isInvitedAdmin(pool, id)));
  }

  async function resend(request: AuthRequest): Promise<void> {
    const body = parseAuth(Resend, request.body);
    const isWanted = async (user: User) => !isPasswordProven(user) && !(await isAdmin(pool, user.id));
    await send(request, body, 'confirmation', isWanted);
  }

  const answeringAlike = (work: (request: AuthRequest) => Promise<void>) => async (request: AuthRequest) => {
    await work(request);
    return { body: {} };
  };

  return [
    { method: 'post', path: '/recover', isEven: () => true, handle: answeringAlike(recover) },
    { method: 'post', path: '/resend', isEven: () => true, handle: answeringAlike(resend) },
  ];
}
