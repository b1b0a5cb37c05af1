import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { HistorySection } from '../history/history-section.tsx';
import { HOURS_HISTORY } from '../history/queries.ts';
import { FailedState, RowsSkeleton } from '../ui/states.tsx';
import { WeekForm } from './week-form.tsx';
import { SCHEDULE } from './weekly-commands.ts';

/** The opening hours of every week. */
export function HoursSection() {
  const { data, error, reload } = useAdminQuery(SCHEDULE, 'now');
  const [round, setRound] = useState(0);
  if (error && !data) return <FailedState what="Failed to load the hours" error={error} onRetry={reload} />;
  if (!data) return <RowsSkeleton rows={7} label="Loading the hours..." />;
  return (
    <>
      <p className="max-w-3xl pb-3 text-sm text-stone">
        They repeat every week. Other hours on a single date, such as a holiday, are set in the{' '}
        <Link
          to="/admin/calendar?view=day"
          className="font-medium underline decoration-brass underline-offset-4"
        >
          calendar
        </Link>
        .
      </p>
      <WeekForm key={round} current={data} onRenew={() => setRound((now) => now + 1)} />
      <div className="pt-8">
        <HistorySection query={HOURS_HISTORY} id="week" />
      </div>
    </>
  );
}
