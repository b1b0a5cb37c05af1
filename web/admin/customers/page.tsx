import { Plus, Users } from 'lucide-react';
import { useState } from 'react';
import { exportCustomers } from '../../../src/contracts/exports.ts';
import { MONTHS } from '../../../src/salon/date-text.ts';
import { call } from '../../api.ts';
import { useSalonToday } from '../../salon/use-salon-today.ts';
import { useAddressQuery } from '../../ui/use-address-query.ts';
import { useAdminPages } from '../data/use-admin-query.ts';
import { HISTORY_PARAMETER } from '../history/history-parameter.ts';
import { AdminButton } from '../ui/button.tsx';
import { lazyDialog } from '../ui/dialog/lazy-dialog.tsx';
import { controlClass } from '../ui/form/field.tsx';
import { SearchField } from '../ui/form/search-field.tsx';
import { useFilters } from '../ui/form/use-filters.ts';
import { countText } from '../ui/number-text.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { useRowKeys } from '../ui/shortcuts/use-row-keys.ts';
import { EmptyState, FailedState, RowsSkeleton } from '../ui/states.tsx';
import { LoadMore, Table } from '../ui/table/table.tsx';
import { TableTools } from '../ui/table/table-tools.tsx';
import { CUSTOMERS, type CustomerFilters, customerQuery, SORTS, sortIn } from './queries.ts';
import { COLUMNS, Profile, Row } from './row.tsx';

/** Loads the page of one customer, who has an address of their own. */
export const loadCustomerPage = async () => (await import('./customer-page.tsx')).CustomerPage;

const ImportDialog = lazyDialog(async () => (await import('./imports/import-dialog.tsx')).ImportDialog);
const AddDialog = lazyDialog(async () => (await import('./imports/add-dialog.tsx')).AddCustomerDialog);

const FILTERS = { search: '', sort: 'name', birthday: '' };

/** All customers, each with a profile. */
export function CustomersPage() {
  const { filters, setFilter } = useFilters(FILTERS);
  const sort = sortIn(filters.sort);
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
            {Object.entries(SORTS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
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
              sort={month === null ? sort : 'name'}
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
