import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ReportAnswer, ReportColumn } from '../../../../src/contracts/reports/reports.ts';
import { useSalon } from '../../../salon/salon-context.ts';
import { useCompactRows } from '../../ui/table/density.ts';
import { cellClass, rowClass } from '../../ui/table/table.tsx';
import type { ComparedRow } from '../plan/compared-rows.ts';
import { figureIn, type figureOf, figureText, NO_FIGURE } from '../plan/figures.ts';
import { isSoFar } from '../plan/report-defaults.ts';

/** The numbers of a row, or of all rows; undefined if there is no such row. */
type Numbers = Parameters<typeof figureOf>[0];

/** The meaning of the second number in a cell. */
interface Comparison {
  /** Such as `October 2026`; undefined if nothing is compared. */
  readonly name: string | undefined;
  /** The first number is one of the past and the second one of now; cells whose numbers differ stand out. */
  readonly isPast: boolean;
}

/**
 * The numbers of a report, and below each the one that it is compared with. A number links to its appointments. It is a region that the
 * keyboard can scroll, since on a phone it is wider than the screen.
 */
export function ReportTable({
  title,
  grouping,
  answer,
  rows,
  other: otherAnswer,
  comparison,
  isBusy,
  addressOf,
}: {
  title: string;
  /** Such as `Month`. */
  grouping: string;
  answer: ReportAnswer;
  rows: readonly ComparedRow[];
  /** Undefined if nothing is compared. */
  other: ReportAnswer | undefined;
  comparison: Comparison;
  isBusy: boolean;
  /** The address at which a number's appointments are shown. @param key of a row; undefined for all */
  addressOf: (column: string, key: string | undefined) => string;
}) {
  const isCompact = useCompactRows();
  const { columns, totals } = answer;
  const { time_zone } = useSalon();
  const isGrowing = (of: ReportAnswer | undefined, row: Numbers, column: ReportColumn) =>
    of !== undefined &&
    isSoFar(of, column.key, typeof row?.key === 'string' ? row.key : undefined, time_zone);
  const cells = (row: Numbers, other: Numbers, label: string, key: string | undefined) =>
    columns.map((column) => (
      <FigureCell
        key={column.key}
        column={column}
        label={label}
        value={figureIn(row, column, answer)}
        other={otherAnswer && figureIn(other, column, otherAnswer)}
        areSoFar={[isGrowing(answer, row, column), isGrowing(otherAnswer, other, column)]}
        comparison={comparison}
        address={addressOf(column.key, key)}
      />
    ));
  return (
    <section
      aria-label={`Table: ${title}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard could not scroll a table of zeros.
      tabIndex={0}
      className="relative overflow-x-auto rounded-md border border-line shaded-where-cut focus-visible:-outline-offset-2 print:overflow-visible print:border-0"
    >
      <table
        aria-label={title}
        aria-busy={isBusy}
        data-compact={isCompact || undefined}
        className={`w-full text-right text-xs tabular-nums transition-opacity print:text-[0.625rem]/4 print:[&_:is(td,th)]:px-1 print:[&_:is(td,th)]:py-px print:[&_tr]:h-auto ${isBusy ? 'opacity-60' : ''}`}
      >
        {comparison.name !== undefined && (
          <caption className="px-4 pt-3 text-left text-stone">
            Below each number: {comparison.isPast ? 'what it is now' : comparison.name}
          </caption>
        )}
        <thead>
          <tr className="h-9 border-b border-line text-stone">
            <th scope="col" className={`${stickyClass} text-left font-medium whitespace-nowrap`}>
              {grouping}
            </th>
            {columns.map(({ key, label }) => (
              <th
                key={key}
                scope="col"
                className="px-3 font-medium last:pr-4 max-sm:min-w-24 sm:whitespace-nowrap"
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, row, other }) => (
            <tr key={key} className={rowClass()}>
              <th scope="row" className={`${stickyClass} text-left font-medium`}>
                {label}
              </th>
              {cells(row, other, label, key)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="h-11 border-t border-line font-medium in-data-compact:h-9">
            <th scope="row" className={`${stickyClass} text-left font-semibold`}>
              All
            </th>
            {cells(totals, otherAnswer?.totals, 'All', undefined)}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

/** Stays in view while the numbers are scrolled sideways. */
const stickyClass = `${cellClass} sticky left-0 z-10 min-w-36 bg-panel sm:whitespace-nowrap print:static`;

function FigureCell({
  column: { label: columnLabel, unit, has_appointments },
  label,
  value,
  other,
  areSoFar: [isValueSoFar, isOtherSoFar],
  comparison: { isPast },
  address,
}: {
  column: ReportColumn;
  label: string;
  value: number | null;
  /** Undefined if nothing is compared. */
  other: number | null | undefined;
  /** Whether the numbers may still grow. */
  areSoFar: readonly [value: boolean, other: boolean];
  comparison: Comparison;
  address: string;
}) {
  const text = figureText(unit, value);
  const differs = isPast && other !== undefined && other !== value;
  return (
    <td className={`${cellClass} whitespace-nowrap ${differs ? 'bg-warn-tint' : ''}`}>
      <span
        className={`inline-flex min-h-6 items-center pointer-coarse:min-h-9 print:min-h-0 ${value ? '' : 'font-normal text-stone'}`}
      >
        {isValueSoFar && <SoFar />}
        {has_appointments && value ? (
          <Link
            to={address}
            aria-label={`${text}, ${columnLabel}, ${label}`}
            className="inline-flex min-h-6 min-w-6 items-center justify-end pointer-coarse:min-h-9 print:min-h-0 underline decoration-line decoration-1 underline-offset-4 hover:decoration-ink print:no-underline"
          >
            {text}
          </Link>
        ) : (
          <Figure text={text} />
        )}
      </span>
      {other !== undefined && (
        <span className={`block text-stone ${differs ? 'font-medium text-warn!' : 'font-normal'}`}>
          <span className={isPast ? '' : 'sr-only'}>{isPast ? 'now' : 'was'}</span>{' '}
          {isOtherSoFar && <SoFar />}
          <Figure text={figureText(unit, other)} />
        </span>
      )}
    </td>
  );
}

/** The words before a number that may still grow. */
const SoFar = () => <span className="font-normal whitespace-pre text-stone">so far </span>;

/** A number, or for none a dash, which screen readers would leave out. */
function Figure({ text }: { text: string }): ReactNode {
  if (text !== NO_FIGURE) return text;
  return (
    <>
      <span aria-hidden="true">{NO_FIGURE}</span>
      <span className="sr-only">none</span>
    </>
  );
}
