import { ATTENTION } from '../bookings/messages/use-undelivered.ts';
import { useAdminQuery } from '../data/use-admin-query.ts';

/** How many messages staff should look at; 0 while loading. */
export const useAttention = (): number => useAdminQuery(ATTENTION, 'now').data?.count ?? 0;

const MOST_SHOWN = 99;

/** The number next to an entry that leads to what needs attention. Renders nothing for 0. */
export function AttentionBadge({ count, className = '' }: { count: number; className?: string }) {
  if (count === 0) return null;
  return (
    <span
      className={`rounded-full bg-bad-tint px-1.5 text-[0.6875rem] leading-5 font-semibold text-bad tabular-nums forced-colors:border ${className}`}
    >
      {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
      <span className="sr-only"> need attention</span>
    </span>
  );
}
