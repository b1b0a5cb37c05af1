import { Bar, CartesianGrid, ComposedChart, Line, Tooltip, XAxis, YAxis } from 'recharts';
import { figureText, hourTicks, shortFigure } from '../plan/figures.ts';
import { type ChartProps, chartHeight, type DataPoint } from './chart-props.ts';

const TICK = { fill: 'var(--chart-text)', fontSize: 12 } as const;
const VALUE = 'var(--chart-value)';
const OTHER = 'var(--chart-other)';
const OTHER_BAR = { fill: 'var(--chart-other-fill)', stroke: OTHER } as const;

/** A chart. The left and right arrow keys go from value to value and tell each. */
export function Chart({ label, unit, points, names: [name, otherName], shape }: ChartProps) {
  const shorts = new Map(points.map(({ key, short }) => [key, short]));
  const isRows = shape === 'rows';
  const names = {
    dataKey: 'key',
    type: 'category',
    tickFormatter: (key: string) => shorts.get(key) ?? key,
    tick: TICK,
    tickLine: false,
    axisLine: { stroke: 'var(--chart-line)' },
  } as const;
  const most = Math.max(0, ...points.flatMap(({ value, other }) => [value ?? 0, other ?? 0]));
  const ticks = unit === 'minutes' ? hourTicks(most) : undefined;
  const values = {
    type: 'number',
    domain: [0, ticks?.at(-1) ?? 'auto'],
    ...(ticks && { ticks: ticks.slice() }),
    allowDecimals: unit !== 'count',
    tickFormatter: (value: number) => shortFigure(unit, value),
    tick: TICK,
    tickLine: false,
    axisLine: false,
  } as const;
  const corners: [number, number, number, number] = isRows ? [0, 3, 3, 0] : [3, 3, 0, 0];
  const isStill = { isAnimationActive: false } as const;
  return (
    <ComposedChart
      responsive
      data={points.slice()}
      layout={isRows ? 'vertical' : 'horizontal'}
      style={{ width: '100%', height: chartHeight({ shape, points }) }}
      margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
      barGap={2}
      barCategoryGap="24%"
      aria-label={`${label}. The arrow keys go from value to value.`}
    >
      <CartesianGrid stroke="var(--chart-line)" vertical={isRows} horizontal={!isRows} />
      {isRows ? (
        <>
          <XAxis {...values} height={28} />
          <YAxis {...names} width={128} interval={0} />
        </>
      ) : (
        <>
          <XAxis {...names} height={28} minTickGap={14} />
          <YAxis {...values} width={56} />
        </>
      )}
      <Tooltip
        cursor={{ fill: 'var(--color-sand)', stroke: 'var(--color-line)', opacity: 0.6 }}
        isAnimationActive={false}
        content={({ active, payload }) => {
          const point = payload[0]?.payload as DataPoint | undefined;
          return active && point ? <Tip point={point} unit={unit} names={[name, otherName]} /> : null;
        }}
      />
      {shape === 'lines' ? (
        <>
          {otherName !== undefined && (
            <Line
              dataKey="other"
              stroke={OTHER}
              strokeWidth={1.5}
              strokeDasharray="5 4"
              dot={false}
              connectNulls
              {...isStill}
            />
          )}
          <Line dataKey="value" stroke={VALUE} strokeWidth={2.5} dot={false} connectNulls {...isStill} />
        </>
      ) : (
        <>
          <Bar dataKey="value" fill={VALUE} maxBarSize={32} radius={corners} {...isStill} />
          {otherName !== undefined && (
            <Bar dataKey="other" {...OTHER_BAR} maxBarSize={32} radius={corners} {...isStill} />
          )}
        </>
      )}
    </ComposedChart>
  );
}

/** The values at the pointer or at the place that the arrow keys chose. */
function Tip({
  point,
  unit,
  names: [name, otherName],
}: Pick<ChartProps, 'unit' | 'names'> & { point: DataPoint }) {
  return (
    <div
      role="status"
      className="rounded-md border border-line bg-panel px-3 py-2 text-xs text-ink tabular-nums shadow-md"
    >
      <p className="font-medium">{point.label}</p>
      <p>
        {name}: {figureText(unit, point.value)}
      </p>
      {otherName !== undefined && (
        <p className="text-stone">
          {otherName}: {figureText(unit, point.other)}
        </p>
      )}
    </div>
  );
}
