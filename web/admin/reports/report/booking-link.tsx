import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ReportedBooking } from '../../../../src/contracts/reports/reports.ts';
import { formatDate } from '../../../../src/salon/date-text.ts';
import { formatTime } from '../../../../src/salon/time-text.ts';
import { StatusBadge } from '../../../salon/status-badge.tsx';
import { HISTORY_PARAMETER } from '../../history/history-parameter.ts';
import { amountText } from '../../ui/number-text.ts';

/** The address of an appointment's history. A deleted one has none of its own, so it is that of its day. */
const historyAddress = ({ id, date, is_deleted }: ReportedBooking): string =>
  is_deleted
    ? `/admin/calendar?view=day&date=${date}&${HISTORY_PARAMETER}=day`
    : `/admin/appointments/${id}?${HISTORY_PARAMETER}=`;

/** An appointment as it was, with a link to its history. */
export function BookingLink({
  appointment,
  children,
}: {
  appointment: ReportedBooking;
  children?: ReactNode;
}) {
  const { date, start, status, services, total_amount, customer_name, is_deleted } = appointment;
  return (
    <Link
      to={historyAddress(appointment)}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-xs tabular-nums hover:bg-sand/60 focus-visible:-outline-offset-2"
    >
      <span className="font-medium">
        {formatDate(date)} · {formatTime(start)}
      </span>
      <StatusBadge status={status} compact />
      {children}
      <span className="flex w-full flex-wrap justify-between gap-x-4 text-stone">
        <span className="wrap-anywhere">
          {customer_name ?? (is_deleted ? 'Deleted appointment' : 'Erased customer')} ·{' '}
          {services.map(({ name }) => name).join(', ')}
        </span>
        <span>{amountText(total_amount)}</span>
      </span>
    </Link>
  );
}
