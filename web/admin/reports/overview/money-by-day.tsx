import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { ChartFigure } from '../chart/chart-figure.tsx';
import type { Mark } from '../chart/chart-props.ts';
import { ordinal } from '../plan/figures.ts';
import { Panel } from './panel.tsx';
import { EARNED, runningTotal, type TwoMonths } from './two-months.ts';

/** What this month has earned up to each day, beside the last month. Days to come have no value yet. */
export function MoneyByDay({
  revenue: { report, now, last },
  months,
  today,
}: {
  revenue: TwoMonths;
  months: readonly [now: string, last: string];
  today: SalonDate;
}) {
  if (!report || now.answer?.by !== 'day' || !last.answer) return null;
  const [earned, earnedLast] = [runningTotal(now.answer, EARNED), runningTotal(last.answer, EARNED)];
  const { rows } = now.answer;
  // To the end of the longer month.
  const days = Array.from({ length: Math.max(rows.length, earnedLast.length) }, (_, index) => index);
  const marks = days.map(
    (index): Mark => ({
      key: String(index + 1),
      label: `Up to the ${ordinal(index + 1)}`,
      short: String(index + 1),
      value: (rows[index]?.key ?? '9') <= today ? (earned[index] ?? null) : null,
      other: earnedLast[index] ?? null,
    }),
  );
  return (
    <Panel title="Earned, day by day" report={report.name}>
      <ChartFigure
        label="Earned up to each day of the month"
        unit="cents"
        marks={marks}
        names={months}
        shape="lines"
      />
    </Panel>
  );
}
