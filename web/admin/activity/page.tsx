import { History } from 'lucide-react';
import { Link } from 'react-router-dom';
import { listActivity } from '../../../src/contracts/history/activity.ts';
import { type HistoryKind, MESSAGE_HISTORIES } from '../../../src/contracts/history/history.ts';
import { isSalonDate } from '../../../src/salon/salon-time.ts';
import { call } from '../../api.ts';
import { definePagedQuery } from '../data/query.ts';
import type { Topic } from '../data/topics.ts';
import { useAdminPages } from '../data/use-admin-query.ts';
import { ERASURE_PARAMETER } from '../erasure/queries.ts';
import { ofSalon, type ShownEntry } from '../history/entries-with-bookings.ts';
import { MessagesButton } from '../history/messages-button.tsx';
import { Timeline } from '../history/timeline.tsx';
import { ClearFilters } from '../ui/form/clear-filters.tsx';
import { controlClass } from '../ui/form/field.tsx';
import { FilterChoice } from '../ui/form/filter-choice.tsx';
import { useFilters } from '../ui/form/use-filters.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState, FailedState, RowsSkeleton } from '../ui/states.tsx';
import { LoadMore } from '../ui/table/table.tsx';

/** The filters of the activity; undefined for none. */
interface ActivityFilters {
  readonly actor: 'customer' | 'admin' | 'system' | undefined;
  readonly kind: HistoryKind | undefined;
  readonly without_messages: 'true' | undefined;
  readonly without_automatic: 'true' | undefined;
  /** The first and last day. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Everything that happened, the newest first. */
const ACTIVITY = definePagedQuery({
  name: 'activity',
  about: ({ kind, without_messages }: ActivityFilters): Topic[] => {
    if (kind) return [kind];
    const messages = without_messages ? [] : MESSAGE_HISTORIES;
    return ['booking', 'customer', 'service', 'hours', 'day', 'settings', 'connection', ...messages];
  },
  load: (filters: ActivityFilters, { after, cursor, ...options }) =>
    call(listActivity, { ...options, query: { ...filters, limit: '50', cursor, after } }),
});

const NO_FILTERS = { actor: '', kind: '', from: '', to: '', messages: '' };

const SHOWN = 'shown';

const ACTORS = { admin: 'Staff', customer: 'Customers', system: 'Automatic' } as const;

const KINDS = {
  booking: 'Appointments',
  customer: 'Customers',
  message: 'Texts',
  mail: 'Mails',
  service: 'Services',
  hours: 'Opening hours',
  day: 'Blocked dates',
  settings: 'Settings',
  connection: 'People, keys and webhooks',
} as const;

const among = <Name extends string>(names: Readonly<Record<Name, string>>, text: string): Name | undefined =>
  Object.hasOwn(names, text) ? (text as Name) : undefined;

/**
 * The filters in the address; invalid values are ignored. Messages, and what the service did in consequence of what people did, are
 * hidden unless they are asked for.
 */
function filtersOf({ actor, kind, from, to, messages }: Readonly<typeof NO_FILTERS>): ActivityFilters {
  const first = isSalonDate(from) ? from : undefined;
  const last = isSalonDate(to) && !(first && to < first) ? to : undefined;
  const about = among(KINDS, kind);
  const by = among(ACTORS, actor);
  return {
    actor: by,
    kind: about,
    without_messages: about || messages === SHOWN ? undefined : 'true',
    without_automatic: by ? undefined : 'true',
    from: first,
    to: last,
  };
}

/** A certificate can be shown of these events. */
const CERTIFIED: ReadonlySet<string> = new Set(['BookingDeleted', 'CustomersErased']);

const certificateLink = ({ type, actor, thing }: ShownEntry) =>
  CERTIFIED.has(type) &&
  actor.kind === 'admin' && (
    <Link
      to={`/admin/${thing.kind === 'customer' ? 'customers' : 'appointments'}/${thing.id}?${ERASURE_PARAMETER}`}
      className="inline-flex min-h-6 items-center text-stone underline underline-offset-4 hover:text-ink pointer-coarse:min-h-11"
    >
      Certificate of erasure
    </Link>
  );

/** Everything that happened in the salon, the newest first. What can be undone has a button for it. */
export function ActivityPage() {
  const { filters, setFilter, clear } = useFilters(NO_FILTERS);
  const shown = filtersOf(filters);
  const { data, error, reload, hasMore, isLoadingMore, loadMore } = useAdminPages(ACTIVITY, shown);
  const entries = data?.flatMap((page) => page.entries);
  const { without_messages, without_automatic: _, ...narrowed } = shown;
  const isFiltered = Object.values(narrowed).some((value) => value !== undefined);
  const day = (name: 'from' | 'to', label: string) => (
    <input
      type="date"
      aria-label={label}
      value={filters[name]}
      onChange={({ target }) => setFilter(name, target.value)}
      className={`${controlClass} w-auto!`}
    />
  );
  return (
    <div className="max-w-3xl">
      <PageHeader title="Activity" />
      <search aria-label="Filters" className="flex flex-wrap items-center gap-2 pb-3">
        <FilterChoice
          label="By"
          all="Everybody"
          value={shown.actor ?? ''}
          options={Object.entries(ACTORS)}
          onChange={(value) => setFilter('actor', value)}
        />
        <FilterChoice
          label="About"
          all="Everything"
          value={shown.kind ?? ''}
          options={Object.entries(KINDS)}
          onChange={(value) => setFilter('kind', value)}
        />
        {day('from', 'From')}
        <span aria-hidden="true" className="text-stone">
          –
        </span>
        {day('to', 'Until')}
        {isFiltered && <ClearFilters onClear={clear} />}
      </search>
      {!shown.kind && (
        <MessagesButton
          areHidden={without_messages !== undefined}
          onTurn={() => setFilter('messages', without_messages ? SHOWN : '')}
        />
      )}
      {error && !entries && (
        <FailedState what="The activity couldn’t be loaded" error={error} onRetry={reload} />
      )}
      {!entries && !error && <RowsSkeleton label="Loading the activity..." />}
      {entries?.length === 0 && (
        <EmptyState icon={History} title={isFiltered ? 'Nothing found' : 'Nothing has happened yet'}>
          {isFiltered
            ? 'Try other days, somebody else or another kind.'
            : 'Everything that customers, staff and the service do appears here.'}
        </EmptyState>
      )}
      {entries && entries.length > 0 && (
        <div className="rounded-md border border-line bg-panel p-4">
          <Timeline entries={ofSalon(entries)} below={certificateLink} />
        </div>
      )}
      {hasMore && <LoadMore isLoading={isLoadingMore} onLoad={loadMore} />}
    </div>
  );
}
