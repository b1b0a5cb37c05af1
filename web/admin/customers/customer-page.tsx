import { ArrowLeft, UserX } from 'lucide-react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { ApiError } from '../../api.ts';
import { PageTitle } from '../../salon/page/page-title.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { useAddressQuery } from '../../ui/use-address-query.ts';
import { LastVisit } from '../bookings/notes/last-visit.tsx';
import { PROFILE, type Profile } from '../data/queries.ts';
import { useMay } from '../data/role.ts';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { ErasurePage } from '../erasure/certificate.tsx';
import { ERASURE_PARAMETER } from '../erasure/queries.ts';
import { HistorySection } from '../history/history-section.tsx';
import { CUSTOMER_HISTORY } from '../history/queries.ts';
import { EmptyState, FailedState } from '../ui/states.tsx';
import { KeyFacts } from './key-facts.tsx';
import { Person } from './person.tsx';
import { BookedAs, VisitList } from './visit-list.tsx';

const LIST = '/admin/customers';
const linkClass =
  'inline-flex items-center underline decoration-brass underline-offset-4 hover:text-ink pointer-coarse:-my-3 pointer-coarse:min-h-11';

/** One customer, or the certificate of their erasure. */
export function CustomerPage() {
  const { id = '' } = useParams();
  const [query] = useAddressQuery();
  return query.has(ERASURE_PARAMETER) ? <ErasurePage of="customers" id={id} /> : <CustomerById id={id} />;
}

/** All that the salon knows of one customer: when they come and came, what was done, and who they are. */
function CustomerById({ id }: { id: string }) {
  const { data: profile, error, reload } = useAdminQuery(PROFILE, id);
  const may = useMay();
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return (
    <div className="space-y-5">
      {/* It names nobody, since titles stay in the browser's history. */}
      <PageTitle>Customer</PageTitle>
      <header className="space-y-1">
        {may('desk') && (
          <Link
            to={LIST}
            className="inline-flex min-h-6 items-center gap-1.5 text-sm text-stone underline-offset-4 hover:text-ink hover:underline pointer-coarse:min-h-11 print:hidden"
          >
            <ArrowLeft aria-hidden="true" className="size-4" />
            All customers
          </Link>
        )}
        <h1 tabIndex={-1} className="text-xl wrap-anywhere">
          {(!isGone && profile?.customer.name) || 'Customer'}
        </h1>
      </header>
      {isGone ? (
        <EmptyState
          icon={UserX}
          title="There is no such customer"
          action={
            may('owners') && (
              <Link to={`?${ERASURE_PARAMETER}`} className={linkClass}>
                Certificate of erasure
              </Link>
            )
          }
        >
          They may have been erased. Their payments still count in the reports.
        </EmptyState>
      ) : profile ? (
        <Known key={id} profile={profile} />
      ) : error ? (
        <FailedState what="The customer couldn’t be loaded" error={error} onRetry={reload} />
      ) : (
        <Loading />
      )}
    </div>
  );
}

function Known({ profile }: { profile: Profile }) {
  const { customer } = profile;
  const navigate = useNavigate();
  const may = useMay();
  const { last_visit_note: note } = customer;
  return (
    <>
      <KeyFacts customer={customer} />
      {note && (
        <LastVisit note={note}>
          <Link to={`/admin/appointments/${note.booking_id}`} className={linkClass}>
            Open appointment
          </Link>
        </LastVisit>
      )}
      <BookedAs customer={customer} />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <section aria-label="Contacts and notes" className="min-w-0 space-y-5">
          <Person
            profile={profile}
            isOnPage
            onGone={() => navigate(LIST, { replace: true })}
            onShow={(id) => navigate(`${LIST}/${id}`)}
          />
        </section>
        <div className="min-w-0 space-y-5">
          <VisitList customer={customer} />
          {may('desk') && <HistorySection query={CUSTOMER_HISTORY} id={customer.id} />}
        </div>
      </div>
    </>
  );
}

function Loading() {
  return (
    <div role="status" className="animate-late space-y-5">
      <span className="sr-only">Loading the customer...</span>
      <Skeleton className="h-20" />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <Skeleton className="h-48" />
        <Skeleton className="h-64" />
      </div>
    </div>
  );
}
