import type { UsageCounts } from '../../../adapters/postgres/usage-counts.ts';
import { AuthError } from '../dialect/errors.ts';
import { type AdmittedUse, admitUse, type UsageLimit } from '../usage-limits.ts';
import { spokenWait } from './tries.ts';

/** One code at a time is on its way to a number, and nobody is woken by fifty. */
export const NUMBER_LIMITS: readonly UsageLimit[] = [
  { most: 1, seconds: 60 },
  { most: 5, seconds: 3_600 },
];
/** Whatever the number: each text costs the salon money. */
export const USER_LIMITS: readonly UsageLimit[] = [
  { most: 8, seconds: 3_600 },
  { most: 20, seconds: 86_400 },
];

const tooMany = (retryAfterSeconds: number) =>
  new AuthError('over_sms_send_rate_limit', {
    text: `Please wait ${spokenWait(retryAfterSeconds)} before asking for another code.`,
    retryAfterSeconds,
  });

/**
 * Lets a text be sent.
 *
 * @param number keyed hash of the phone number
 * @param user keyed hash of who asks
 * @throws AuthError `over_sms_send_rate_limit`
 */
export const admitText = (
  counts: UsageCounts,
  { number, user }: { readonly number: string; readonly user: string },
): Promise<AdmittedUse> =>
  admitUse(
    counts,
    [
      { subject: number, limits: NUMBER_LIMITS },
      { subject: user, limits: USER_LIMITS },
    ],
    tooMany,
  );
