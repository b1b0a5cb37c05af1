import type { UsageCounts } from '../../../adapters/postgres/usage-counts.ts';
import { admitUse, type UsageLimit } from '../../../adapters/postgres/usage-limits.ts';
import type { LimitSubject } from '../../../adapters/secrets/limit-subjects.ts';
import { countedEmail } from '../../../salon/counted-email.ts';
import type { TextCounts } from '../sending/tables.ts';

/** To one mailbox about bookings that anybody may have made in its name: nobody's may be filled by us. */
export const STRANGERS_LIMITS: readonly UsageLimit[] = [
  { most: 12, seconds: 3_600 },
  { most: 24, seconds: 86_400 },
];

class TooMany extends Error {
  override readonly name = 'TooMany';
}

/**
 * The mails of late. Nothing is paid for a mail, so only what strangers can cause is limited, and reaching the limit stops nothing
 * else.
 */
export const createMailCounts = (counts: UsageCounts, subject: LimitSubject): TextCounts => ({
  async allow({ causeId, to, isPublic }) {
    if (!isPublic) return 'allowed';
    const mailbox = [{ subject: subject('mails to', countedEmail(to)), limits: STRANGERS_LIMITS }];
    try {
      await admitUse(counts, mailbox, () => new TooMany(), causeId);
      return 'allowed';
    } catch (error) {
      if (error instanceof TooMany) return 'unconfirmed-over-cap';
      throw error;
    }
  },

  // A mail server can't be asked what it has taken, so nothing is looked up.
  bookingsOf: async () => [],
});
