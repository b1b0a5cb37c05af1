import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type Work, workOn } from '../../../adapters/jobs/work.ts';
import { htmlOf, type MailBrand, textOf } from '../../../adapters/mail/layout.ts';
import type { Mailer } from '../../../adapters/mail/mail.ts';
import type { AccountMail } from '../account-mail.ts';
import type { OneTimeTokens } from '../one-time-tokens.ts';
import { oneTimeTokenById } from '../store/one-time-tokens.ts';
import { userById } from '../store/users.ts';
import { contentOf, LINK_OF, linkTo, TO_FORMER_ADDRESS } from './contents.ts';
import { ACCOUNT_MAILS } from './queue.ts';

/** A mail could not be sent just now. */
class MailNotSent extends Error {
  override readonly name = 'MailNotSent';
}

interface MailWorkDeps {
  readonly pool: Pool;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly linkTokens: Pick<OneTimeTokens, 'tokenOf'>;
  readonly brand: MailBrand;
  readonly now: () => Date;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  /** Tells a person at the console of a mail's link, where there is no mail server. */
  readonly sayLink?: ((to: string, subject: string, url: string) => void) | undefined;
}

/** Sends the mails about accounts: their jobs hold ids, so who gets what is read when it is sent. */
export function accountMailWork({
  pool,
  mailer,
  linkTokens,
  brand,
  now,
  logger,
  sayLink,
}: MailWorkDeps): Work {
  /** Undefined when there is nothing to send any more: a link that was used or is too old helps nobody. */
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

  return workOn(ACCOUNT_MAILS, logger, async ({ id, data, signal }) => {
    const found = await addressed(data);
    if (!found) return 'done';
    const { to, url } = found;
    const content = contentOf(data.kind, brand, url);
    const mail = {
      id,
      to,
      subject: content.subject,
      text: textOf(content, brand),
      html: htmlOf(content, brand),
    };
    const result = await mailer.send(mail, signal);
    switch (result.outcome) {
      case 'sent':
        if (LINK_OF[data.kind] !== null) sayLink?.(to, content.subject, url);
        return 'done';
      case 'refused':
        return { givenUp: `the mail server refuses the mail (${result.code})` };
      case 'passing':
      case 'unknown':
        throw new MailNotSent(`${result.outcome} (${result.code})`);
    }
  });
}
