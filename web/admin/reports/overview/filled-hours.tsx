import { HeatMap } from '../chart/heat-map.tsx';
import { figureOf, figureText } from '../plan/figures.ts';
import { HEAT_MAP } from '../plan/view.ts';
import { Panel } from './panel.tsx';
import type { TwoMonths } from './two-months.ts';

/** How much of the open hours is booked, by weekday and hour. */
export function FilledHours({
  utilisation,
  months: [, lastMonth],
}: {
  utilisation: TwoMonths;
  months: readonly [now: string, last: string];
}) {
  return (
    <Panel title="Filled hours" of={utilisation}>
      {(now, last) => (
        <div className="grid gap-x-10 gap-y-4 lg:grid-cols-[14rem_minmax(0,1fr)] print:grid-cols-[10rem_minmax(0,1fr)]">
          <div>
            <p className="font-display text-xl tabular-nums">
              {figureText('share', figureOf(now.totals, 'share'))}
            </p>
            <p className="text-stone tabular-nums">
              of the open hours are booked
              <br />
              {lastMonth}: {figureText('share', figureOf(last.totals, 'share'))}
            </p>
            {now.by === HEAT_MAP && (
              <p className="pt-4 text-xs text-stone">
                Each field: how many percent of that hour are booked, on all such days of the month. A dash:
                never open.
              </p>
            )}
          </div>
          {now.by === HEAT_MAP && (
            <HeatMap label="Filled hours by day and hour" unit="share" column="share" rows={now.rows} />
          )}
        </div>
      )}
    </Panel>
  );
}
