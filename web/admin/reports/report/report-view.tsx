import { ChartColumn } from 'lucide-react';
import {
  getReport,
  type ReportAnswer,
  type ReportColumn,
  type ReportDescription,
} from '../../../../src/contracts/reports/reports.ts';
import { useSalon } from '../../../salon/salon-context.ts';
import { useAddressQuery } from '../../../ui/use-address-query.ts';
import { recordInstant } from '../../ui/instant-text.ts';
import { MomentButton } from '../../ui/moment/moment-button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useReport } from '../data/queries.ts';
import { type ComparedRow, comparedRows, isNothing } from '../plan/compared-rows.ts';
import { figureOf, figureText } from '../plan/figures.ts';
import { periodText } from '../plan/periods.ts';
import { FIRST_CHART, inOrder } from '../plan/report-defaults.ts';
import {
  type Changes,
  changeParameters,
  groupingOf,
  HEAT_MAP,
  otherPeriod,
  toMoment,
  type View,
  withParameters,
} from '../plan/view.ts';
import { BookingsDialog } from './bookings-dialog.tsx';
import { Controls } from './controls.tsx';
import { Differing } from './differing.tsx';
import { MomentCallout } from './moment-callout.tsx';
import { NoAnswer } from './no-answer.tsx';
import { ReportChart } from './report-chart.tsx';
import { ReportTable } from './report-table.tsx';
import { ReportTools } from './report-tools.tsx';

/** Why a report can't be asked about a period; undefined if it can. */
function problemOf({ days }: View, by: string): string | undefined {
  if (days.from > days.to) return '“To” lies before “From”.';
  return getReport.query.safeParse({ ...days, by }).error?.issues[0]?.message;
}

/** A report: its choices, a chart, and the same numbers as a table. */
export function ReportView({ report, view }: { report: ReportDescription; view: View }) {
  const [query, changeQuery] = useAddressQuery();
  const by = groupingOf(report, view);
  const { days, moment } = view;
  const problem = problemOf(view, by);
  const otherDays = moment === undefined ? otherPeriod(view) : days;
  const { name } = report;
  const asked = useReport(problem === undefined ? { name, ...days, by, ...moment } : null);
  const other = useReport(problem === undefined && otherDays ? { name, ...otherDays, by } : null);
  // An instant is shown as it was asked for, unless nothing had happened by then; a position by the instant of its event.
  const recorded = asked.answer?.as_of;
  const asOf = moment && ('as_of' in moment && recorded !== null ? moment.as_of : recorded);
  const change = (changes: Changes) =>
    changeQuery((next) => changeParameters(next, changes), { replace: true });
  return (
    <>
      <Controls view={view} by={by} groupings={report.by} problem={problem} onChange={change}>
        <MomentButton
          label="As it stood..."
          title="The report as it stood"
          description="The numbers as they stood at this date and time, above what they are now."
          at={asOf}
          onChoose={(instant) => change(toMoment({ as_of: instant }))}
        />
        {asked.answer && <ReportTools answer={asked.answer} view={view} />}
      </Controls>
      {moment && <MomentCallout asOf={asOf} onNow={() => change(toMoment())} />}
      {asked.answer && problem === undefined ? (
        <Numbers
          report={report}
          view={view}
          answer={asked.answer}
          other={other.answer}
          isBusy={asked.isPrevious || other.isPrevious}
          query={query}
          onChange={change}
        />
      ) : (
        problem === undefined && <NoAnswer report={asked} what="The report" />
      )}
    </>
  );
}

function Numbers({
  report,
  view,
  answer,
  other,
  isBusy,
  query,
  onChange,
}: {
  report: ReportDescription;
  view: View;
  answer: ReportAnswer;
  other: ReportAnswer | undefined;
  isBusy: boolean;
  query: URLSearchParams;
  onChange: (changes: Changes) => void;
}) {
  const { time_zone } = useSalon();
  if (isNothing(answer, other))
    return (
      <EmptyState icon={ChartColumn} title="Nothing in this period">
        There are no numbers for these days. Try a longer period, or another one.
      </EmptyState>
    );
  const { columns } = answer;
  const isPast = view.moment !== undefined;
  const isByHour = answer.by === HEAT_MAP;
  // Most hours of a week are closed.
  const rows = inOrder(comparedRows(answer, other), answer.by).filter(
    (row) => !isByHour || hasFigure(row, columns),
  );
  const grouping = report.by.find(({ key }) => key === answer.by);
  const column =
    columns.find(({ key }) => key === view.chart) ??
    columns.find(({ key }) => key === FIRST_CHART[report.name]) ??
    columns[0];
  const names = [
    isPast ? 'As it stood' : periodText(answer),
    other && (isPast ? 'Now' : periodText(other)),
  ] as const;
  const addressOf = (key: string, row: string | undefined) =>
    `?${withParameters(query, { column: key, key: row })}`;
  const questionOf = ({ key: columnKey }: ReportColumn, key: string | undefined) => {
    const { name, from, to, by, position } = answer;
    return { name, from, to, by, at: position, column: columnKey, key };
  };
  const openedColumn = columns.find(
    ({ key, has_appointments }) => has_appointments && key === view.opened?.column,
  );
  const openedRow = rows.find(({ key }) => key === view.opened?.key);
  const openedFigure = openedColumn && figureOf(openedRow ? openedRow.row : answer.totals, openedColumn.key);
  // A row may have no number at this moment, and so be gone.
  const isThere = view.opened?.key === undefined || openedRow !== undefined;
  return (
    <div className="space-y-6 print:space-y-2">
      {column && (
        <ReportChart
          isCalendar={grouping?.is_calendar ?? false}
          columns={columns}
          column={column}
          answer={answer}
          other={other}
          rows={rows}
          names={names}
          onChoose={(key) => onChange({ chart: key })}
        />
      )}
      <ReportTable
        title={`${report.title}, ${periodText(answer)}`}
        grouping={grouping?.label ?? ''}
        answer={answer}
        rows={rows}
        other={other}
        comparison={{ name: names[1], isPast }}
        isBusy={isBusy}
        addressOf={addressOf}
      />
      {isPast && other && column?.has_appointments && (
        <Differing column={column} question={questionOf(column, undefined)} now={other.position} />
      )}
      <Meanings columns={columns} />
      <p className="text-xs text-stone">
        {answer.as_of === null
          ? 'Nothing had been recorded by then.'
          : `Everything that was recorded up to ${recordInstant(answer.as_of, time_zone)}.`}
      </p>
      {openedColumn && isThere && (
        <BookingsDialog
          title={`${openedColumn.label} · ${openedRow?.label ?? 'All'}`}
          description={[
            `${figureText(openedColumn.unit, openedFigure ?? null)} in all`,
            ...(openedRow ? [] : [periodText(answer)]),
            ...(isPast ? ['as it stood'] : []),
          ].join(', ')}
          column={openedColumn}
          question={questionOf(openedColumn, openedRow?.key)}
          onClose={() => onChange({ column: undefined, key: undefined })}
        >
          {isPast && other && (
            <Differing
              column={openedColumn}
              question={questionOf(openedColumn, openedRow?.key)}
              now={other.position}
            />
          )}
        </BookingsDialog>
      )}
    </div>
  );
}

const hasFigure = ({ row, other }: ComparedRow, columns: readonly ReportColumn[]): boolean =>
  columns.some(({ key }) => figureOf(row, key) || figureOf(other, key));

/** The meaning of each column. */
function Meanings({ columns }: { columns: readonly ReportColumn[] }) {
  return (
    <details className="text-sm print:hidden">
      <summary className="min-h-9 w-fit py-2 font-medium text-stone hover:text-ink">
        What the columns mean
      </summary>
      <dl className="grid gap-x-6 gap-y-1 pt-1 sm:grid-cols-[auto_minmax(0,1fr)]">
        {columns.map(({ key, label, meaning }) => (
          <div key={key} className="contents">
            <dt className="font-medium">{label}</dt>
            <dd className="max-w-prose text-stone max-sm:pb-2">{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
