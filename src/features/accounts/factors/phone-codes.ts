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

/**
 * Text messages to the number of a user's own factor. Only one code at a time is on its way. Other users with the same number are
 * counted separately.
 */
export const NUMBER_LIMITS: readonly UsageLimit[] = [
  { most: 1, seconds: 60 },
  { most: 5, seconds: HOUR },
];
/** Text messages to a verified number, for all users together who have it as a factor. */
const SHARED_NUMBER_LIMITS: readonly UsageLimit[] = [{ most: 40, seconds: DAY }];
/** Text messages for one user, to any number, since each message costs the salon money. */
export const USER_LIMITS: readonly UsageLimit[] = [
  { most: 8, seconds: HOUR },
  { most: 20, seconds: DAY },
];
/** The limits of text messages to a number that is being added, over all who ask. It may be a stranger's number, who must not get dozens of them. */
const NEW_NUMBER_LIMITS: readonly UsageLimit[] = [
  { most: 1, seconds: 60 },
  { most: 3, seconds: HOUR },
  { most: 5, seconds: DAY },
];
/** Text messages to numbers that are being added, asked for from one network address. */
const NEW_BY_ADDRESS_LIMITS: readonly UsageLimit[] = [
  { most: 8, seconds: HOUR },
  { most: 16, seconds: DAY },
];
/** Text messages to all numbers that are being added, except by staff: fraudsters use many accounts to text expensive numbers. */
export const NEW_IN_ALL_LIMITS: readonly UsageLimit[] = [
  { most: 40, seconds: HOUR },
  { most: 100, seconds: DAY },
];

/** A text message that somebody asks for. */
export interface AskedText {
  /** E.164. */
  readonly phone: string;
  readonly userId: string;
  /** The network address that asks; undefined if there are no limits per network address. */
  readonly address: string | undefined;
  /** Whether the user has already entered a code that was sent to this number. */
  readonly isVerified: boolean;
  readonly isStaff: boolean;
}

const tooMany = (retryAfterSeconds: number) =>
  new AuthError('over_sms_send_rate_limit', {
    text: `Please wait ${spokenWait(retryAfterSeconds)} before asking for another code.`,
    retryAfterSeconds,
  });

/** The subjects under which a text message is counted, with their limits. */
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

/** Counts a text message if the limits allow it to be sent. @throws AuthError `over_sms_send_rate_limit` */
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
 * @param key key of the hashes: without it, somebody who steals a hash could find the code by trying all million codes
 */
export function createPhoneCodes(key: Buffer) {
  const secret = createSecretKey(key);
  return {
    make: (): string => String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0'),
    /** The hash that is stored instead of the code. It is valid for one challenge only. */
    hashOf: (challengeId: string, code: string): Buffer =>
      createHmac('sha256', secret)
        .update(JSON.stringify(['phone', challengeId, code]))
        .digest(),
  };
}

/** The text message with a code. Because of the last line, browsers on phones offer the code on this site only. */
export const phoneCodeText = (salonName: string, code: string, host: string): string =>
  `${code} is your code for ${salonName}. It is valid for 5 minutes. Never tell it to anyone.\n\n@${host} #${code}`;
