import type { UsageCounts } from '../../adapters/postgres/usage-counts.ts';
import {
  type AdmittedUse,
  admitUse,
  type LimitedSubject,
  type UsageLimit,
} from '../../adapters/postgres/usage-limits.ts';
import type { LimitSubject } from '../../adapters/secrets/limit-subjects.ts';
import { countedEmail } from '../../salon/counted-email.ts';
import type { OneTimeTokenKind } from './mails/one-time-tokens.ts';
import type { Device, Devices } from './sessions/devices.ts';
import { AuthError, type AuthErrorCode } from './supabase-protocol/auth-errors.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Wrong passwords for one account, from unknown devices. When they reach the limit, the owner can still sign in by mail. */
const BY_STRANGERS: readonly UsageLimit[] = [
  { most: 10, seconds: 15 * MINUTE },
  { most: 50, seconds: DAY },
];
/** Wrong passwords from a device that has signed in to the account before. They are counted separately from those of strangers. */
const BY_KNOWN_DEVICE: readonly UsageLimit[] = [
  { most: 10, seconds: 5 * MINUTE },
  { most: 200, seconds: DAY },
];
/** Wrong passwords from one network address, for all accounts together. All staff of a salon share an address. */
const BY_ADDRESS: readonly UsageLimit[] = [
  { most: 50, seconds: 15 * MINUTE },
  { most: 300, seconds: DAY },
];
/** Mails of one kind to one mailbox, asked for from one network address. */
const MAILS_BY_BOTH: readonly UsageLimit[] = [{ most: 5, seconds: HOUR }];
/** Mails of one kind to one mailbox, whoever asks. */
const MAILS_TO_ONE: readonly UsageLimit[] = [{ most: 10, seconds: DAY }];
/**
 * When that limit is reached, still one mail an hour is sent. A link works for an hour, so the owner always gets a link or has one
 * that works. So strangers who ask for many mails can't keep the owner out.
 */
const RESERVE_TO_ONE: UsageLimit = { most: 1, seconds: HOUR };
/** Mails asked for from one network address, to any mailboxes. */
const MAILS_BY_ADDRESS: readonly UsageLimit[] = [{ most: 30, seconds: HOUR }];
/** Mails asked for by a device that has signed in to the account before. They are counted separately from those of strangers. */
const MAILS_BY_KNOWN_DEVICE: readonly UsageLimit[] = [
  { most: 5, seconds: HOUR },
  { most: 10, seconds: DAY },
];
/** Mails that one user asks for to new addresses of theirs. */
const MAILS_BY_USER: readonly UsageLimit[] = [
  { most: 5, seconds: HOUR },
  { most: 10, seconds: DAY },
];

/** A mail that somebody asks for. */
export interface AskedMail {
  /** Each kind is counted separately. */
  readonly kind: OneTimeTokenKind;
  readonly email: string;
  readonly device: Device;
  /** The user who asks, if they are signed in. */
  readonly userId?: string;
}

/** A password that somebody enters. */
interface Guess {
  readonly email: string;
  readonly address: string;
  /** Identifies a device that has signed in to the account before, or a user who is signed in to it; undefined for strangers. */
  readonly knownDevice: string | undefined;
}

interface LimitsDeps {
  readonly counts: UsageCounts;
  readonly devices: Pick<Devices, 'known'>;
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

/** Slows down people who guess, or who ask for too many mails. No limit locks an account: known devices and mailed links still work. */
export function createAccountLimits({ counts, devices, subject, byAddress }: LimitsDeps) {
  const ofAddress = (what: string, address: string, limits: readonly UsageLimit[]): LimitedSubject[] =>
    byAddress ? [{ subject: subject(what, address), limits }] : [];

  return {
    /** Counts a guess before it is made. The caller takes a right one back. @throws AuthError `over_request_rate_limit` */
    countGuess({ email, address, knownDevice }: Guess): Promise<AdmittedUse> {
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

    /** @throws AuthError `over_email_send_rate_limit` */
    async countMail({ kind, email, device, userId }: AskedMail): Promise<void> {
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
