import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ReportAnswer } from '../../../../src/contracts/reports/reports.ts';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { centsText, countText, numberText } from '../../ui/number-text.ts';
import { besideText, figureOf, ordinal } from '../plan/figures.ts';
import { EARNED, type TwoMonths, upToYesterday } from './two-months.ts';

const total = (answer: ReportAnswer | undefined, column: string): number =>
  figureOf(answer?.totals, column) ?? 0;

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
  const earned = total(revenue.now.answer, EARNED);
  const expected = total(revenue.now.answer, 'expected_cents');
  const lastEarned = total(revenue.last.answer, EARNED);
  const soFar = upToYesterday([revenue.now.answer, revenue.last.answer], EARNED, today);
  const booked = total(appointments.now.answer, 'booked');
  const lastBooked = total(appointments.last.answer, 'booked');
  const cancelledText = (answer: ReportAnswer | undefined) =>
    numberText(total(answer, 'cancelled')).replace(/^0$/, 'none');
  const people = (answer: ReportAnswer | undefined) =>
    `${numberText(total(answer, 'new'))} new, ${numberText(total(answer, 'returning'))} returning`;
  const visitors = total(customers.now.answer, 'visitors');
  return (
    <dl className="grid gap-px overflow-hidden rounded-md border border-line bg-line sm:grid-cols-2 lg:grid-cols-4 print:grid-cols-4">
      {revenue.report && (
        <>
          <KeyNumber label="Earned" report="revenue" value={centsText(earned)}>
            {soFar && (
              <>
                {centsText(soFar.sum)} up to yesterday.{' '}
                {besideText(
                  [soFar.sum, soFar.before],
                  `${lastMonth} by the ${ordinal(soFar.day)}`,
                  centsText(soFar.before),
                )}
                <br />
              </>
            )}
            {lastMonth} in all: {centsText(lastEarned)}
            <Bullet earned={earned} expected={expected} last={lastEarned} />
          </KeyNumber>
          <KeyNumber label="Expected" report="revenue" value={centsText(expected)}>
            Still booked in {month}. With what is earned {centsText(earned + expected)}.{' '}
            {besideText([earned + expected, lastEarned], lastMonth, centsText(lastEarned))}
          </KeyNumber>
        </>
      )}
      {appointments.report && (
        <KeyNumber label="Appointments" report="appointments" value={numberText(booked)}>
          {cancelledText(appointments.now.answer)} of them cancelled
          <br />
          {besideText([booked, lastBooked], lastMonth, numberText(lastBooked), 'fewer')},{' '}
          {cancelledText(appointments.last.answer)} cancelled
        </KeyNumber>
      )}
      {customers.report && (
        <KeyNumber label="Customers" report="customers" value={numberText(visitors)}>
          {people(customers.now.answer)}
          <br />
          {lastMonth}: {countText(total(customers.last.answer, 'visitors'), 'customer')},{' '}
          {people(customers.last.answer)}
        </KeyNumber>
      )}
    </dl>
  );
}

function KeyNumber({
  label,
  report,
  value,
  children,
}: {
  label: string;
  report: string;
  value: string;
  children: ReactNode;
}) {
  return (
    <div className="relative min-w-0 bg-panel px-4 py-3.5 print:p-2">
      <dt className="text-xs text-stone">
        <Link
          to={`?report=${report}`}
          className="underline-offset-4 after:absolute after:inset-0 hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brass"
        >
          {label}
        </Link>
      </dt>
      <dd className="pt-0.5 font-display text-xl tabular-nums">{value}</dd>
      <dd className="pt-1 text-xs text-stone tabular-nums">{children}</dd>
    </div>
  );
}

/** What is earned and expected as a bar, with a mark at what the last month earned. The numbers beside it say the same. */
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
