import { ChevronRight } from 'lucide-react';
import type { ListedCustomer } from '../../../src/contracts/customers/customers.ts';
import { formatDate } from '../../../src/salon/date-text.ts';
import { salonDate } from '../../../src/salon/salon-time.ts';
import { useSalon } from '../../salon/salon-context.ts';
import { phoneAsTyped } from '../../ui/form/phone-text.ts';
import { useIsFresh } from '../data/live/live-store.ts';
import { useMay } from '../data/role.ts';
import { topicOf } from '../data/topics.ts';
import { centsText, countText, numberText } from '../ui/number-text.ts';
import { cellClass, NARROW_ONLY, rowClass, WIDE_ONLY } from '../ui/table/table.tsx';
import { birthdayText } from './card/birthday-text.ts';
import { CustomerProfile } from './profile.tsx';
import type { CustomerSort } from './queries.ts';

const ON_TABLETS = 'max-md:hidden';
const WIDER = { className: '@max-4xl:hidden whitespace-nowrap', instead: '@4xl:hidden' };
const WIDEST = { className: '@max-5xl:hidden whitespace-nowrap text-right', instead: '@5xl:hidden' };
/** The columns for which only a wide table has room, with the class names of what says the same instead. */
const SUMS = {
  '-last_visit': { name: 'Last visit', ...WIDER },
  next_visit: { name: 'Next', ...WIDER },
  '-visits': { name: 'Visits', ...WIDEST },
  '-spent_cents': { name: 'Spent', ...WIDEST },
} as const;

/** The columns of the list. */
export const columnsFor = (may: ReturnType<typeof useMay>) => [
  'Name',
  { name: 'Email', className: WIDE_ONLY },
  'Phone',
  { name: 'Birthday', className: ON_TABLETS },
  { name: 'Date Created', className: WIDE_ONLY },
  ...Object.values(SUMS).filter((sum) => sum !== SUMS['-spent_cents'] || may('owners')),
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
  const { id, name, email, phone, created_at, last_visit, next_visit, visits, spent_cents, before } =
    customer;
  const may = useMay();
  const { time_zone, address } = useSalon();
  const created = formatDate(salonDate(new Date(created_at), time_zone));
  const sorted = sortedBy(customer, sort);
  const isFresh = useIsFresh(topicOf('customer', id));
  return (
    <>
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
            {sorted === undefined &&
              // Of somebody who was imported, the day says little.
              (!last_visit && before?.last_visit ? <VisitBefore before={before} /> : `Since ${created}`)}
          </span>
          {sorted !== undefined && (
            <span className={`block pb-1 pl-5.5 text-stone in-data-compact:pb-0 ${sorted.className}`}>
              {sorted.text}
            </span>
          )}
        </td>
        <td className={`${cellClass} ${WIDE_ONLY} max-w-64 truncate @max-3xl:max-w-44`}>{email}</td>
        <td className={`${cellClass} whitespace-nowrap`}>{phone && phoneAsTyped(phone, address.country)}</td>
        <td className={`${cellClass} ${ON_TABLETS} whitespace-nowrap text-stone`}>
          {birthdayText(customer)}
        </td>
        <td className={`${cellClass} ${WIDE_ONLY} whitespace-nowrap text-stone`}>{created}</td>
        <td className={`${cellClass} ${SUMS['-last_visit'].className}`}>
          {last_visit ? formatDate(last_visit) : <VisitBefore before={before} />}
        </td>
        <td className={`${cellClass} ${SUMS.next_visit.className}`}>
          {next_visit && formatDate(next_visit)}
        </td>
        <td className={`${cellClass} ${SUMS['-visits'].className}`}>{numberText(visits)}</td>
        {spent_cents !== undefined && (
          <td className={`${cellClass} ${SUMS['-spent_cents'].className}`}>{centsText(spent_cents)}</td>
        )}
      </tr>
      {isOpen && (
        <tr className="border-b border-line last:border-0">
          <td colSpan={columnsFor(may).length} className="bg-ivory/60 p-4 sm:p-5">
            <CustomerProfile id={id} isNamed onGone={onToggle} onShow={onShow} />
          </td>
        </tr>
      )}
    </>
  );
}

/** The last visit before an import, where there is none since. */
function VisitBefore({ before }: Pick<ListedCustomer, 'before'>) {
  if (!before?.last_visit) return null;
  return (
    <span className="whitespace-normal text-stone">
      before: <span className="whitespace-nowrap">{formatDate(before.last_visit)}</span>
    </span>
  );
}

/** The value that the list is sorted by, where there is no room for its column. */
function sortedBy(customer: ListedCustomer, sort: CustomerSort) {
  const { last_visit, next_visit, visits, spent_cents, before } = customer;
  const none = before?.last_visit ? `Before: ${formatDate(before.last_visit)}` : 'No visit yet';
  if (!(sort in SUMS)) return undefined;
  const texts = {
    '-last_visit': last_visit ? `Last visit ${formatDate(last_visit)}` : none,
    next_visit: next_visit ? `Next visit ${formatDate(next_visit)}` : 'No next visit',
    '-visits': countText(visits, 'visit'),
    '-spent_cents': `Spent ${centsText(spent_cents ?? 0)}`,
  };
  const sum = sort as keyof typeof SUMS;
  return { text: texts[sum], className: SUMS[sum].instead };
}
