import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ReportColumn, ReportedAppointment } from '../../../../src/contracts/reports/reports.ts';
import { formatDate } from '../../../../src/salon/date-text.ts';
import { formatTime } from '../../../../src/salon/time-text.ts';
import { StatusBadge } from '../../../salon/status-badge.tsx';
import { useAdminPages } from '../../data/use-admin-query.ts';
import { HISTORY_PARAMETER } from '../../history/history-parameter.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { amountText } from '../../ui/number-text.ts';
import { FailedState, RowsSkeleton } from '../../ui/states.tsx';
import { LoadMore } from '../../ui/table/table.tsx';
import { type FigureQuestion, REPORTED } from '../data/queries.ts';
import { figureText } from '../plan/figures.ts';

/** The appointments behind a number, which add up to it. */
export function AppointmentsDialog({
  title,
  description,
  column,
  question,
  onClose,
  children,
}: {
  title: string;
  description: string;
  column: ReportColumn;
  question: FigureQuestion;
  onClose: () => void;
  /** How the number differs from that of now, if it is one of the past. */
  children?: ReactNode;
}) {
  const list = useAdminPages(REPORTED, question);
  const appointments = list.data?.flatMap((page) => page.appointments);
  return (
    <Dialog title={title} description={description} isReading onClose={onClose}>
      <div className="space-y-4">
        {children}
        {children && <h3 className="font-sans text-sm font-semibold tracking-normal">As it stood</h3>}
        {list.error && !appointments && (
          <FailedState what="The appointments couldn’t be loaded" error={list.error} onRetry={list.reload} />
        )}
        {!appointments && !list.error && <RowsSkeleton rows={4} label="Loading the appointments..." />}
        {appointments?.length === 0 && (
          <p className="text-stone">There are no appointments behind this number.</p>
        )}
        {appointments && appointments.length > 0 && (
          <ul aria-label="Appointments" className="divide-y divide-line rounded-md border border-line">
            {appointments.map((appointment) => (
              <li key={appointment.id}>
                <AppointmentLink appointment={appointment}>
                  {addedText(appointment, column) && (
                    <span className="ml-auto font-medium">{addedText(appointment, column)}</span>
                  )}
                </AppointmentLink>
              </li>
            ))}
          </ul>
        )}
        {list.hasMore && <LoadMore isLoading={list.isLoadingMore} onLoad={list.loadMore} />}
      </div>
    </Dialog>
  );
}

/** What an appointment adds to the number, unless it is one appointment. */
const addedText = ({ value }: ReportedAppointment, { unit }: ReportColumn): string | undefined =>
  unit === 'count' && value === 1 ? undefined : figureText(unit, value);

/** The address of an appointment's history. A deleted one has none of its own, so it is that of its day. */
const historyAddress = ({ id, date, is_deleted }: ReportedAppointment): string =>
  is_deleted
    ? `/admin/calendar?view=day&date=${date}&${HISTORY_PARAMETER}=day`
    : `/admin/appointments/${id}?${HISTORY_PARAMETER}=`;

/** An appointment as it was, with a link to its history. */
export function AppointmentLink({
  appointment,
  children,
}: {
  appointment: ReportedAppointment;
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
