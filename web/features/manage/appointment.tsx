import { useEffect, useRef, useState } from 'react';
import type { ManagedBooking } from '../../../src/contracts/bookings/manage.ts';
import { formatDate, formatLongDate } from '../../../src/salon/date-text.ts';
import { isAmount } from '../../../src/salon/money.ts';
import { formatDuration } from '../../../src/salon/salon-time.ts';
import { FORMER_STYLIST } from '../../../src/salon/stylist-words.ts';
import { SalonAddress } from '../../salon/address/salon-address.tsx';
import { CalendarFileButton } from '../../salon/calendar-file-button.tsx';
import { CallButton } from '../../salon/call-button.tsx';
import { confirmedNext, REQUESTED_WORD } from '../../salon/requested-text.ts';
import { useSalon } from '../../salon/salon-context.ts';
import { StatusBadge } from '../../salon/status-badge.tsx';
import { zoneName } from '../../salon/zone-name.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { PageHeading } from '../../ui/heading.tsx';
import { CancelButton } from './cancel-button.tsx';
import type { PrivateLink } from './private-link.ts';
import { ReschedulePanel } from './reschedule-panel.tsx';

/** The appointment, and what its customer can still change. */
export function Appointment({
  link,
  booking,
  justChanged,
  onChanged,
  onRefused,
}: {
  link: PrivateLink;
  booking: ManagedBooking;
  /** After a change the focused button is gone, so the focus moves to the heading. */
  justChanged: boolean;
  /** Called with the log's position after a change. */
  onChanged: (position: string) => void;
  /** Called when the server has refused a change: the appointment may have changed in the meantime. */
  onRefused: () => void;
}) {
  const { appointment_date, appointment_time, stylist, services, duration, notes, status } = booking;
  const salon = useSalon();
  const isRequested = status === 'pending';
  const [rescheduling, setRescheduling] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (justChanged) heading.current?.focus();
  }, [justChanged]);
  return (
    <div className="frame max-w-3xl animate-enter space-y-8 pt-28 pb-20 lg:pt-36 print:py-0">
      <header className="space-y-4">
        <StatusBadge status={status} word={isRequested ? REQUESTED_WORD : undefined} />
        <PageHeading ref={heading}>Manage Your Appointment</PageHeading>
        {isRequested && <p className="text-lg text-stone">{confirmedNext(booking)}</p>}
      </header>
      <section
        aria-label="Your appointment"
        className="rounded-md border border-line bg-white p-6 shadow-md sm:p-8 print:shadow-none"
      >
        <dl className="grid gap-6 sm:grid-cols-2">
          <div>
            <dt className="text-sm text-stone">Date</dt>
            <dd className="font-display text-xl tabular-nums">{formatDate(appointment_date)}</dd>
            <dd className="text-stone">{formatLongDate(appointment_date)}</dd>
          </div>
          <div>
            <dt className="text-sm text-stone">Time</dt>
            <dd className="font-display text-xl tabular-nums">{appointment_time}</dd>
            <dd className="text-stone">
              {formatDuration(duration)}, {zoneName(salon.time_zone)}
            </dd>
          </div>
          {stylist && (
            <div className="border-t border-line pt-5 sm:col-span-2">
              <dt className="text-sm text-stone">Stylist</dt>
              <dd className="wrap-anywhere">{stylist.name ?? FORMER_STYLIST}</dd>
            </div>
          )}
          <div className="border-t border-line pt-5 sm:col-span-2">
            <dt className="text-sm text-stone">Services</dt>
            <dd>
              {services
                .map(({ name, price }) => (stylist && isAmount(price) ? `${name} (${price})` : name))
                .join(', ')}
            </dd>
          </div>
          <div className="border-t border-line pt-5 sm:col-span-2">
            <dt className="text-sm text-stone">Where</dt>
            <dd>
              <SalonAddress />
            </dd>
          </div>
          {notes && (
            <div className="border-t border-line pt-5 sm:col-span-2">
              <dt className="text-sm text-stone">Notes</dt>
              <dd className="wrap-anywhere whitespace-pre-line">{notes}</dd>
            </div>
          )}
        </dl>
      </section>
      {booking.self_service ? (
        <div className="space-y-6">
          <div className="flex gap-3 max-sm:flex-col sm:flex-wrap print:hidden">
            <Button ref={opener} aria-expanded={rescheduling} onClick={() => setRescheduling(!rescheduling)}>
              Reschedule Appointment
            </Button>
            <CancelButton link={link} booking={booking} onRefused={onRefused} />
            <CalendarFileButton token={link.token} />
          </div>
          {rescheduling && (
            <ReschedulePanel
              link={link}
              booking={booking}
              onClose={() => {
                setRescheduling(false);
                opener.current?.focus();
              }}
              onChanged={onChanged}
              onRefused={onRefused}
            />
          )}
        </div>
      ) : (
        <Closed link={link} booking={booking} />
      )}
    </div>
  );
}

/** Why nothing can be changed here: the appointment is over, or starts too soon. */
function Closed({ link, booking: { status } }: { link: PrivateLink; booking: ManagedBooking }) {
  const { self_service_cutoff_hours } = useSalon();
  if (status === 'completed') {
    return (
      <Callout actions={<ButtonLink to="/book">Book Again</ButtonLink>}>
        This appointment has taken place. Thank you for your visit.
      </Callout>
    );
  }
  return (
    <Callout
      actions={
        <>
          <CallButton verb="Call" />
          <CalendarFileButton token={link.token} />
        </>
      }
    >
      Online changes close {self_service_cutoff_hours} hours before an appointment. Please call us, we will
      find a way.
    </Callout>
  );
}
