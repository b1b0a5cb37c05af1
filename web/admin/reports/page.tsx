import { FileQuestion } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { ReportDescription } from '../../../src/contracts/reports/reports.ts';
import { useSalonNow } from '../../salon/use-salon-now.ts';
import { useAddressQuery } from '../../ui/use-address-query.ts';
import { PHONE, useMedia } from '../../ui/use-media.ts';
import { REPORTS } from '../data/queries.ts';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState, FailedState, RowsSkeleton } from '../ui/states.tsx';
import { Overview } from './overview/overview.tsx';
import { periodText } from './plan/periods.ts';
import { type Changes, changeParameters, OF_ONE_REPORT, readView, withParameters } from './plan/view.ts';
import { Choice } from './report/controls.tsx';
import { ReportView } from './report/report-view.tsx';

/** The salon's numbers: an overview of this month, and each report on any period as it stood at any moment. */
export function ReportsPage() {
  const { date: today } = useSalonNow();
  const [query] = useAddressQuery();
  const { data, error, reload } = useAdminQuery(REPORTS, 'all');
  const reports = data?.reports ?? [];
  const report = reports.find(({ name }) => name === query.get('report'));
  const view = readView(query, today, report);
  return (
    <div className="max-w-7xl">
      <PageHeader
        title={report?.title ?? 'Reports'}
        count={report && view.days.from <= view.days.to ? periodText(view.days) : undefined}
      />
      {!data && error && <FailedState what="The reports couldn’t be loaded" error={error} onRetry={reload} />}
      {!data && !error && <RowsSkeleton label="Loading the reports..." />}
      {data && <ReportChoice reports={reports} chosen={view.report} />}
      {data && view.report === undefined && <Overview reports={reports} today={today} />}
      {report && (
        <>
          <p className="max-w-prose pb-4 text-sm text-stone">{report.meaning}</p>
          <ReportView key={report.name} report={report} view={view} />
        </>
      )}
      {data && view.report !== undefined && !report && (
        <EmptyState icon={FileQuestion} title="There is no such report">
          Choose another one above.
        </EmptyState>
      )}
    </div>
  );
}

/** Links to the overview and to each report; on a phone a select. Period, comparison and moment are kept. */
function ReportChoice({
  reports,
  chosen,
}: {
  reports: readonly ReportDescription[];
  chosen: string | undefined;
}) {
  const [query, changeQuery] = useAddressQuery();
  const isPhone = useMedia(PHONE);
  const changesTo = (report: string | undefined): Changes => ({ ...OF_ONE_REPORT, report });
  if (isPhone) {
    return (
      <div className="pb-4 print:hidden">
        <Choice
          label="Report"
          value={chosen ?? ''}
          options={[['', 'Overview'], ...reports.map(({ name, title }) => [name, title] as const)]}
          onChoose={(name) =>
            changeQuery((next) => changeParameters(next, changesTo(name === '' ? undefined : name)))
          }
        />
      </div>
    );
  }
  return (
    <nav aria-label="Reports" className="flex flex-wrap gap-0.5 pb-5 print:hidden">
      {[undefined, ...reports].map((report) => (
        <Link
          key={report?.name ?? ''}
          to={`?${withParameters(query, changesTo(report?.name))}`}
          aria-current={report?.name === chosen ? 'page' : undefined}
          className="flex min-h-9 items-center rounded-md px-3 text-sm font-medium text-stone hover:text-ink aria-[current]:bg-sand aria-[current]:text-ink pointer-coarse:min-h-11 forced-colors:aria-[current]:underline"
        >
          {report?.title ?? 'Overview'}
        </Link>
      ))}
    </nav>
  );
}
