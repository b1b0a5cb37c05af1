import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ReportAnswer } from '../../../../src/contracts/reports/reports.ts';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { centsText, countText, numberText } from '../../ui/number-text.ts';
import { comparisonText, figureOf, ordinal } from '../plan/figures.ts';
import { MissingAnswer } from './missing-answer.tsx';
import { EARNED, EXPECTED, type TwoMonths, upToYesterday } from './two-months.ts';

const total = (answer: ReportAnswer, column: string): number => figureOf(answer.totals, column) ?? 0;

const cancelledText = (answer: ReportAnswer): string =>
  numberText(total(answer, 'cancelled')).replace(/^0$/, 'none');

const peopleText = (answer: ReportAnswer): string =>
  `${numberText(total(answer, 'new'))} new, ${numberText(total(answer, 'returning'))} returning`;

/** The month's numbers, each beside the last month's. */
export function KeyNumbers({
  revenue,
  appointments,
  customers,
  months: [month, lastMonth],
  today,
}: {
  revenue: TwoMonths;
  appointments: TwoMonths;
  customers: TwoMonths;
  months: readonly [now: string, last: string];
  today: SalonDate;
}) {
  return (
    <dl className="grid gap-px overflow-hidden rounded-md border border-line bg-line sm:grid-cols-2 lg:grid-cols-4 print:grid-cols-4">
      <KeyNumber label="Earned" of={revenue} value={(now) => centsText(total(now, EARNED))}>
        {(now, last) => {
          const soFar = upToYesterday([now, last], EARNED, today);
          return (
            <>
              {soFar && (
                <>
                  {centsText(soFar.sum)} up to yesterday.{' '}
                  {comparisonText(
                    [soFar.sum, soFar.before],
                    `${lastMonth} by the ${ordinal(soFar.day)}`,
                    centsText(soFar.before),
                  )}
                  <br />
                </>
              )}
              {lastMonth} in all: {centsText(total(last, EARNED))}
              <Bullet
                earned={total(now, EARNED)}
                expected={total(now, EXPECTED)}
                last={total(last, EARNED)}
              />
            </>
          );
        }}
      </KeyNumber>
      <KeyNumber label="Expected" of={revenue} value={(now) => centsText(total(now, EXPECTED))}>
        {(now, last) => {
          const all = total(now, EARNED) + total(now, EXPECTED);
          const before = total(last, EARNED);
          return (
            <>
              Still booked in {month}. With what is earned {centsText(all)}.{' '}
              {comparisonText([all, before], lastMonth, centsText(before))}
            </>
          );
        }}
      </KeyNumber>
      <KeyNumber label="Appointments" of={appointments} value={(now) => numberText(total(now, 'booked'))}>
        {(now, last) => {
          const before = total(last, 'booked');
          return (
            <>
              {cancelledText(now)} of them cancelled
              <br />
              {comparisonText([total(now, 'booked'), before], lastMonth, numberText(before), 'fewer')},{' '}
              {cancelledText(last)} cancelled
            </>
          );
        }}
      </KeyNumber>
      <KeyNumber label="Customers" of={customers} value={(now) => numberText(total(now, 'visitors'))}>
        {(now, last) => (
          <>
            {peopleText(now)}
            <br />
            {lastMonth}: {countText(total(last, 'visitors'), 'customer')}, {peopleText(last)}
          </>
        )}
      </KeyNumber>
    </dl>
  );
}

function KeyNumber({
  label,
  of,
  value,
  children,
}: {
  label: string;
  of: TwoMonths;
  value: (now: ReportAnswer) => string;
  children: (...answers: NonNullable<TwoMonths['answers']>) => ReactNode;
}) {
  const { report, answers } = of;
  if (!report) return null;
  return (
    <div className="relative min-w-0 bg-panel px-4 py-3.5 print:p-2">
      <dt className="text-xs text-stone">
        <Link
          to={`?report=${report.name}`}
          className="underline-offset-4 after:absolute after:inset-0 hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brass"
        >
          {label}
        </Link>
      </dt>
      {answers && <dd className="pt-0.5 font-display text-xl tabular-nums">{value(answers[0])}</dd>}
      <dd className="pt-1 text-xs text-stone tabular-nums">
        {answers ? children(...answers) : <MissingAnswer of={of} what={label} size="h-18" />}
      </dd>
    </div>
  );
}

/** A bar of the earned and expected money, with a mark at the last month's. The numbers beside it say the same. */
function Bullet({ earned, expected, last }: { earned: number; expected: number; last: number }) {
  const most = Math.max(earned + expected, last, 1);
  const part = (cents: number) => `${(cents / most) * 100}%`;
  return (
    <span
      aria-hidden="true"
      className="relative mt-2 block h-2 overflow-hidden rounded-full bg-sand forced-colors:border"
    >
      <span
        className="absolute inset-y-0 left-0 bg-brass/35 forced-colors:bg-[GrayText]"
        style={{ width: part(earned + expected) }}
      />
      <span
        className="absolute inset-y-0 left-0 bg-brass forced-colors:bg-[CanvasText]"
        style={{ width: part(earned) }}
      />
      {last > 0 && (
        <span className="absolute inset-y-0 w-0.5 -translate-x-full bg-ink" style={{ left: part(last) }} />
      )}
    </span>
  );
}
