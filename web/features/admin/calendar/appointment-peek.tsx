import { Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { CalendarBooking } from '../../../../src/contracts/bookings/calendar.ts';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { formatDuration } from '../../../../src/salon/time-text.ts';
import { Undelivered, Untold, useBookingMessages } from '../../../admin/bookings/details/untold.tsx';
import { adminButtonClass } from '../../../admin/ui/button.tsx';
import { Dialog } from '../../../admin/ui/dialog.tsx';
import { amountText } from '../../../admin/ui/numbers.ts';
import { StatusBadge } from '../../../salon/status-badge.tsx';
import { focusAppointment } from './grid/focus-appointment.ts';
import { dayText, nameOf, timeRange } from './plan/words.ts';

/** What is to be known of an appointment at the desk. */
export function AppointmentPeek({
  booking,
  date,
  onClose,
}: {
  booking: CalendarBooking;
  date: SalonDate;
  onClose: () => void;
}) {
  const { customer_phone, services, total_amount, notes, sms_consent, outside_hours, status } = booking;
  const messages = useBookingMessages(booking.id);
  return (
    <Dialog
      title={nameOf(booking)}
      description={`${dayText(date)} · ${timeRange(booking)}`}
      width="narrow"
      footer={
        <Link to={`/admin/appointments/${booking.id}`} className={adminButtonClass('outline')}>
          Open appointment
        </Link>
      }
      onClose={onClose}
      onClosed={() => focusAppointment(booking.id)}
    >
      <dl className="grid grid-cols-[6rem_1fr] gap-x-4 gap-y-2">
        <Row label="Status">
          <StatusBadge status={status} compact />
          {outside_hours && status !== 'cancelled' ? ' outside opening hours' : ''}
        </Row>
        {customer_phone && (
          <Row label="Phone">
            <a
              href={`tel:${customer_phone.replaceAll(/[^\d+]/g, '')}`}
              className="inline-flex items-center gap-1.5 underline decoration-brass underline-offset-4"
            >
              <Phone aria-hidden="true" className="size-3.5" />
              {customer_phone}
            </a>
          </Row>
        )}
        <Row label="Services">
          <ul>
            {services.map(({ id, name, duration }) => (
              <li key={id}>
                {name} <span className="text-stone">{formatDuration(duration)}</span>
              </li>
            ))}
          </ul>
        </Row>
        <Row label="Amount">{amountText(total_amount)}</Row>
        <Row label="Texts">
          {sms_consent ? 'Agreed' : 'Not wanted'}
          <Undelivered messages={messages} channel="sms" />
          <Undelivered messages={messages} channel="email" />
        </Row>
        {messages && messages.waiting.length > 0 && (
          <Row label="Not told yet">
            <Untold waiting={messages.waiting} />
          </Row>
        )}
        {notes && (
          <Row label="Notes">
            <span className="wrap-anywhere whitespace-pre-line">{notes}</span>
          </Row>
        )}
      </dl>
    </Dialog>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-stone">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
