import type { UsageCounts } from '../../../adapters/postgres/usage-counts.ts';
import {
  type AdmittedUse,
  admitUse,
  type LimitedSubject,
  type UsageLimit,
} from '../../../adapters/postgres/usage-limits.ts';
import type { LimitSubject } from '../../../adapters/secrets/limit-subjects.ts';
import { AuthError } from '../auth-error.ts';
import { spokenWait } from '../spoken-wait.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** To the number of somebody's factor, for them: one code at a time is on its way. What others ask for doesn't count here. */
export const NUMBER_LIMITS: readonly UsageLimit[] = [
  { most: 1, seconds: 60 },
  { most: 5, seconds: HOUR },
];
/** To such a number, for all who have it as a factor: each of them has had it in hand. */
const SHARED_NUMBER_LIMITS: readonly UsageLimit[] = [{ most: 40, seconds: DAY }];
/** For one user, whatever the numbers: each text costs the salon money. */
export const USER_LIMITS: readonly UsageLimit[] = [
  { most: 8, seconds: HOUR },
  { most: 20, seconds: DAY },
];
/** To a number that is being added, whoever asks: it may be anybody's, who must not get dozens of texts. */
const NEW_NUMBER_LIMITS: readonly UsageLimit[] = [
  { most: 1, seconds: 60 },
  { most: 3, seconds: HOUR },
  { most: 5, seconds: DAY },
];
/** To numbers that are being added, from one network address. */
const NEW_BY_ADDRESS_LIMITS: readonly UsageLimit[] = [
  { most: 8, seconds: HOUR },
  { most: 16, seconds: DAY },
];
/** To all numbers that are being added, by whoever isn't staff: numbers that cost much are called by many accounts. */
export const NEW_IN_ALL_LIMITS: readonly UsageLimit[] = [
  { most: 40, seconds: HOUR },
  { most: 100, seconds: DAY },
];

/** A text that somebody asks for. */
export interface AskedText {
  /** E.164. */
  readonly phone: string;
  readonly userId: string;
  /** Where it is asked for; undefined where network addresses have no limits. */
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

/** Under what a text counts. */
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
