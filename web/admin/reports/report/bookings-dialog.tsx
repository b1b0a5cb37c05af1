import type { ReactNode } from 'react';
import type { ReportColumn, ReportedBooking } from '../../../../src/contracts/reports/reports.ts';
import { useAdminPages } from '../../data/use-admin-query.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FailedState, RowsSkeleton } from '../../ui/states.tsx';
import { LoadMore } from '../../ui/table/table.tsx';
import { type FigureQuestion, REPORTED } from '../data/queries.ts';
import { figureText } from '../plan/figures.ts';
import { BookingLink } from './booking-link.tsx';

/** The appointments behind a number, which add up to it. */
export function BookingsDialog({
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
                <BookingLink appointment={appointment}>
                  {addedText(appointment, column) && (
                    <span className="ml-auto font-medium">{addedText(appointment, column)}</span>
                  )}
                </BookingLink>
              </li>
            ))}
          </ul>
        )}
        {list.hasMore && <LoadMore isLoading={list.isLoadingMore} onLoad={list.loadMore} />}
      </div>
    </Dialog>
  );
}

/** The value that an appointment adds to the number, unless it is one appointment. */
const addedText = ({ value }: ReportedBooking, { unit }: ReportColumn): string | undefined =>
  unit === 'count' && value === 1 ? undefined : figureText(unit, value);
