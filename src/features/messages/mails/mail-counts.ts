import type { UsageCounts } from '../../../adapters/postgres/usage-counts.ts';
import { admitUse, type UsageLimit } from '../../../adapters/postgres/usage-limits.ts';
import type { LimitSubject } from '../../../adapters/secrets/limit-subjects.ts';
import { countedEmail } from '../../../salon/counted-email.ts';
import type { Allowance, CausedBy, TextCounts } from '../sending/tables.ts';

/** To one mailbox about bookings that anybody may have made in its name: nobody's may be filled by us. */
export const STRANGERS_LIMITS: readonly UsageLimit[] = [
  { most: 12, seconds: 3_600 },
  { most: 24, seconds: 86_400 },
];

interface Limited {
  readonly counted: string;
  readonly limits: readonly UsageLimit[];
  readonly beyond: Allowance;
}

/** What others than the salon can cause: of what the links of its bookings cause, half as much. */
const LIMITED: Record<Exclude<CausedBy, 'salon'>, Limited> = {
  anybody: { counted: 'mails to', limits: STRANGERS_LIMITS, beyond: 'unconfirmed-over-cap' },
  link: {
    counted: 'mails by links to',
    limits: STRANGERS_LIMITS.map((limit) => ({ ...limit, most: limit.most / 2 })),
    beyond: 'over-cap',
  },
};

class TooMany extends Error {
  override readonly name = 'TooMany';
}

/**
 * The mails of late. Nothing is paid for a mail, so only what others than the salon can cause is limited, and reaching the limit
 * stops nothing else.
 */
export const createMailCounts = (counts: UsageCounts, subject: LimitSubject): TextCounts => ({
  async allow({ causeId, to, causedBy }) {
    if (causedBy === 'salon') return 'allowed';
    const { counted, limits, beyond } = LIMITED[causedBy];
    const mailbox = [{ subject: subject(counted, countedEmail(to)), limits }];
    try {
      await admitUse(counts, mailbox, () => new TooMany(), causeId);
      return 'allowed';
    } catch (error) {
      if (error instanceof TooMany) return beyond;
      throw error;
    }
  },

  // A mail server can't be asked what it has taken, so nothing is looked up.
  bookingsOf: async () => [],
});
