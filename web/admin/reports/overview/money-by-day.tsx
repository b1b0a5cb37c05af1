import type { ReportAnswer } from '../../../../src/contracts/reports/reports.ts';
import { dayAs } from '../../../../src/salon/date-text.ts';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { ChartFigure } from '../chart/chart-figure.tsx';
import type { Mark } from '../chart/chart-props.ts';
import { figureOf } from '../plan/figures.ts';
import { Panel } from './panel.tsx';
import type { TwoMonths } from './two-months.ts';

const EARNED = 'earned_cents';

/** What was earned from the beginning of a period to each of its days. */
export function runningTotal({ rows }: ReportAnswer, column: string): number[] {
  let sum = 0;
  return rows.map((row) => {
    sum += figureOf(row, column) ?? 0;
    return sum;
  });
}

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
  const marks = now.answer.rows.map(
    ({ key }, index): Mark => ({
      key,
      label: `Up to the ${ordinal(index + 1)}`,
      short: dayAs(key, 'd'),
      value: key <= today ? (earned[index] ?? null) : null,
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

const ENDINGS = new Intl.PluralRules('en-US', { type: 'ordinal' });
const ENDING_TEXTS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };

const ordinal = (day: number): string => `${day}${ENDING_TEXTS[ENDINGS.select(day)] ?? 'th'}`;
