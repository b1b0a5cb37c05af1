import { Link } from 'react-router-dom';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { PROFILE } from '../data/queries.ts';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { HistorySection } from '../history/history-section.tsx';
import { CUSTOMER_HISTORY } from '../history/queries.ts';
import { adminButtonClass } from '../ui/button.tsx';
import { FailedState } from '../ui/states.tsx';
import { Person } from './person.tsx';
import { ServiceHistory } from './service-history.tsx';

/** A customer's profile, which opens in the list; their own page has more. */
export function CustomerProfile({
  id,
  isNamed = false,
  onGone,
  onShow,
}: {
  id: string;
  /** The name is already shown next to it. */
  isNamed?: boolean;
  onGone: () => void;
  /** Opens another customer's profile. */
  onShow: (id: string) => void;
}) {
  const { data: profile, error, reload } = useAdminQuery(PROFILE, id);
  if (!profile && error)
    return <FailedState what="The customer couldn’t be loaded" error={error} onRetry={reload} />;
  if (!profile) return <Loading />;
  const { customer } = profile;
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <div className="min-w-0 space-y-5">
        {!isNamed && (
          <h2 className="font-sans text-lg font-semibold tracking-normal wrap-anywhere">{customer.name}</h2>
        )}
        <Person profile={profile} onGone={onGone} onShow={onShow} />
        <HistorySection query={CUSTOMER_HISTORY} id={id} />
      </div>
      <div className="min-w-0 space-y-5">
        <Link to={`/admin/customers/${id}`} className={adminButtonClass()}>
          Visits and notes
        </Link>
        <ServiceHistory customer={customer} />
      </div>
    </div>
  );
}

function Loading() {
  return (
    <div role="status" className="grid animate-late gap-6 lg:grid-cols-2">
      <span className="sr-only">Loading the customer...</span>
      <Skeleton className="h-32" />
      <Skeleton className="h-32" />
    </div>
  );
}
