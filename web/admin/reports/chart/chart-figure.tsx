import { type CSSProperties, lazy, Suspense } from 'react';
import { ErrorBoundary } from '../../../ui/loading/error-boundary.tsx';
import { LoadError } from '../../../ui/loading/load-error.tsx';
import { Skeleton } from '../../../ui/loading/skeleton.tsx';
import { type ChartProps, chartHeight } from './chart-props.ts';

/** The charts' package is as large as the rest of a screen, so it is loaded with the first chart, after the numbers. */
const Chart = lazy(async () => ({ default: (await import('./chart.tsx')).Chart }));

const FAILED = <LoadError onRetry={() => window.location.reload()}>The chart couldn’t be loaded.</LoadError>;

/** A chart with the names of what it compares. */
export function ChartFigure(props: ChartProps) {
  const { names, shape } = props;
  const [name, otherName] = names;
  const height = chartHeight(props);
  return (
    <figure className="text-xs [--chart-line:var(--color-line)] [--chart-text:var(--color-stone)] forced-colors:[--chart-line:GrayText] forced-colors:[--chart-text:CanvasText] [--chart-other-fill:var(--color-sand)] [--chart-other:var(--color-stone)] [--chart-value:var(--color-brass)] forced-colors:[--chart-other-fill:Canvas] forced-colors:[--chart-other:CanvasText] forced-colors:[--chart-value:CanvasText] print:break-inside-avoid">
      {otherName !== undefined && (
        <figcaption className="flex flex-wrap gap-x-5 gap-y-1 pb-2 text-stone">
          <Key className={shape === 'lines' ? 'h-0 border-t-[3px]' : 'h-3 border bg-(--chart-value)'}>
            {name}
          </Key>
          <Key
            isOther
            className={
              shape === 'lines' ? 'h-0 border-t-2 border-dashed' : 'h-3 border bg-(--chart-other-fill)'
            }
          >
            {otherName}
          </Key>
        </figcaption>
      )}
      <div
        style={{ height, '--on-paper': `${chartHeight(props, 'paper')}px` } as CSSProperties}
        className="print:max-h-(--on-paper) print:*:max-h-(--on-paper)"
      >
        <ErrorBoundary fallback={FAILED}>
          <Suspense fallback={<Skeleton className="h-full" />}>
            <Chart {...props} />
          </Suspense>
        </ErrorBoundary>
      </div>
    </figure>
  );
}

function Key({
  isOther = false,
  className,
  children,
}: {
  isOther?: boolean;
  className: string;
  children: string;
}) {
  return (
    <span className="inline-flex items-center gap-2">
      <span
        aria-hidden="true"
        className={`inline-block w-4 forced-color-adjust-none ${isOther ? 'border-(--chart-other)' : 'border-(--chart-value)'} ${className}`}
      />
      {children}
    </span>
  );
}
