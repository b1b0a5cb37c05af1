import { ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import type { ListedCustomer } from '../../../src/contracts/customers/customers.ts';
import { formatDate } from '../../../src/salon/date-text.ts';
import { salonDate } from '../../../src/salon/salon-time.ts';
import { useSalon } from '../../salon/salon-context.ts';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import { useIsFresh } from '../data/live/live-store.ts';
import { topicOf } from '../data/topics.ts';
import { centsText, countText, numberText } from '../ui/number-text.ts';
import { cellClass, NARROW_ONLY, rowClass, WIDE_ONLY } from '../ui/table/table.tsx';
import { birthdayText } from './birthday-text.ts';
import type { CustomerSort } from './queries.ts';

/** Loaded with the first customer that is opened. */
export const Profile = lazyPart(async () => (await import('./profile.tsx')).CustomerProfile);

const ON_TABLETS = 'max-md:hidden';
const SUMS = {
  '-last_visit': { name: 'Last visit', className: '@max-4xl:hidden' },
  next_visit: { name: 'Next', className: '@max-4xl:hidden' },
  '-visits': { name: 'Visits', className: '@max-5xl:hidden text-right' },
  '-spent_cents': { name: 'Spent', className: '@max-5xl:hidden text-right' },
} as const;

/** Class names of a sum's column: only a wide table has room for it, unless the list is sorted by it. */
const sumClass = (own: keyof typeof SUMS, sort: CustomerSort) =>
  `whitespace-nowrap ${own === sort ? WIDE_ONLY : SUMS[own].className}`;

/** The columns of the list. */
export const columnsOf = (sort: CustomerSort) => [
  'Name',
  { name: 'Email', className: WIDE_ONLY },
  'Phone',
  { name: 'Birthday', className: ON_TABLETS },
  { name: 'Date Created', className: WIDE_ONLY },
  ...(Object.keys(SUMS) as (keyof typeof SUMS)[]).map((sum) => ({
    name: SUMS[sum].name,
    className: sumClass(sum, sort),
  })),
];

/** A customer in the list, with their profile below once it is opened. */
export function Row({
  customer,
  sort,
  isOpen,
  onToggle,
  onShow,
}: {
  customer: ListedCustomer;
  sort: CustomerSort;
  isOpen: boolean;
  onToggle: () => void;
  onShow: (id: string) => void;
}) {
  const { id, name, email, phone, created_at, last_visit, next_visit, visits, spent_cents } = customer;
  const { time_zone } = useSalon();
  const created = formatDate(salonDate(new Date(created_at), time_zone));
  const isFresh = useIsFresh(topicOf('customer', id));
  return (
    <Fragment>
      {/* For keyboards and screen readers there is a button in the row. */}
      <tr className={`${rowClass(isFresh)} cursor-pointer hover:bg-sand/60`} onClick={onToggle}>
        <td className={cellClass}>
          <button
            type="button"
            data-row
            aria-expanded={isOpen}
            onClick={(event) => {
              event.stopPropagation();
              onToggle();
            }}
            className="flex min-h-9 items-center gap-1.5 text-left font-medium focus-visible:-outline-offset-2"
          >
            <ChevronRight
              aria-hidden="true"
              className={`size-4 shrink-0 text-stone transition-transform ${isOpen ? 'rotate-90' : ''}`}
            />
            <span className="min-w-28 wrap-anywhere">{name}</span>
          </button>
          <span className={`block pb-1 pl-5.5 text-stone wrap-anywhere in-data-compact:pb-0 ${NARROW_ONLY}`}>
            {email && <span className="block">{email}</span>}
            {sortedText(customer, sort) ?? `Since ${created}`}
          </span>
        </td>
        <td className={`${cellClass} ${WIDE_ONLY} max-w-64 truncate @max-3xl:max-w-44`}>{email}</td>
        <td className={`${cellClass} whitespace-nowrap`}>{phone}</td>
        <td className={`${cellClass} ${ON_TABLETS} whitespace-nowrap text-stone`}>
          {birthdayText(customer)}
        </td>
        <td className={`${cellClass} ${WIDE_ONLY} whitespace-nowrap text-stone`}>{created}</td>
        <td className={`${cellClass} ${sumClass('-last_visit', sort)}`}>
          {last_visit && formatDate(last_visit)}
        </td>
        <td className={`${cellClass} ${sumClass('next_visit', sort)}`}>
          {next_visit && formatDate(next_visit)}
        </td>
        <td className={`${cellClass} ${sumClass('-visits', sort)}`}>{numberText(visits)}</td>
        <td className={`${cellClass} ${sumClass('-spent_cents', sort)}`}>{centsText(spent_cents)}</td>
      </tr>
      {isOpen && (
        <tr className="border-b border-line last:border-0">
          <td colSpan={columnsOf(sort).length} className="bg-ivory/60 p-4 sm:p-5">
            <Profile id={id} isNamed onGone={onToggle} onShow={onShow} />
          </td>
        </tr>
      )}
    </Fragment>
  );
}

/** What the list is sorted by, for a phone, which has no room for its column. */
function sortedText(customer: ListedCustomer, sort: CustomerSort): string | undefined {
  const { last_visit, next_visit, visits, spent_cents } = customer;
  switch (sort) {
    case '-last_visit':
      return last_visit ? `Last visit ${formatDate(last_visit)}` : 'No visit yet';
    case 'next_visit':
      return next_visit ? `Next visit ${formatDate(next_visit)}` : 'No next visit';
    case '-visits':
      return countText(visits, 'visit');
    case '-spent_cents':
      return `Spent ${centsText(spent_cents)}`;
    default:
      return undefined;
  }
}
