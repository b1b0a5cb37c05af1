import type { ReportRow, Unit } from '../../../../src/contracts/reports/reports.ts';
import { weekdayName } from '../../../../src/salon/date-text.ts';
import { formatTime } from '../../../../src/salon/time-text.ts';
import { figureOf, figureText, NO_FIGURE, shortFigure } from '../plan/figures.ts';

/** The most of the accent colour in a cell: its text is as easy to read in the light as in the dark theme. */
const MOST_PERCENT = 45;
const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];

/** The hours of the day between the first and the last with a number. */
function hoursWithFigures(rows: readonly ReportRow[], column: string): number[] {
  const hours = rows
    .filter((row) => (figureOf(row, column) ?? 0) > 0)
    .map(({ key }) => Number(key.split('-')[1]));
  if (hours.length === 0) return [];
  const [first, last] = [Math.min(...hours), Math.max(...hours)];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Numbers by weekday and hour, like a week of the calendar: the more, the darker. */
export function HeatMap({
  label,
  unit,
  column,
  rows,
}: {
  label: string;
  unit: Unit;
  column: string;
  /** Rows with keys such as `1-14`, Monday from 2 to 3 PM. */
  rows: readonly ReportRow[];
}) {
  const byKey = new Map(rows.map((row) => [row.key, figureOf(row, column)]));
  const most = unit === 'share' ? 1 : Math.max(0, ...[...byKey.values()].map((figure) => figure ?? 0));
  return (
    <table
      aria-label={label}
      className="w-full table-fixed border-separate border-spacing-0.5 text-center text-xs tabular-nums print:break-inside-avoid"
    >
      <thead>
        <tr className="text-stone">
          <th scope="col" className="w-14 font-medium">
            <span className="sr-only">Hour</span>
          </th>
          {WEEKDAYS.map((day) => (
            <th key={day} scope="col" className="h-7 font-medium">
              <abbr title={weekdayName(day)} className="no-underline">
                {weekdayName(day).slice(0, 3)}
              </abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hoursWithFigures(rows, column).map((hour) => (
          <tr key={hour}>
            <th scope="row" className="pr-2 text-right font-medium whitespace-nowrap text-stone">
              {formatTime(hour * 60).replace(':00', '')}
            </th>
            {WEEKDAYS.map((day) => {
              const figure = byKey.get(`${day}-${hour}`) ?? null;
              return (
                <Cell
                  key={day}
                  part={figure === null || most === 0 ? 0 : figure / most}
                  text={figure === null ? NO_FIGURE : shortFigure(unit, figure).replace(' %', '')}
                  title={`${weekdayName(day)}, ${formatTime(hour * 60)}: ${figureText(unit, figure)}`}
                  isNone={figure === null}
                />
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ part, text, title, isNone }: { part: number; text: string; title: string; isNone: boolean }) {
  const percent = Math.round(Math.min(part, 1) * MOST_PERCENT);
  return (
    <td
      title={title}
      className={`h-7 print:h-5 rounded-[3px] ${isNone ? 'text-stone' : ''}`}
      style={{
        backgroundColor: isNone
          ? 'transparent'
          : `color-mix(in srgb, var(--color-brass) ${percent}%, var(--color-ivory))`,
        printColorAdjust: 'exact',
      }}
    >
      {text}
    </td>
  );
}
