import type { UsageCounts } from '../../../adapters/postgres/usage-counts.ts';
import { countUse, type UsageLimit } from '../../../adapters/postgres/usage-limits.ts';
import type { LimitSubject } from '../../../adapters/secrets/limit-subjects.ts';
import { countedEmail } from '../../../salon/counted-email.ts';
import type { Allowance, CausedBy, CountedMessage } from '../texts/text-limits.ts';

/** Mails to one mailbox about unconfirmed bookings, which anybody can make with somebody else's address. */
export const STRANGERS_LIMITS: readonly UsageLimit[] = [
  { most: 12, seconds: 3_600 },
  { most: 24, seconds: 86_400 },
];

/** No number of mails stops all of them. */
type MailAllowance = Exclude<Allowance, 'stopped'>;

export interface MailLimits {
  /** Counts a mail before it is sent, if it is within the limits. A cause that was counted isn't counted again. */
  allow(mail: Pick<CountedMessage, 'causeId' | 'to' | 'causedBy'>): Promise<MailAllowance>;
}

interface Limited {
  /** The name of their count. */
  readonly counted: string;
  readonly limits: readonly UsageLimit[];
  readonly beyond: MailAllowance;
}

/** Limits for mails that the salon itself doesn't cause. Private links may cause half as many as strangers. */
const LIMITED: Record<Exclude<CausedBy, 'salon'>, Limited> = {
  anybody: { counted: 'mails to', limits: STRANGERS_LIMITS, beyond: 'unconfirmed-over-cap' },
  link: {
    counted: 'mails by links to',
    limits: STRANGERS_LIMITS.map((limit) => ({ ...limit, most: limit.most / 2 })),
    beyond: 'over-cap',
  },
};

/**
 * Limits of mails. A mail costs nothing, so only those that strangers and private links can cause are limited, and nothing stops all mails.
 */
export const createMailLimits = (counts: UsageCounts, limitSubject: LimitSubject): MailLimits => ({
  async allow({ causeId, to, causedBy }) {
    if (causedBy === 'salon') return 'allowed';
    const { counted, limits, beyond } = LIMITED[causedBy];
    const mailbox = [{ subject: limitSubject(counted, countedEmail(to)), limits }];
    const { waitSeconds } = await countUse(counts, mailbox, causeId);
    return waitSeconds === 0 ? 'allowed' : beyond;
  },
});
