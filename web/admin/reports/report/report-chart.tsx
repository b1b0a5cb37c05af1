import type { ReportAnswer, ReportColumn } from '../../../../src/contracts/reports/reports.ts';
import { useSalon } from '../../../salon/salon-context.ts';
import { PHONE, useMedia } from '../../../ui/use-media.ts';
import { ChartFigure } from '../chart/chart-figure.tsx';
import { HeatMap } from '../chart/heat-map.tsx';
import { pointsOf } from '../chart/points.ts';
import type { ComparedRow } from '../plan/compared-rows.ts';
import { DAYS_AFTER, isSoFar } from '../plan/report-defaults.ts';
import { HEAT_MAP, isFollowing } from '../plan/view.ts';
import { Choice } from './controls.tsx';

/** More columns are too thin; values that follow each other are a line instead. */
const MOST_COLUMNS = { phone: 24, desk: 64 } as const;
/** More things with names are in the table only. */
const MOST_ROWS = 12;

/** One column of a report as a chart. */
export function ReportChart({
  isCalendar,
  columns,
  column,
  answer,
  other,
  rows,
  names,
  onChoose,
}: {
  isCalendar: boolean;
  columns: readonly ReportColumn[];
  column: ReportColumn;
  answer: ReportAnswer;
  /** The answer that it is compared with, if any. */
  other: ReportAnswer | undefined;
  rows: readonly ComparedRow[];
  names: readonly [value: string, other: string | undefined];
  onChoose: (column: string) => void;
}) {
  const { key, label, unit, meaning } = column;
  const { by } = answer;
  const shown = isCalendar ? rows : rows.slice(0, MOST_ROWS);
  const { time_zone } = useSalon();
  const points = pointsOf(shown, column, [answer, other], time_zone);
  const growing = shown.filter(({ row }) => row && isSoFar(answer, key, row.key, time_zone));
  const most = useMedia(PHONE) ? MOST_COLUMNS.phone : MOST_COLUMNS.desk;
  const count = points.length * (names[1] === undefined ? 1 : 2);
  const shape = isCalendar ? (count > most && isFollowing(by) ? 'lines' : 'columns') : 'rows';
  return (
    <section
      aria-label="Chart"
      className="rounded-md border border-line bg-panel p-4 print:border-0 print:p-0"
    >
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 pb-3">
        <div className="min-w-0">
          <h2 className="font-sans text-sm font-semibold tracking-normal">{label}</h2>
          <p className="text-xs text-stone">{meaning}</p>
        </div>
        <div className="print:hidden max-sm:w-full">
          <Choice
            label="The chart shows"
            value={key}
            options={columns.map((one) => [one.key, one.label])}
            onChoose={onChoose}
          />
        </div>
      </div>
      {by === HEAT_MAP ? (
        <div className="max-w-3xl">
          <HeatMap label={`${label} by day and hour`} unit={unit} column={key} rows={answer.rows} />
        </div>
      ) : (
        <ChartFigure label={label} unit={unit} points={points} names={names} shape={shape} />
      )}
      {growing.length > 0 && (
        <p className="pt-2 text-xs text-stone">
          The {DAYS_AFTER[key]} days are not over yet, so{' '}
          {growing.length === shown.length
            ? 'these numbers may still grow.'
            : `some numbers may still grow: ${growing.map((row) => row.label).join(', ')}.`}
        </p>
      )}
      {shown.length < rows.length && (
        <p className="pt-2 text-xs text-stone">
          The first {MOST_ROWS} are shown; the table has all {rows.length}.
        </p>
      )}
    </section>
  );
}
