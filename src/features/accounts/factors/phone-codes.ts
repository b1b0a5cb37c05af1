import { createHmac, createSecretKey, randomInt } from 'node:crypto';
import type { UsageCounts } from '../../../adapters/postgres/usage-counts.ts';
import {
  type AdmittedUse,
  admitUse,
  type LimitedSubject,
  type UsageLimit,
} from '../../../adapters/postgres/usage-limits.ts';
import type { LimitSubject } from '../../../adapters/secrets/limit-subjects.ts';
import { spokenWait } from '../limits.ts';
import { AuthError } from '../supabase-protocol/auth-errors.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Texts to the number of a user's own factor: one code at a time is on its way. Others with the same number count apart. */
export const NUMBER_LIMITS: readonly UsageLimit[] = [
  { most: 1, seconds: 60 },
  { most: 5, seconds: HOUR },
];
/** Texts to a verified number, for all users who have it as a factor. */
const SHARED_NUMBER_LIMITS: readonly UsageLimit[] = [{ most: 40, seconds: DAY }];
/** Texts for one user, to whatever numbers: each costs the salon money. */
export const USER_LIMITS: readonly UsageLimit[] = [
  { most: 8, seconds: HOUR },
  { most: 20, seconds: DAY },
];
/** Texts to a number that is being added, whoever asks. It may be a stranger's, who must not get dozens of them. */
const NEW_NUMBER_LIMITS: readonly UsageLimit[] = [
  { most: 1, seconds: 60 },
  { most: 3, seconds: HOUR },
  { most: 5, seconds: DAY },
];
/** Texts to numbers that are being added, from one network address. */
const NEW_BY_ADDRESS_LIMITS: readonly UsageLimit[] = [
  { most: 8, seconds: HOUR },
  { most: 16, seconds: DAY },
];
/** Texts to all numbers being added by anybody but staff: fraudsters use many accounts to text expensive numbers. */
export const NEW_IN_ALL_LIMITS: readonly UsageLimit[] = [
  { most: 40, seconds: HOUR },
  { most: 100, seconds: DAY },
];

/** A text that somebody asks for. */
export interface AskedText {
  /** E.164. */
  readonly phone: string;
  readonly userId: string;
  /** The network address that asks; undefined when these have no limits. */
  readonly address: string | undefined;
  /** Whether a code has come back from this number before. */
  readonly isVerified: boolean;
  readonly isStaff: boolean;
}

const tooMany = (retryAfterSeconds: number) =>
  new AuthError('over_sms_send_rate_limit', {
    text: `Please wait ${spokenWait(retryAfterSeconds)} before asking for another code.`,
    retryAfterSeconds,
  });

/** What a text counts under. */
export function countedTexts(
  { phone, userId, address, isVerified, isStaff }: AskedText,
  subject: LimitSubject,
): readonly LimitedSubject[] {
  const byUser = { subject: subject('texts of', userId), limits: USER_LIMITS };
  if (isVerified)
    return [
      byUser,
      { subject: subject('text', phone, userId), limits: NUMBER_LIMITS },
      { subject: subject('texts to', phone), limits: SHARED_NUMBER_LIMITS },
    ];
  return [
    byUser,
    { subject: subject('text to new', phone), limits: NEW_NUMBER_LIMITS },
    ...(address === undefined
      ? []
      : [{ subject: subject('texts to new from', address), limits: NEW_BY_ADDRESS_LIMITS }]),
    ...(isStaff ? [] : [{ subject: subject('texts to new'), limits: NEW_IN_ALL_LIMITS }]),
  ];
}

/** Lets a text be sent. @throws AuthError `over_sms_send_rate_limit` */
export const admitText = (
  counts: UsageCounts,
  subject: LimitSubject,
  text: AskedText,
): Promise<AdmittedUse> => admitUse(counts, countedTexts(text, subject), tooMany);

const DIGITS = 6;

export type PhoneCodes = ReturnType<typeof createPhoneCodes>;

/**
 * Codes that are sent to phones.
 *
 * @param key keeps whoever steals a hash from trying all million codes against it
 */
export function createPhoneCodes(key: Buffer) {
  const secret = createSecretKey(key);
  return {
    make: (): string => String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0'),
    /** What is stored instead of the code. It fits one challenge only. */
    hashOf: (challengeId: string, code: string): Buffer =>
      createHmac('sha256', secret)
        .update(JSON.stringify(['phone', challengeId, code]))
        .digest(),
  };
}

/** The last line makes phone browsers offer the code on this site only. */
export const phoneCodeText = (salonName: string, code: string, host: string): string =>
  `${code} is your code for ${salonName}. It is valid for 5 minutes. Never tell it to anyone.\n\n@${host} #${code}`;
