import { HeatMap } from '../chart/heat-map.tsx';
import { figureOf, figureText } from '../plan/figures.ts';
import { HEAT_MAP } from '../plan/view.ts';
import { Panel } from './panel.tsx';
import type { TwoMonths } from './two-months.ts';

/** How much of the open hours is booked, by weekday and hour. */
export function FilledHours({
  utilisation: { report, now, last },
  months: [, lastMonth],
}: {
  utilisation: TwoMonths;
  months: readonly [now: string, last: string];
}) {
  if (!report || !now.answer || !last.answer) return null;
  const isByHour = now.answer.by === HEAT_MAP;
  return (
    <Panel title="Filled hours" report={report.name}>
      <div className="grid gap-x-10 gap-y-4 lg:grid-cols-[14rem_minmax(0,1fr)] print:grid-cols-[10rem_minmax(0,1fr)]">
        <div>
          <p className="font-display text-xl tabular-nums">
            {figureText('share', figureOf(now.answer.totals, 'share'))}
          </p>
          <p className="text-stone tabular-nums">
            of the open hours are booked
            <br />
            {lastMonth}: {figureText('share', figureOf(last.answer.totals, 'share'))}
          </p>
          {isByHour && (
            <p className="pt-4 text-xs text-stone">
              Each field: how many percent of that hour are booked, on all such days of the month. A dash:
              never open.
            </p>
          )}
        </div>
        {isByHour && (
          <HeatMap label="Filled hours by day and hour" unit="share" column="share" rows={now.answer.rows} />
        )}
      </div>
    </Panel>
  );
}
