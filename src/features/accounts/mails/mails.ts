import type { Pool } from 'pg';
import { z } from 'zod';
import type { Jobs } from '../../../adapters/jobs/jobs.ts';
import type { JobQueue } from '../../../adapters/jobs/queue.ts';
import type { JobWork } from '../../../adapters/jobs/work.ts';
import { htmlOf, type MailBrand, textOf } from '../../../adapters/mail/layout.ts';
import type { Mailer } from '../../../adapters/mail/mail.ts';
import type { Queryable } from '../../../adapters/postgres/pool.ts';
import { happenedAt } from '../sessions/sign-in-events.ts';
import { roleOf } from '../users/staff.ts';
import { namesOfUsers, userById } from '../users/users.ts';
import { accessGivenContent, adminRevokedContent } from './access-texts.ts';
import { contentOf, LINK_OF, type MailKind, TO_FORMER_ADDRESS } from './mail-texts.ts';
import { linkTo, type OneTimeTokens, oneTimeTokenById } from './one-time-tokens.ts';
import { invitationContent, roleChangedContent, roleGivenContent } from './role-texts.ts';

const AccountMail = z.object({
  kind: z.enum(Object.keys(LINK_OF) as MailKind[]),
  userId: z.uuid(),
  /** Id of the one-time token from which the mail's link is made, or that the mail is about. */
  tokenId: z.uuid().optional(),
  /** Id of the entry among somebody's sign-ins that the mail is about. */
  eventId: z.uuid().optional(),
  /** Id of the owner who has given or taken a role. */
  by: z.uuid().optional(),
});

/** A mail about an account. The job has only ids, from which the mail is made when it is sent, and no address or link. */
export type AccountMail = Readonly<z.output<typeof AccountMail>>;

/** Mails about accounts. They are tried for somewhat longer than an hour, which is how long their links work. */
export const ACCOUNT_MAILS = {
  name: 'account-mails',
  atOnce: 10,
  data: AccountMail,
  expireInSeconds: 60,
  retries: { limit: 20, firstSeconds: 2, longestSeconds: 300 },
} satisfies JobQueue<object>;

/** A mail without a token, an entry or a decider reports an event. If more events of the same kind follow within this time, they get no mail of their own. */
const NOTICES_APART_SECONDS = 600;

/** Queues a mail in the caller's transaction: the mail is sent if and only if the transaction commits. */
export type SendAccountMail = (mail: AccountMail, db: Queryable) => Promise<void>;

export const createSendAccountMail =
  (jobs: Pick<Jobs<AccountMail>, 'enqueue'>): SendAccountMail =>
  ({ kind, userId, tokenId, eventId, by }, db) =>
    jobs.enqueue(
      { kind, userId, tokenId, eventId, by },
      {
        within: db,
        ...(tokenId === undefined &&
          eventId === undefined &&
          by === undefined && {
            atMostEvery: { seconds: NOTICES_APART_SECONDS, key: `${kind} ${userId}` },
          }),
      },
    );

/** Thrown when a mail could not be sent now, so that the job is tried again. */
class MailNotSent extends Error {
  override readonly name = 'MailNotSent';
}

interface MailWorkDeps {
  readonly pool: Pool;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly linkTokens: Pick<OneTimeTokens, 'tokenOf'>;
  /** Whether a mail about access that was given may be sent. */
  mayTellOfAccess(mail: { readonly id: string; readonly to: string }): Promise<boolean>;
  readonly brand: MailBrand;
  timeZone(): string;
  readonly now: () => Date;
  /** Prints a mail's link at the console; set only if there is no mail server. */
  readonly sayLink?: ((to: string, subject: string, url: string) => void) | undefined;
}

/** Sends the mails about accounts. The address and the content are looked up when a mail is sent. */
export function accountMailWork(deps: MailWorkDeps): JobWork<AccountMail> {
  const { pool, mailer, linkTokens, mayTellOfAccess, brand, timeZone, now, sayLink } = deps;

  /** The mail's address and URL. Undefined if the mail is useless by now: its link was used or is too old, or its user was removed. */
  async function addressed({ kind, userId, tokenId }: AccountMail) {
    const user = await userById(pool, userId);
    if (!user) return undefined;
    const token = tokenId === undefined ? undefined : await oneTimeTokenById(pool, tokenId);
    if (LINK_OF[kind] === null) {
      const to = TO_FORMER_ADDRESS.includes(kind) ? token?.formerEmail : user.email;
      return to && { to, url: `${brand.publicUrl}/auth?step=forgot` };
    }
    if (token?.kind !== LINK_OF[kind] || token.userId !== userId) return undefined;
    if (token.usedAt !== null || token.expiresAt <= now()) return undefined;
    return {
      to: token.email ?? user.email,
      url: linkTo(brand.publicUrl, token, linkTokens.tokenOf(token.id)),
    };
  }

  /** The role of somebody, and the owner who has decided it. */
  async function decided({ userId, by }: Pick<AccountMail, 'userId' | 'by'>) {
    const name = by === undefined ? undefined : (await namesOfUsers(pool, [by])).get(by);
    return { by: name ?? `An owner of ${brand.name}`, role: (await roleOf(pool, userId))?.role };
  }

  async function contentFor(mail: AccountMail, url: string) {
    const { kind, eventId } = mail;
    if (kind === 'invitation' || kind === 'role-given') {
      const { by, role } = await decided(mail);
      return role && (kind === 'invitation' ? invitationContent : roleGivenContent)({ by, role }, brand, url);
    }
    if (kind !== 'access-given' && kind !== 'admin-revoked' && kind !== 'role-changed')
      return contentOf(kind, brand, url);
    const happened = eventId === undefined ? undefined : await happenedAt(pool, eventId);
    if (!happened) return undefined;
    if (kind === 'role-changed')
      return roleChangedContent(happened, await decided({ userId: happened.userId, by: mail.by }), brand);
    return kind === 'admin-revoked'
      ? adminRevokedContent(happened, brand)
      : accessGivenContent(happened, brand, timeZone());
  }

  return async ({ id, data, signal }) => {
    const found = await addressed(data);
    const content = found && (await contentFor(data, found.url));
    if (!content) return 'done';
    const { to, url } = found;
    // The activity still has it.
    if (data.kind === 'access-given' && !(await mayTellOfAccess({ id, to }))) return 'done';
    const { subject } = content;
    const mail = { id, to, subject, text: textOf(content, brand), html: htmlOf(content, brand) };
    const result = await mailer.send(mail, signal);
    switch (result.outcome) {
      case 'sent':
        if (LINK_OF[data.kind] !== null) sayLink?.(to, subject, url);
        return 'done';
      case 'refused':
        return { givenUp: `the mail server refuses the mail (${result.code})` };
      case 'passing':
      case 'unknown':
        throw new MailNotSent(`${result.outcome} (${result.code})`);
    }
  };
}
