import { Printer, Wallet } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Payment } from '../../../src/contracts/bookings/admin-booking.ts';
import { sumByMethod } from '../../../src/contracts/bookings/payments.ts';
import { type CompletedVisit, getTakings } from '../../../src/contracts/bookings/takings.ts';
import { formatDate } from '../../../src/salon/date-text.ts';
import { sumOfCents } from '../../../src/salon/money.ts';
import { isSalonDate } from '../../../src/salon/salon-time.ts';
import { FORMER_STYLIST } from '../../../src/salon/stylist-words.ts';
import { sum } from '../../../src/salon/sums.ts';
import { call } from '../../api.ts';
import { useSalonToday } from '../../salon/use-salon-today.ts';
import { useAddressQuery } from '../../ui/use-address-query.ts';
import { customerName, servicesText } from '../bookings/booking-text.ts';
import { methodWords } from '../bookings/payment-text.ts';
import { defineQuery } from '../data/query.ts';
import { useMay } from '../data/role.ts';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { AdminButton } from '../ui/button.tsx';
import { DayFilter } from '../ui/form/day-filter.tsx';
import { useTimeText } from '../ui/instant-text.ts';
import { centsText } from '../ui/number-text.ts';
import { PagePanel } from '../ui/page/page-panel.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState, FailedState, RowsSkeleton } from '../ui/states.tsx';
import { cellClass, rowClass, Table } from '../ui/table/table.tsx';

const TAKINGS = defineQuery({
  name: 'takings',
  about: () => ['booking', 'customer'],
  load: (date: string, { after, ...options }) => call(getTakings, { ...options, query: { date, after } }),
});

const numberClass = `${cellClass} text-right whitespace-nowrap`;
const moneyText = (cents: number) => (cents === 0 ? '–' : centsText(cents));

/** The payments of a day, by the way of payment, to be counted against the drawer: for the screen and for paper. */
export function TakingsPage() {
  const today = useSalonToday();
  const [query, changeQuery] = useAddressQuery();
  const asked = query.get('date') ?? '';
  const isOwner = useMay()('owners');
  const date = isOwner && isSalonDate(asked) ? asked : today;
  const { data, error, reload } = useAdminQuery(TAKINGS, date);
  const payments = data?.bookings.flatMap((booking) => booking.payments) ?? [];
  const unpaid = data?.bookings.filter((booking) => booking.payments.length === 0) ?? [];
  return (
    <div className="max-w-4xl">
      <PageHeader
        title="Takings"
        count={formatDate(date)}
        filters={
          isOwner ? (
            <DayFilter
              label="Day"
              value={date}
              onChange={(day) => changeQuery((next) => next.set('date', day), { replace: true })}
            />
          ) : (
            <p className="text-sm text-stone print:hidden">Only today is shown. Owners see other days.</p>
          )
        }
        action={
          <AdminButton onClick={() => window.print()}>
            <Printer aria-hidden="true" className="size-4" />
            Print
          </AdminButton>
        }
      />
      {!data ? (
        error ? (
          <FailedState what="The takings couldn’t be loaded" error={error} onRetry={reload} />
        ) : (
          <RowsSkeleton label="Loading the takings..." />
        )
      ) : data.bookings.length === 0 ? (
        <EmptyState icon={Wallet} title="Nothing was taken on this day">
          A visit counts on the day on which it is completed.
        </EmptyState>
      ) : (
        <div className="space-y-8 print:text-xs">
          <Sums payments={payments} visits={data.bookings.length - unpaid.length} />
          <ByStylist bookings={data.bookings} />
          {sumByMethod(payments).map((sum) => (
            <Payments key={sum.method} sum={sum} bookings={data.bookings} />
          ))}
          {unpaid.length > 0 && (
            <PagePanel title="Completed without an amount">
              <ul className="space-y-1 text-sm">
                {unpaid.map((booking) => (
                  <li key={booking.id}>
                    <VisitLink booking={booking} />
                    <span className="text-stone"> · {servicesText(booking)}</span>
                  </li>
                ))}
              </ul>
            </PagePanel>
          )}
        </div>
      )}
    </div>
  );
}

/** The sums of the day. The drawer includes tips. */
function Sums({ payments, visits }: { payments: readonly Payment[]; visits: number }) {
  const taken = sumOfCents(payments);
  const tips = sum(payments.map(({ tip_cents }) => tip_cents));
  const cash = payments.filter(({ method }) => method === 'cash');
  const shown = [
    ['Taken', centsText(taken)],
    ['Tips', centsText(tips)],
    ['Cash with tips', centsText(sum(cash.map(({ cents, tip_cents }) => cents + tip_cents)))],
    ['Visits', String(visits)],
  ] as const;
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-px overflow-hidden rounded-md border border-line bg-line">
      {shown.map(([label, value]) => (
        <div key={label} className="min-w-0 bg-panel px-4 py-3 max-sm:px-3">
          <dt className="text-xs text-stone">{label}</dt>
          <dd className="font-display text-lg tabular-nums wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The sums of each stylist's visits; nothing where the salon is no team. */
function ByStylist({ bookings }: { bookings: readonly CompletedVisit[] }) {
  const ofStylists = bookings.flatMap(({ stylist, payments }) =>
    stylist && payments.length > 0 ? [{ stylist, payments }] : [],
  );
  if (ofStylists.length === 0) return null;
  const rows = [...Map.groupBy(ofStylists, ({ stylist }) => stylist.id).values()].map((visits) => {
    const payments = visits.flatMap((visit) => visit.payments);
    return {
      stylist: visits[0]?.stylist,
      visits: visits.length,
      taken: sumOfCents(payments),
      tips: sum(payments.map(({ tip_cents }) => tip_cents)),
    };
  });
  return (
    <PagePanel title="By stylist">
      <Table
        label="By stylist"
        columns={[
          'Stylist',
          { name: 'Visits', className: 'w-16 text-right sm:w-20' },
          { name: 'Amount', className: 'w-24 text-right sm:w-28' },
          { name: 'Tip', className: 'w-20 text-right sm:w-24' },
        ]}
      >
        {rows
          .toSorted((one, other) => other.taken - one.taken)
          .map(({ stylist, visits, taken, tips }) => (
            <tr key={stylist?.id} className={rowClass()}>
              <td className={`${cellClass} wrap-break-word`}>{stylist?.name ?? FORMER_STYLIST}</td>
              <td className={numberClass}>{visits}</td>
              <td className={numberClass}>{centsText(taken)}</td>
              <td className={numberClass}>{moneyText(tips)}</td>
            </tr>
          ))}
      </Table>
    </PagePanel>
  );
}

/** The payments of one way. */
function Payments({ sum, bookings }: { sum: Payment; bookings: readonly CompletedVisit[] }) {
  const timeText = useTimeText();
  const words = methodWords(sum.method);
  const rows = bookings.flatMap((booking) =>
    booking.payments.flatMap((payment) => (payment.method === sum.method ? [{ booking, payment }] : [])),
  );
  return (
    <PagePanel title={`${words} · ${centsText(sum.cents)}`}>
      <Table
        label={words}
        columns={[
          { name: 'Time', className: 'w-24' },
          'Customer',
          { name: 'Amount', className: 'w-28 text-right' },
          { name: 'Tip', className: 'w-24 text-right' },
        ]}
      >
        {rows.map(({ booking, payment }) => (
          <tr key={booking.id} className={rowClass()}>
            <td className={`${cellClass} whitespace-nowrap text-stone`}>{timeText(booking.completed_at)}</td>
            <td className={cellClass}>
              <VisitLink booking={booking} />
              {booking.payments.length > 1 && (
                <span className="block text-stone">part of {booking.total_amount}</span>
              )}
            </td>
            <td className={numberClass}>{centsText(payment.cents)}</td>
            <td className={numberClass}>{moneyText(payment.tip_cents)}</td>
          </tr>
        ))}
        <tr className={`${rowClass()} font-semibold`}>
          <td className={cellClass} colSpan={2}>
            {sum.tip_cents > 0 ? `Together ${centsText(sum.cents + sum.tip_cents)}` : 'Together'}
          </td>
          <td className={numberClass}>{centsText(sum.cents)}</td>
          <td className={numberClass}>{moneyText(sum.tip_cents)}</td>
        </tr>
      </Table>
    </PagePanel>
  );
}

const VisitLink = ({ booking }: { booking: CompletedVisit }) => (
  <Link
    to={`/admin/appointments/${booking.id}`}
    className="inline-flex min-h-6 items-center font-medium underline-offset-4 wrap-anywhere hover:underline pointer-coarse:min-h-11"
  >
    {customerName(booking)}
  </Link>
);
