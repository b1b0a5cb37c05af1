import type { UsageCounts } from '../../adapters/postgres/usage-counts.ts';
import {
  admitUse,
  countUse,
  type LimitedSubject,
  type UsageLimit,
} from '../../adapters/postgres/usage-limits.ts';
import type { LimitSubject } from '../../adapters/secrets/limit-subjects.ts';
import { countedEmail } from '../../salon/counted-email.ts';
import type { OneTimeTokenKind } from './mails/one-time-tokens.ts';
import { type BegunTry, beginTry, type CountedTry } from './pauses.ts';
import type { KnownAddresses } from './sessions/known-addresses.ts';
import { AuthError, type AuthErrorCode } from './supabase-protocol/auth-errors.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** So many wrong passwords for one account cause no pause. */
const FREE_FOR_ACCOUNT = 10;
/** The same from one network address, for all accounts together. All staff of a salon share an address. */
const FREE_FROM_ADDRESS = 50;
/** Mails of one kind to one mailbox, asked for from one network address. */
const MAILS_BY_BOTH: readonly UsageLimit[] = [{ most: 5, seconds: HOUR }];
/** The limits of mails of one kind to one mailbox, over all who ask. */
const MAILS_TO_ONE: readonly UsageLimit[] = [{ most: 10, seconds: DAY }];
/**
 * When that limit is reached, still one mail an hour is sent. A link works for an hour, so the owner always gets a link or has one
 * that works. So strangers who ask for many mails can't keep the owner out.
 */
const RESERVE_TO_ONE: UsageLimit = { most: 1, seconds: HOUR };
/** Mails asked for from one network address, to any mailboxes. */
const MAILS_BY_ADDRESS: readonly UsageLimit[] = [{ most: 30, seconds: HOUR }];
/** Mails that one user asks for to new addresses of theirs. */
const MAILS_BY_USER: readonly UsageLimit[] = [
  { most: 5, seconds: HOUR },
  { most: 10, seconds: DAY },
];

/** Mails to one administrator about access that was given: as many a day as strangers may cause to one mailbox. */
const ACCESS_MAILS_TO_ONE: readonly UsageLimit[] = [{ most: 24, seconds: DAY }];

/** A mail that somebody asks for. */
export interface AskedMail {
  /** Each kind is counted separately. */
  readonly kind: OneTimeTokenKind;
  readonly email: string;
  /** The network address from which it is asked for. */
  readonly address: string;
  /** The user who asks, if they are signed in. */
  readonly userId?: string;
}

/** A password that somebody enters. */
interface Guess {
  readonly email: string;
  readonly address: string;
  /** The account's user, if they are signed in already. */
  readonly userId?: string;
}

interface LimitsDeps {
  readonly counts: UsageCounts;
  readonly knownAddresses: Pick<KnownAddresses, 'hasSignedIn'>;
  readonly subject: LimitSubject;
  /** Whether there are also limits per network address. The limits per account are never off, since they protect the password. */
  readonly byAddress: boolean;
}

const refuse = (code: AuthErrorCode, wayOut: string) => (retryAfterSeconds: number) => {
  const text = `Please wait ${spokenWait(retryAfterSeconds)}, or ${wayOut}`;
  return new AuthError(code, { text, retryAfterSeconds });
};
const tooManyGuesses = refuse('over_request_rate_limit', 'choose a new password: that works at once.');
const tooManyMails = refuse('over_email_send_rate_limit', 'open the newest email that you have.');

export type AccountLimits = ReturnType<typeof createAccountLimits>;

/** Slows down people who guess, or who ask for too many mails. No limit locks an account: mailed links always work. */
export function createAccountLimits({ counts, knownAddresses, subject, byAddress }: LimitsDeps) {
  /** Strangers' guesses count together. Those of its user, and from where its user has signed in before, count apart from them. */
  async function countedForAccount({ email, address, userId }: Guess): Promise<CountedTry> {
    const account = email.toLowerCase();
    const isKnown = userId === undefined && (await knownAddresses.hasSignedIn(address, email));
    const guessers = userId !== undefined ? ['user', userId] : isKnown ? ['at', address] : [];
    return { subject: subject('guess', account, ...guessers), free: FREE_FOR_ACCOUNT, isForgiven: true };
  }

  return {
    /** Counts a guess as a wrong one before it is made. @throws AuthError `over_request_rate_limit` */
    async countGuess(guess: Guess): Promise<BegunTry> {
      // A right guess forgives none from its address: somebody with an account of their own could guess on and on there.
      const fromAddress = {
        subject: subject('guess from', guess.address),
        free: FREE_FROM_ADDRESS,
        isForgiven: false,
      };
      const counted = [await countedForAccount(guess), ...(byAddress ? [fromAddress] : [])];
      return beginTry(counts, counted, tooManyGuesses);
    },

    /** @throws AuthError `over_email_send_rate_limit` */
    async countMail({ kind, email, address, userId }: AskedMail): Promise<void> {
      const mailbox = countedEmail(email);
      // A link to a new password goes to no one but the owner of an account, whom nobody at the same address may keep from it.
      const isLimitedByAddress = byAddress && kind !== 'recovery';
      const mails: LimitedSubject[] = [
        { subject: subject('mail', kind, mailbox, address), limits: MAILS_BY_BOTH },
        { subject: subject('mail to', kind, mailbox), limits: MAILS_TO_ONE, reserve: RESERVE_TO_ONE },
        ...(isLimitedByAddress ? [{ subject: subject('mail from', address), limits: MAILS_BY_ADDRESS }] : []),
        ...(userId === undefined ? [] : [{ subject: subject('mail by', userId), limits: MAILS_BY_USER }]),
      ];
      await admitUse(counts, mails, tooManyMails);
    },
  };
}

/**
 * Whether a mail about access that was given may be sent; counts it if so. A mail that was counted isn't counted again. One mail an hour
 * is always sent, so that nobody can use up all of them and then give access unseen.
 */
export const createAccessMailLimit =
  (counts: UsageCounts, subject: LimitSubject) =>
  async ({ id, to }: { readonly id: string; readonly to: string }): Promise<boolean> => {
    const mails = {
      subject: subject('access mail to', countedEmail(to)),
      limits: ACCESS_MAILS_TO_ONE,
      reserve: RESERVE_TO_ONE,
    };
    const { waitSeconds } = await countUse(counts, [mails], id);
    return waitSeconds === 0;
  };

const LONGEST_SECONDS = 90;
const LONGEST_MINUTES = 90;

/** A wait in words: `40 seconds`, `3 minutes`, `2 hours`. */
export function spokenWait(seconds: number): string {
  const minutes = seconds / 60;
  const [count, unit] =
    seconds <= LONGEST_SECONDS
      ? [seconds, 'second']
      : minutes <= LONGEST_MINUTES
        ? [minutes, 'minute']
        : [minutes / 60, 'hour'];
  const rounded = Math.max(1, Math.ceil(count));
  return `${rounded} ${unit}${rounded === 1 ? '' : 's'}`;
}
