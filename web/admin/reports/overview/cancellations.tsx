import type { ReportAnswer } from '../../../../src/contracts/reports/reports.ts';
import { formatDuration } from '../../../../src/salon/time-text.ts';
import { numberText } from '../../ui/number-text.ts';
import { comparedRows } from '../plan/compared-rows.ts';
import { figureOf, figureText } from '../plan/figures.ts';
import { Panel } from './panel.tsx';
import type { TwoMonths } from './two-months.ts';

/** How many appointments were cancelled and why, and how much of their time was taken by others. */
export function Cancellations({
  cancellations,
  months: [, lastMonth],
}: {
  cancellations: TwoMonths;
  months: readonly [now: string, last: string];
}) {
  return (
    <Panel title="Cancellations" of={cancellations}>
      {(now, last) => <Numbers now={now} last={last} lastMonth={lastMonth} />}
    </Panel>
  );
}

function Numbers({ now, last, lastMonth }: { now: ReportAnswer; last: ReportAnswer; lastMonth: string }) {
  const { totals } = now;
  const count = figureOf(totals, 'cancelled') ?? 0;
  const minutes = figureOf(totals, 'minutes') ?? 0;
  const refilled = figureOf(totals, 'minutes_refilled') ?? 0;
  const before = last.totals;
  const rows = comparedRows(now, last);
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="font-display text-xl tabular-nums">{numberText(count)}</span>
        <span className="text-stone tabular-nums">
          {figureText('share', figureOf(totals, 'share'))} of all booked · {lastMonth}:{' '}
          {numberText(figureOf(before, 'cancelled') ?? 0)}, {figureText('share', figureOf(before, 'share'))}
        </span>
      </p>
      {minutes > 0 && (
        <p className="pt-1 text-stone tabular-nums">
          {formatDuration(refilled)} of {formatDuration(minutes)} given up were filled again.
        </p>
      )}
      {rows.length > 0 && (
        <table className="mt-4 w-full text-xs tabular-nums">
          <thead>
            <tr className="text-stone">
              <th scope="col" className="pb-1 text-left font-medium">
                Reason
              </th>
              <th scope="col" className="pb-1 text-right font-medium">
                Now
              </th>
              <th scope="col" className="pb-1 text-right font-medium">
                {lastMonth}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, label, row, other }) => (
              <tr key={key} className="border-t border-line">
                <th scope="row" className="py-1.5 text-left font-normal">
                  {label}
                </th>
                <td className="w-16 text-right font-medium">{figureOf(row, 'cancelled') ?? 0}</td>
                <td className="w-24 text-right text-stone">{figureOf(other, 'cancelled') ?? 0}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
