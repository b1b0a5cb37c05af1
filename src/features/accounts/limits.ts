import { createHmac, createSecretKey, randomUUID } from 'node:crypto';
import type { CountedUse, UsageCounts } from '../../adapters/postgres/usage-counts.ts';
import { AuthError, type AuthErrorCode } from './dialect/errors.ts';

/** So many uses within so many seconds. */
interface Limit {
  readonly most: number;
  readonly seconds: number;
}

/** What one use counts under, and the limits of that. */
interface Counted {
  readonly subject: readonly string[];
  readonly limits: readonly Limit[];
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Wrong passwords for one account from devices that it doesn't know: who knows the password still gets in by mail. */
const BY_STRANGERS: readonly Limit[] = [
  { most: 10, seconds: 15 * MINUTE },
  { most: 50, seconds: DAY },
];
/** From a device that has signed in to the account before, whatever strangers do meanwhile. */
const BY_KNOWN_DEVICE: readonly Limit[] = [
  { most: 10, seconds: 5 * MINUTE },
  { most: 200, seconds: DAY },
];
/** From one network address, for any account: a salon's staff share one. */
const BY_ADDRESS: readonly Limit[] = [
  { most: 50, seconds: 15 * MINUTE },
  { most: 300, seconds: DAY },
];
/** Mails to one mailbox asked for from one place, to one mailbox, and from one place. */
const MAILS_BY_BOTH: readonly Limit[] = [{ most: 5, seconds: HOUR }];
const MAILS_TO_ONE: readonly Limit[] = [{ most: 20, seconds: DAY }];
const MAILS_BY_ADDRESS: readonly Limit[] = [{ most: 30, seconds: HOUR }];

/** A guess that was counted before it was made, so that guesses made at once can't pass together. */
export interface CountedGuess {
  /** It was right, and so is no guess. */
  takeBack(): Promise<void>;
}

/** Slows whoever guesses or sends too much. Nothing locks an account: a known device and a mailed link work all the time. */
export interface AccountLimits {
  /** @throws AuthError `over_request_rate_limit` */
  countGuess(guess: {
    readonly email: string;
    readonly address: string;
    /** Hash of the cookie of a device that the account knows. */
    readonly knownDevice: string | undefined;
  }): Promise<CountedGuess>;
  /** @throws AuthError `over_email_send_rate_limit` */
  countMail(mail: { readonly email: string; readonly address: string }): Promise<void>;
}

/** Seconds until there is room again; 0 while there is. */
function waitOf(uses: readonly CountedUse[], limits: readonly Limit[]): number {
  const waits = limits.map(({ most, seconds }) => {
    const ages = uses.map(({ secondsAgo }) => secondsAgo).filter((age) => age < seconds);
    // With this use among them: the oldest one that still fills the limit has to go.
    const oldest = ages.sort((a, b) => a - b)[most];
    return oldest === undefined ? 0 : seconds - oldest;
  });
  return Math.max(...waits);
}

const nothing: CountedGuess = { takeBack: async () => {} };

/** @param key of the hashes that stand for addresses in the counts */
export function createAccountLimits(counts: UsageCounts, key: Buffer): AccountLimits {
  const secret = createSecretKey(key);
  const subjectOf = (what: readonly string[]) =>
    createHmac('sha256', secret).update(JSON.stringify(what)).digest('base64url');

  async function count(counted: readonly Counted[], refusal: AuthErrorCode): Promise<CountedGuess> {
    const name = randomUUID();
    const subjects = counted.map(({ subject }) => subjectOf(subject));
    const uses = await counts.add(subjects, { name, minutes: 0 });
    const takeBack = () => counts.takeBack(subjects, name);
    const waits = counted.map(({ limits }, at) => waitOf(uses[at] ?? [], limits));
    const wait = Math.max(...waits);
    if (wait === 0) return { takeBack };
    // What was refused counts for nothing: else whoever keeps trying would keep everybody out.
    await takeBack();
    throw new AuthError(refusal, { retryAfterSeconds: wait });
  }

  return {
    countGuess({ email, address, knownDevice }) {
      const account = email.toLowerCase();
      const guesses =
        knownDevice === undefined
          ? [
              { subject: ['guess', account], limits: BY_STRANGERS },
              { subject: ['guess from', address], limits: BY_ADDRESS },
            ]
          : [{ subject: ['guess by device', account, knownDevice], limits: BY_KNOWN_DEVICE }];
      return count(guesses, 'over_request_rate_limit');
    },

    async countMail({ email, address }) {
      const mailbox = email.toLowerCase();
      await count(
        [
          { subject: ['mail', mailbox, address], limits: MAILS_BY_BOTH },
          { subject: ['mail to', mailbox], limits: MAILS_TO_ONE },
          { subject: ['mail from', address], limits: MAILS_BY_ADDRESS },
        ],
        'over_email_send_rate_limit',
      );
    },
  };
}

/** Where limits are switched off. */
export const noAccountLimits: AccountLimits = {
  countGuess: async () => nothing,
  countMail: async () => {},
};
