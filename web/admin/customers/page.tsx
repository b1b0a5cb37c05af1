import { ChevronRight, Plus, Users } from 'lucide-react';
import { Fragment, useState } from 'react';
import type { CustomerSummary } from '../../../src/contracts/customers/customers.ts';
import { exportCustomers } from '../../../src/contracts/exports.ts';
import { formatDate, MONTHS } from '../../../src/salon/date-text.ts';
import { salonDate } from '../../../src/salon/salon-time.ts';
import { call } from '../../api.ts';
import { useSalon } from '../../salon/salon-context.ts';
import { useSalonToday } from '../../salon/use-salon-today.ts';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import { useAddressQuery } from '../../ui/use-address-query.ts';
import { useIsFresh } from '../data/live/live-store.ts';
import { topicOf } from '../data/topics.ts';
import { useAdminPages } from '../data/use-admin-query.ts';
import { HISTORY_PARAMETER } from '../history/history-parameter.ts';
import { AdminButton } from '../ui/button.tsx';
import { controlClass } from '../ui/form/field.tsx';
import { SearchField } from '../ui/form/search-field.tsx';
import { useFilters } from '../ui/form/use-filters.ts';
import { countText } from '../ui/number-text.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { useRowKeys } from '../ui/shortcuts/use-row-keys.ts';
import { EmptyState, FailedState, RowsSkeleton } from '../ui/states.tsx';
import { cellClass, LoadMore, NARROW_ONLY, rowClass, Table, WIDE_ONLY } from '../ui/table/table.tsx';
import { TableTools } from '../ui/table/table-tools.tsx';
import { birthdayText } from './birthday-text.ts';
import { CUSTOMERS, type CustomerFilters, customerQuery } from './queries.ts';

/** Loaded with the first customer that is opened. */
const Profile = lazyPart(async () => (await import('./profile.tsx')).CustomerProfile);

const ImportDialog = lazyPart(async () => (await import('./imports/import-dialog.tsx')).ImportDialog);
const AddDialog = lazyPart(async () => (await import('./add-dialog.tsx')).AddCustomerDialog);

const FILTERS = { search: '', sort: 'name', birthday: '' };
const ON_TABLETS = 'max-md:hidden';
const COLUMNS = [
  'Name',
  { name: 'Email', className: WIDE_ONLY },
  'Phone',
  { name: 'Birthday', className: ON_TABLETS },
  { name: 'Date Created', className: WIDE_ONLY },
];

/** All customers, each with a profile. */
export function CustomersPage() {
  const { filters, setFilter } = useFilters(FILTERS);
  const sort = filters.sort === '-created_at' ? '-created_at' : 'name';
  const month = MONTHS.findIndex((_, index) => String(index + 1) === filters.birthday) + 1 || null;
  const shown: CustomerFilters = { search: filters.search, month, sort };
  const list = useAdminPages(CUSTOMERS, shown);
  const customers = list.data?.flatMap((page) => page.customers);
  const [query, changeQuery] = useAddressQuery();
  const open = query.get('customer');
  const [dialog, setDialog] = useState<'add' | 'import' | null>(null);
  const close = () => setDialog(null);
  useRowKeys();
  const today = useSalonToday();
  const show = (id: string | null) =>
    changeQuery(
      (next) => {
        next.delete(HISTORY_PARAMETER);
        if (id === null) next.delete('customer');
        else next.set('customer', id);
      },
      { replace: true },
    );
  const total = list.data?.[0]?.total;
  const count = typeof total === 'number' ? countText(total, 'customer') : undefined;
  /** The address opens a profile that is not in the list. */
  const isApart = open !== null && customers !== undefined && !customers.some(({ id }) => id === open);

  return (
    <div>
      <PageHeader
        title="Customer Management"
        count={count}
        action={
          <div className="flex gap-2">
            <AdminButton onClick={() => setDialog('import')}>Import</AdminButton>
            <AdminButton look="primary" onClick={() => setDialog('add')}>
              <Plus aria-hidden="true" className="size-4" />
              Add Customer
            </AdminButton>
          </div>
        }
      />
      {dialog === 'import' && <ImportDialog onClose={close} />}
      {dialog === 'add' && (
        <AddDialog
          onClose={close}
          onAdded={(id) => {
            close();
            show(id);
          }}
        />
      )}
      <search aria-label="Filters" className="flex flex-wrap items-center gap-2 pb-4 print:hidden">
        <SearchField
          label="Name, email or phone"
          value={filters.search}
          onSearch={(text) => setFilter('search', text)}
        />
        <BirthdayFilter value={filters.birthday} onChange={(value) => setFilter('birthday', value)} />
        {month === null && (
          <select
            aria-label="Sort by"
            value={sort}
            onChange={({ target }) => setFilter('sort', target.value)}
            className={`${controlClass} w-auto! max-sm:min-w-26 max-sm:flex-1`}
          >
            <option value="name">By name</option>
            <option value="-created_at">Newest first</option>
          </select>
        )}
        <TableTools
          about={['customer']}
          fileName={`customers-${today}`}
          load={({ after, ...options }) =>
            call(exportCustomers, { ...options, query: { ...customerQuery(shown), after } })
          }
        />
      </search>
      {list.error && !customers && (
        <FailedState
          what="Failed to fetch customers"
          toast="Error"
          error={list.error}
          onRetry={list.reload}
        />
      )}
      {!customers && !list.error && <RowsSkeleton label="Loading the customers..." />}
      {isApart && (
        <div className="mb-4 rounded-md border border-line bg-panel p-4">
          <Profile key={open} id={open} onGone={() => show(null)} onShow={show} />
        </div>
      )}
      {customers?.length === 0 && filters.search === '' && month === null && (
        <EmptyState icon={Users} title="No customers yet">
          Everybody who books appears here.
        </EmptyState>
      )}
      {customers?.length === 0 && (filters.search !== '' || month !== null) && (
        <EmptyState
          icon={Users}
          title={
            month === null || filters.search !== ''
              ? 'No customers found matching your search'
              : `Nobody has a birthday in ${MONTHS[month - 1]}`
          }
        />
      )}
      {customers && customers.length > 0 && (
        <Table label="Customers" columns={COLUMNS} isBusy={list.isPrevious}>
          {customers.map((customer) => (
            <Row
              key={customer.id}
              customer={customer}
              isOpen={customer.id === open}
              onToggle={() => show(customer.id === open ? null : customer.id)}
              onShow={show}
            />
          ))}
        </Table>
      )}
      {list.hasMore && <LoadMore isLoading={list.isLoadingMore} onLoad={list.loadMore} />}
    </div>
  );
}

function Row({
  customer,
  isOpen,
  onToggle,
  onShow,
}: {
  customer: CustomerSummary;
  isOpen: boolean;
  onToggle: () => void;
  onShow: (id: string) => void;
}) {
  const { id, name, email, phone, created_at } = customer;
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
            Since {created}
          </span>
        </td>
        <td className={`${cellClass} ${WIDE_ONLY} max-w-64 truncate @max-3xl:max-w-44`}>{email}</td>
        <td className={`${cellClass} whitespace-nowrap`}>{phone}</td>
        <td className={`${cellClass} ${ON_TABLETS} whitespace-nowrap text-stone`}>
          {birthdayText(customer)}
        </td>
        <td className={`${cellClass} ${WIDE_ONLY} whitespace-nowrap text-stone`}>{created}</td>
      </tr>
      {isOpen && (
        <tr className="border-b border-line last:border-0">
          <td colSpan={COLUMNS.length} className="bg-ivory/60 p-4 sm:p-5">
            <Profile id={id} isNamed onGone={onToggle} onShow={onShow} />
          </td>
        </tr>
      )}
    </Fragment>
  );
}

/** Filters by the month of the birthday, with a shortcut to the current month. */
function BirthdayFilter({ value, onChange }: { value: string; onChange: (month: string) => void }) {
  const thisMonth = Number(useSalonToday().slice(5, 7));
  return (
    <select
      aria-label="Birthdays"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className={`${controlClass} w-auto! max-sm:min-w-32 max-sm:flex-1`}
    >
      <option value="">All birthdays</option>
      <option value={thisMonth}>This month: {MONTHS[thisMonth - 1]}</option>
      {MONTHS.map(
        (name, index) =>
          index + 1 !== thisMonth && (
            <option key={name} value={index + 1}>
              {name}
            </option>
          ),
      )}
    </select>
  );
}
