import { CalendarX } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useNavigationType, useParams } from 'react-router-dom';
import { orderOf } from '../../../src/contracts/bookings/booking-order.ts';
import { exportBookings } from '../../../src/contracts/exports.ts';
import { call } from '../../api.ts';
import { useSalonToday } from '../../salon/use-salon-today.ts';
import { useAddressQuery } from '../../ui/use-address-query.ts';
import { PHONE, useMedia } from '../../ui/use-media.ts';
import type { BookingQuestion } from '../bookings/booking-question.ts';
import { DetailsDialog } from '../bookings/details/details-dialog.tsx';
import { QuestionDialog } from '../bookings/dialogs/question-dialog.tsx';
import { AddButtons } from '../bookings/new/add-buttons.tsx';
import { BOOKINGS, type BookingFilters } from '../bookings/queries.ts';
import { useConfirm } from '../bookings/use-confirm.ts';
import { useAdminPages } from '../data/use-admin-query.ts';
import { ErasurePage } from '../erasure/certificate.tsx';
import { ERASURE_PARAMETER } from '../erasure/queries.ts';
import { HISTORY_PARAMETER } from '../history/history-parameter.ts';
import { useFilters } from '../ui/form/use-filters.ts';
import { countText } from '../ui/number-text.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { useRowKeys } from '../ui/shortcuts/use-row-keys.ts';
import { EmptyState, FailedState, RowsSkeleton } from '../ui/states.tsx';
import { LoadMore } from '../ui/table/table.tsx';
import { TableTools } from '../ui/table/table-tools.tsx';
import { BookingList } from './list/booking-list.tsx';
import { BulkBar } from './list/bulk-bar.tsx';
import { FilterBar } from './list/filter-bar.tsx';
import { type AddressFilters, countOf, filtersOf, isFiltered, NO_FILTERS } from './list/filters.ts';
import { filtersOfTab } from './list/tabs.ts';
import { TabsNav, WeekChips } from './list/tabs-nav.tsx';
import { useTab } from './list/use-tab.ts';

/** The list of appointments, or the certificate of the erasure of one. */
export function AppointmentsPage() {
  const { id } = useParams();
  const [query] = useAddressQuery();
  return id !== undefined && query.has(ERASURE_PARAMETER) ? (
    <ErasurePage of="bookings" id={id} />
  ) : (
    <Appointments />
  );
}

/** All appointments, the newest first, or by date when filtered by days. One of them can be open in a dialog at its own address. */
function Appointments() {
  const today = useSalonToday();
  const { filters: inAddress, setFilter } = useFilters(NO_FILTERS);
  const tabs = useTab();
  const ofTab = tabs.tab === 'all' ? {} : filtersOfTab(tabs.tab, today);
  const shown: AddressFilters = { ...inAddress, ...ofTab };
  const filters: BookingFilters = {
    ...filtersOf(shown),
    open: tabs.tab === 'upcoming' ? 'true' : undefined,
    sort: tabs.tab === 'past' ? '-date' : undefined,
  };
  const filter = (changes: Partial<AddressFilters>) => tabs.set({ ...ofTab, ...changes });
  const isNarrowed = tabs.tab === 'all' ? isFiltered(filters) : filters.search !== '';
  const isPhone = useMedia(PHONE);
  const weeks = <WeekChips shown={shown} today={today} onChoose={filter} />;
  const list = useAdminPages(BOOKINGS, filters);
  const bookings = list.data?.flatMap((page) => page.bookings);
  const total = list.data?.[0]?.total ?? null;
  const [query] = useAddressQuery();
  const navigate = useNavigate();
  const { id: opened } = useParams();
  const isReached = useNavigationType() === 'PUSH';
  /** The appointment that a link of another screen has opened. Closed, it leads back there. */
  const [linked] = useState(isReached ? opened : undefined);
  const [question, setQuestion] = useState<BookingQuestion | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { confirm, confirmAll, busy } = useConfirm();
  useRowKeys();

  /** The address of one appointment, or of the list, keeping the filters. */
  const address = (id?: string) => {
    const kept = new URLSearchParams(query);
    kept.delete(HISTORY_PARAMETER);
    return `/admin/appointments${id === undefined ? '' : `/${id}`}${kept.size > 0 ? `?${kept}` : ''}`;
  };

  const close = () => (opened === linked ? navigate(-1) : navigate(address(), { replace: true }));

  const chosen = (bookings ?? []).filter(({ id, status }) => status === 'pending' && selected.has(id));
  const count = total === null ? undefined : countText(total, 'appointment');

  return (
    <div>
      <PageHeader title="Appointments" count={count} action={<AddButtons />} />
      <div className="flex flex-wrap items-center gap-2 pb-3">
        <TabsNav {...tabs} />
        {!isPhone && weeks}
      </div>
      <FilterBar
        filters={shown}
        inUse={tabs.tab === 'all' ? countOf(filters) : 0}
        weeks={isPhone && weeks}
        isFiltered={isNarrowed}
        onSearch={(search) => (tabs.tab === 'all' ? tabs.set({ search }) : setFilter('search', search))}
        onFilter={filter}
        onClear={tabs.clear}
        tools={
          <TableTools
            about={['booking']}
            fileName={`appointments-${today}`}
            load={({ after, ...options }) =>
              call(exportBookings, { ...options, query: { ...filters, after } })
            }
          />
        }
      />
      {list.error && !bookings && (
        <FailedState
          what="Failed to fetch bookings"
          toast="Failed to fetch bookings"
          error={list.error}
          onRetry={list.reload}
        />
      )}
      {!bookings && !list.error && <RowsSkeleton label="Loading the appointments..." />}
      {bookings?.length === 0 && (
        <EmptyState icon={CalendarX} title="No appointments found">
          {isNarrowed ? 'Try adjusting your filters.' : 'New appointments appear here as customers book.'}
        </EmptyState>
      )}
      {bookings && bookings.length > 0 && (
        <BookingList
          bookings={bookings}
          order={orderOf(filters)}
          isBusy={list.isPrevious}
          selected={selected}
          onSelectAll={setSelected}
          handlers={{
            address,
            onOpen: (id) => navigate(address(id)),
            onConfirm: confirm,
            onAsk: setQuestion,
            onSelect: (id, isSelected) =>
              setSelected((now) => new Set(isSelected ? [...now, id] : [...now].filter((one) => one !== id))),
          }}
        />
      )}
      {list.hasMore && <LoadMore isLoading={list.isLoadingMore} onLoad={list.loadMore} />}
      <BulkBar
        count={chosen.length}
        busy={busy}
        onClear={() => setSelected(new Set())}
        onConfirm={async () => {
          const done = await confirmAll(chosen);
          setSelected((now) => new Set([...now].filter((id) => !done.includes(id))));
        }}
      />
      {opened !== undefined && <DetailsDialog id={opened} onClose={close} />}
      {question && (
        <QuestionDialog question={question} onAsk={setQuestion} onClose={() => setQuestion(null)} />
      )}
    </div>
  );
}
