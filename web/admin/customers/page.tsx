import { Plus, Users } from 'lucide-react';
import { useState } from 'react';
import { exportCustomers } from '../../../src/contracts/exports.ts';
import { MONTHS } from '../../../src/salon/date-text.ts';
import { call } from '../../api.ts';
import { useSalonToday } from '../../salon/use-salon-today.ts';
import { useAddressQuery } from '../../ui/use-address-query.ts';
import { useMay } from '../data/role.ts';
import { useAdminPages } from '../data/use-admin-query.ts';
import { NextStep } from '../first-steps/next-step.tsx';
import { HISTORY_PARAMETER } from '../history/history-parameter.ts';
import { AdminButton } from '../ui/button.tsx';
import { FilterChoice } from '../ui/form/filter-choice.tsx';
import { SearchField } from '../ui/form/search-field.tsx';
import { useFilters } from '../ui/form/use-filters.ts';
import { countText } from '../ui/number-text.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { useRowKeys } from '../ui/shortcuts/use-row-keys.ts';
import { EmptyState, FailedState, RowsSkeleton } from '../ui/states.tsx';
import { LoadMore, Table } from '../ui/table/table.tsx';
import { TableTools } from '../ui/table/table-tools.tsx';
import { AddCustomerDialog as AddDialog } from './adding/add-dialog.tsx';
import { ImportDialog } from './imports/import-dialog.tsx';
import { CustomerProfile } from './profile.tsx';
import { CUSTOMERS, type CustomerFilters, customerQuery, sortIn, sortsFor } from './queries.ts';
import { columnsFor, Row } from './row.tsx';

/** The page of one customer, who has an address of their own. */
export { CustomerPage } from './customer-page.tsx';

const FILTERS = { search: '', sort: 'name', birthday: '' };

/** All customers, each with a profile. */
export function CustomersPage() {
  const { filters, setFilter } = useFilters(FILTERS);
  const may = useMay();
  const sorts = sortsFor(may);
  const sort = sortIn(filters.sort, sorts);
  const month = MONTHS.findIndex((_, index) => String(index + 1) === filters.birthday) + 1 || null;
  const shown: CustomerFilters = { search: filters.search, month, sort };
  const list = useAdminPages(CUSTOMERS, shown);
  const customers = list.data?.flatMap((page) => page.customers);
  const [query, changeQuery] = useAddressQuery();
  const open = query.get('customer');
  const [dialog, setDialog] = useState<'add' | 'import' | null>(query.has('import') ? 'import' : null);
  function close() {
    setDialog(null);
    changeQuery((next) => next.delete('import'), { replace: true });
  }
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
        filters={<NextStep />}
        action={
          <div className="flex gap-2">
            {may('owners') && <AdminButton onClick={() => setDialog('import')}>Import</AdminButton>}
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
        <FilterChoice
          label="Birthdays"
          all="All birthdays"
          value={filters.birthday}
          options={monthChoices(Number(today.slice(5, 7)))}
          onChange={(value) => setFilter('birthday', value)}
        />
        {month === null && (
          <FilterChoice
            label="Sort by"
            value={sort}
            options={sorts}
            onChange={(value) => setFilter('sort', value)}
          />
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
          <CustomerProfile key={open} id={open} onGone={() => show(null)} onShow={show} />
        </div>
      )}
      {customers?.length === 0 &&
        (filters.search !== '' ? (
          <EmptyState icon={Users} title="No customers found matching your search" />
        ) : month !== null ? (
          <EmptyState icon={Users} title={`Nobody has a birthday in ${MONTHS[month - 1]}`} />
        ) : (
          <EmptyState
            icon={Users}
            title="No customers yet"
            action={
              may('owners') && (
                <AdminButton onClick={() => setDialog('import')}>Bring Your Clients</AdminButton>
              )
            }
          >
            Everybody who books appears here. Those whom you know already come from a file of your former
            program.
          </EmptyState>
        ))}
      {customers && customers.length > 0 && (
        <Table label="Customers" columns={columnsFor(may)} isBusy={list.isPrevious}>
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

/** The months of birthdays, the current one first. */
function monthChoices(thisMonth: number): readonly (readonly [number: string, words: string])[] {
  const months = MONTHS.map((name, index) => [String(index + 1), name] as const);
  const others = months.filter((_, index) => index + 1 !== thisMonth);
  return [[String(thisMonth), `This month: ${MONTHS[thisMonth - 1]}`], ...others];
}
