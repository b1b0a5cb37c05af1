import type { UsageCounts } from '../../adapters/postgres/usage-counts.ts';
import type { LimitSubject } from '../../adapters/secrets/limit-subjects.ts';
import { AuthError, type AuthErrorCode } from './dialect/errors.ts';
import { type AdmittedUse, admitUse, type LimitedSubject, type UsageLimit } from './usage-limits.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Wrong passwords for one account from devices that it doesn't know: who knows the password still gets in by mail. */
const BY_STRANGERS: readonly UsageLimit[] = [
  { most: 10, seconds: 15 * MINUTE },
  { most: 50, seconds: DAY },
];
/** From a device that has signed in to the account before, whatever strangers do meanwhile. */
const BY_KNOWN_DEVICE: readonly UsageLimit[] = [
  { most: 10, seconds: 5 * MINUTE },
  { most: 200, seconds: DAY },
];
/** From one network address, for any account: a salon's staff share one. */
const BY_ADDRESS: readonly UsageLimit[] = [
  { most: 50, seconds: 15 * MINUTE },
  { most: 300, seconds: DAY },
];
/** Mails to one mailbox asked for from one place, to one mailbox, and from one place. */
const MAILS_BY_BOTH: readonly UsageLimit[] = [{ most: 5, seconds: HOUR }];
const MAILS_TO_ONE: readonly UsageLimit[] = [{ most: 20, seconds: DAY }];
const MAILS_BY_ADDRESS: readonly UsageLimit[] = [{ most: 30, seconds: HOUR }];

/** Slows whoever guesses or sends too much. Nothing locks an account: a known device and a mailed link work all the time. */
export interface AccountLimits {
  /** Counted before it is made; a right one is taken back. @throws AuthError `over_request_rate_limit` */
  countGuess(guess: {
    readonly email: string;
    readonly address: string;
    /** Hash of the cookie of a device that the account knows. */
    readonly knownDevice: string | undefined;
  }): Promise<AdmittedUse>;
  /** @throws AuthError `over_email_send_rate_limit` */
  countMail(mail: { readonly email: string; readonly address: string }): Promise<void>;
}

interface LimitsDeps {
  readonly counts: UsageCounts;
  readonly subject: LimitSubject;
  /** Whether a network address has limits, too. Those of an account are never off: they are what protects a password. */
  readonly byAddress: boolean;
}

const refuse = (code: AuthErrorCode) => (retryAfterSeconds: number) =>
  new AuthError(code, { retryAfterSeconds });

export function createAccountLimits({ counts, subject, byAddress }: LimitsDeps): AccountLimits {
  const ofAddress = (what: string, address: string, limits: readonly UsageLimit[]): LimitedSubject[] =>
    byAddress ? [{ subject: subject(what, address), limits }] : [];

  return {
    countGuess({ email, address, knownDevice }) {
      const account = email.toLowerCase();
      const guesses =
        knownDevice === undefined
          ? [
              { subject: subject('guess', account), limits: BY_STRANGERS },
              ...ofAddress('guess from', address, BY_ADDRESS),
            ]
          : [{ subject: subject('guess by device', account, knownDevice), limits: BY_KNOWN_DEVICE }];
      return admitUse(counts, guesses, refuse('over_request_rate_limit'));
    },

    async countMail({ email, address }) {
      const mailbox = email.toLowerCase();
      const mails = [
        { subject: subject('mail', mailbox, address), limits: MAILS_BY_BOTH },
        { subject: subject('mail to', mailbox), limits: MAILS_TO_ONE },
        ...ofAddress('mail from', address, MAILS_BY_ADDRESS),
      ];
      await admitUse(counts, mails, refuse('over_email_send_rate_limit'));
    },
  };
}
