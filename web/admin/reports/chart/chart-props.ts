import type { Unit } from '../../../../src/contracts/reports/reports.ts';

/** A value of a chart, and the one that it is compared with. */
export interface DataPoint {
  readonly key: string;
  readonly label: string;
  /** The label where there is little room. */
  readonly short: string;
  readonly value: number | null;
  readonly other: number | null;
}

export interface ChartProps {
  /** The description for screen readers. */
  readonly label: string;
  readonly unit: Unit;
  readonly points: readonly DataPoint[];
  /** The names of the values, and of those that they are compared with; the latter undefined if there are none. */
  readonly names: readonly [value: string, other: string | undefined];
  /** Columns for a few values that follow each other, lines for many, rows for things that have names. */
  readonly shape: 'columns' | 'lines' | 'rows';
}

const ROW_HEIGHT = { screen: 40, paper: 30 } as const;
/** The room that the axis of the values takes, in pixels. */
const AXIS_HEIGHT = 40;
const HEIGHT = { screen: 260, paper: 192 } as const;

/** The height of a chart, which is kept free while its code is loading. On paper it is lower, but rows keep room for their names. */
export const chartHeight = (
  { shape, points }: Pick<ChartProps, 'shape' | 'points'>,
  on: 'screen' | 'paper' = 'screen',
): number => (shape === 'rows' ? points.length * ROW_HEIGHT[on] + AXIS_HEIGHT : HEIGHT[on]);
