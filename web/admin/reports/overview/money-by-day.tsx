import type { ReportAnswer } from '../../../../src/contracts/reports/reports.ts';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { ChartFigure } from '../chart/chart-figure.tsx';
import type { DataPoint } from '../chart/chart-props.ts';
import { ordinal } from '../plan/figures.ts';
import { Panel } from './panel.tsx';
import { EARNED, runningTotal, type TwoMonths } from './two-months.ts';

/** The money that this month has earned up to each day, beside the last month. Days to come have no value yet. */
export function MoneyByDay({
  revenue,
  months,
  today,
}: {
  revenue: TwoMonths;
  months: readonly [now: string, last: string];
  today: SalonDate;
}) {
  if (!revenue.report?.by.some(({ key }) => key === 'day')) return null;
  return (
    <Panel title="Earned, day by day" of={revenue}>
      {(now, last) => (
        <ChartFigure
          label="Earned up to each day of the month"
          unit="cents"
          points={pointsOf(now, last, today)}
          names={months}
          shape="lines"
        />
      )}
    </Panel>
  );
}

function pointsOf(now: ReportAnswer, last: ReportAnswer, today: SalonDate): DataPoint[] {
  const [earned, earnedLast] = [runningTotal(now, EARNED), runningTotal(last, EARNED)];
  const { rows } = now;
  // The axis reaches to the end of the longer month.
  const days = Array.from({ length: Math.max(rows.length, earnedLast.length) }, (_, index) => index);
  return days.map((index) => ({
    key: String(index + 1),
    label: `Up to the ${ordinal(index + 1)}`,
    short: String(index + 1),
    value: (rows[index]?.key ?? '9') <= today ? (earned[index] ?? null) : null,
    other: earnedLast[index] ?? null,
  }));
}
