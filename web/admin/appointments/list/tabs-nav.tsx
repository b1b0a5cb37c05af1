import { Link } from 'react-router-dom';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { AdminButton } from '../../ui/button.tsx';
import type { AddressFilters } from './filters.ts';
import { TABS, type Tab, weekFrom } from './tabs.ts';
import type { useTab } from './use-tab.ts';

const WORDS: Readonly<Record<Tab, string>> = {
  all: 'All',
  today: 'Today',
  upcoming: 'Upcoming',
  'to-confirm': 'To confirm',
  past: 'Past',
};

/** Links to the parts of the list that are needed most, each with its own address. */
export function TabsNav({ tab, queryOf, remember }: ReturnType<typeof useTab>) {
  return (
    <nav
      aria-label="Which appointments"
      className="flex max-w-full overflow-x-auto rounded-md border border-line bg-panel p-0.5 print:hidden"
    >
      {TABS.map((one) => (
        <Link
          key={one}
          to={{ search: queryOf(one) }}
          aria-current={one === tab ? 'page' : undefined}
          onClick={() => remember(one)}
          className="flex min-h-8 items-center rounded-md px-3 text-sm font-medium whitespace-nowrap text-stone hover:text-ink focus-visible:-outline-offset-2 aria-[current]:bg-sand aria-[current]:text-ink pointer-coarse:min-h-11 max-sm:px-2.5 max-[22rem]:px-1.5 max-[22rem]:text-[0.8125rem] forced-colors:aria-[current]:underline"
        >
          {WORDS[one]}
        </Link>
      ))}
    </nav>
  );
}

/** The weeks that can be chosen by one press, from this one on. */
const WEEKS = ['This week', 'Next week'] as const;

/** Shows the appointments of this week or the next; pressed again, those of all days. */
export function WeekChips({
  shown,
  today,
  onChoose,
}: {
  shown: AddressFilters;
  today: SalonDate;
  onChoose: (days: Pick<AddressFilters, 'from' | 'to'>) => void;
}) {
  return WEEKS.map((words, weeks) => {
    const week = weekFrom(today, weeks);
    const isShown = week.from === shown.from && week.to === shown.to;
    return (
      <AdminButton
        key={words}
        aria-pressed={isShown}
        className="print:hidden"
        onClick={() => onChoose(isShown ? { from: '', to: '' } : week)}
      >
        {words}
      </AdminButton>
    );
  });
}
