import type { Queryable } from './store/queryable.ts';

/** A mail about an account. What it says follows from the ids, so that a job holds no address and no link. */
export interface AccountMail {
  readonly kind:
    | 'confirmation'
    | 'recovery'
    | 'email-change'
    | 'email-change-asked'
    | 'email-changed'
    | 'password-changed'
    | 'factor-added'
    | 'factor-removed'
    | 'account-exists';
  readonly userId: string;
  /** Of the one-time token that the mail's link is made of, or that the mail is about. */
  readonly tokenId?: string | undefined;
}

/** Puts a mail in the queue, within the caller's transaction: it is sent exactly when that commits. */
export type SendAccountMail = (mail: AccountMail, db: Queryable) => Promise<void>;
