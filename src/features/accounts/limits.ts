import type { UsageCounts } from '../../adapters/postgres/usage-counts.ts';
import {
  type AdmittedUse,
  admitUse,
  type LimitedSubject,
  type UsageLimit,
} from '../../adapters/postgres/usage-limits.ts';
import type { LimitSubject } from '../../adapters/secrets/limit-subjects.ts';
import { countedEmail } from '../../salon/counted-email.ts';
import { AuthError, type AuthErrorCode } from './auth-error.ts';
import type { Device, Devices } from './devices.ts';
import { spokenWait } from './spoken-wait.ts';
import type { OneTimeTokenKind } from './store/one-time-tokens.ts';

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
/** Mails of one kind to one mailbox, asked for from one place. */
const MAILS_BY_BOTH: readonly UsageLimit[] = [{ most: 5, seconds: HOUR }];
/** Of one kind to one mailbox, whoever asks. */
const MAILS_TO_ONE: readonly UsageLimit[] = [{ most: 10, seconds: DAY }];
/**
 * Then still one in an hour, as long as a link works: so its owner either gets one, or has one that works. Strangers can fill a
 * mailbox no faster, and keep nobody out.
 */
const RESERVE_TO_ONE: UsageLimit = { most: 1, seconds: HOUR };
/** From one place, to whatever mailboxes. */
const MAILS_BY_ADDRESS: readonly UsageLimit[] = [{ most: 30, seconds: HOUR }];
/** To the mailbox of an account that the device has signed in to, whatever strangers ask for. */
const MAILS_BY_KNOWN_DEVICE: readonly UsageLimit[] = [
  { most: 5, seconds: HOUR },
  { most: 10, seconds: DAY },
];
/** To addresses that one user would like to have. */
const MAILS_BY_USER: readonly UsageLimit[] = [
  { most: 5, seconds: HOUR },
  { most: 10, seconds: DAY },
];

/** A mail that somebody asks for. */
export interface AskedMail {
  /** Each kind is counted apart, so that asking for one uses up no other. */
  readonly kind: OneTimeTokenKind;
  readonly email: string;
  readonly device: Device;
  /** Who asks, if they are signed in. */
  readonly userId?: string;
}

/** Slows whoever guesses or sends too much. Nothing locks an account: a known device and a mailed link work all the time. */
export interface AccountLimits {
  /** Counted before it is made; a right one is taken back. @throws AuthError `over_request_rate_limit` */
  countGuess(guess: {
    readonly email: string;
    readonly address: string;
    /** Names a device that the account knows, or whoever is signed in to it. */
    readonly knownDevice: string | undefined;
  }): Promise<AdmittedUse>;
  /** @throws AuthError `over_email_send_rate_limit` */
  countMail(mail: AskedMail): Promise<void>;
}

interface LimitsDeps {
  readonly counts: UsageCounts;
  readonly devices: Pick<Devices, 'known'>;
  readonly subject: LimitSubject;
  /** Whether a network address has limits, too. Those of an account are never off: they are what protects a password. */
  readonly byAddress: boolean;
}

const refuse = (code: AuthErrorCode, wayOut: string) => (retryAfterSeconds: number) => {
  const text = `Please wait ${spokenWait(retryAfterSeconds)}, or ${wayOut}`;
  return new AuthError(code, { text, retryAfterSeconds });
};
const tooManyGuesses = refuse('over_request_rate_limit', 'choose a new password: that works at once.');
const tooManyMails = refuse('over_email_send_rate_limit', 'open the newest email that you have.');

export function createAccountLimits({ counts, devices, subject, byAddress }: LimitsDeps): AccountLimits {
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
      return admitUse(counts, guesses, tooManyGuesses);
    },

    async countMail({ kind, email, device, userId }) {
      const mailbox = countedEmail(email);
      const { address } = device;
      const known = await devices.known(device, email);
      const byStranger = () => [
        { subject: subject('mail', kind, mailbox, address), limits: MAILS_BY_BOTH },
        { subject: subject('mail to', kind, mailbox), limits: MAILS_TO_ONE, reserve: RESERVE_TO_ONE },
        ...ofAddress('mail from', address, MAILS_BY_ADDRESS),
      ];
      const mails = [
        ...(known === undefined
          ? byStranger()
          : [{ subject: subject('mail by device', kind, mailbox, known), limits: MAILS_BY_KNOWN_DEVICE }]),
        ...(userId === undefined ? [] : [{ subject: subject('mail by', userId), limits: MAILS_BY_USER }]),
      ];
      await admitUse(counts, mails, tooManyMails);
    },
  };
}
