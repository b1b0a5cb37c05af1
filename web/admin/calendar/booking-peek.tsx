import { Phone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { AdminBookingDetails } from '../../../src/contracts/bookings/admin-booking.ts';
import type { CalendarBooking } from '../../../src/contracts/bookings/calendar.ts';
import type { SalonDate } from '../../../src/salon/salon-time.ts';
import { stylistWords } from '../../../src/salon/stylist-words.ts';
import { formatDuration } from '../../../src/salon/time-text.ts';
import { StatusBadge } from '../../salon/status-badge.tsx';
import { useSalonToday } from '../../salon/use-salon-today.ts';
import { telHref } from '../../ui/form/phone-text.ts';
import type { BookingQuestion } from '../bookings/booking-question.ts';
import { customerName, outsideWords } from '../bookings/booking-text.ts';
import { abilitiesOf } from '../bookings/commands.ts';
import { moreClass } from '../bookings/details/booking-details.tsx';
import {
  UndeliveredNote,
  useBookingMessages,
  WaitingMessages,
} from '../bookings/details/booking-messages.tsx';
import { CancellationNote } from '../bookings/details/cancellation-note.tsx';
import { QuestionDialog } from '../bookings/dialogs/question-dialog.tsx';
import { UnansweredWords, useUnanswered } from '../bookings/messages/unanswered.tsx';
import { useNewBooking } from '../bookings/new/use-new-booking.ts';
import { estimateText, totalText } from '../bookings/payment-text.ts';
import { BOOKING } from '../bookings/queries.ts';
import { useConfirm } from '../bookings/use-confirm.ts';
import { useNoShow } from '../bookings/visit/use-no-show.ts';
import { useMay } from '../data/role.ts';
import { stylistName } from '../data/stylist-name.ts';
import { topicOf } from '../data/topics.ts';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { AdminButton, adminButtonClass } from '../ui/button.tsx';
import { ControlsOf } from '../ui/controls-of.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { dayText } from '../ui/instant-text.ts';
import { timeRange } from '../ui/time-range.ts';
import { focusBooking } from './grid/focus-booking.ts';
import type { Mark } from './plan/differences.ts';

/** The main facts about an appointment, for staff at the desk, and what is done with it most. */
export function BookingPeek({
  booking,
  date,
  past,
  onClose,
}: {
  booking: CalendarBooking;
  date: SalonDate;
  /** Set for an appointment as it was. */
  past?: { readonly mark: Mark | undefined };
  onClose: () => void;
}) {
  const { customer_phone, services, notes, sms_consent, outside_hours, status } = booking;
  // Whether a message was delivered is known of now only.
  const messages = useBookingMessages(past ? null : booking.id);
  const { data: details, error } = useAdminQuery(BOOKING, past ? null : booking.id);
  const [question, setQuestion] = useState<BookingQuestion | null>(null);
  const may = useMay();
  const today = useSalonToday();
  const words = useUnanswered().get(booking.id);
  const unanswered = past ? undefined : words;
  return (
    <Dialog
      title={customerName(booking)}
      description={`${dayText(date, today)} · ${timeRange(booking)}`}
      footer={
        // All at once: a press on the first would else meet another that came to where it was.
        !booking.is_deleted &&
        (past || details || error) && (
          <>
            <Link to={`/admin/appointments/${booking.id}`} className={adminButtonClass('outline')}>
              {past ? 'Open appointment as it is now' : 'Open appointment'}
            </Link>
            {details && <Actions booking={details} onAsk={setQuestion} onConfirmed={onClose} />}
          </>
        )
      }
      width="roomy"
      onClose={onClose}
      onClosed={() => focusBooking(booking.id)}
    >
      <dl className="grid grid-cols-[6rem_1fr] items-baseline gap-x-4 gap-y-2">
        <Row label="Status">
          <StatusBadge status={status} compact />
          {outside_hours &&
            status !== 'cancelled' &&
            ` ${outsideWords(booking.stylist && stylistWords(booking.stylist))}`}
        </Row>
        {past?.mark && (
          <Row label="Now">
            <span className="font-medium text-info">{past.mark.words}</span>
          </Row>
        )}
        {booking.stylist && (
          <Row label="Stylist">
            {stylistName(booking.stylist)}
            {details && abilitiesOf(details, may).canHandOver && (
              <button
                type="button"
                onClick={() => setQuestion({ about: 'hand-over', booking: details })}
                className={`block ${moreClass}`}
              >
                Hand over...
              </button>
            )}
          </Row>
        )}
        {customer_phone && (
          <Row label="Phone">
            <a
              href={telHref(customer_phone)}
              className="inline-flex min-h-6 items-center gap-1.5 underline decoration-brass underline-offset-4 pointer-coarse:min-h-11"
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
          {details && abilitiesOf(details, may).canMove && (
            <button
              type="button"
              onClick={() => setQuestion({ about: 'services', booking: details })}
              className={moreClass}
            >
              Change services
            </button>
          )}
        </Row>
        <Row label="Amount">
          {[estimateText(booking), totalText(details ?? booking)].filter(Boolean).join(' · ')}
        </Row>
        <Row label="Texts">
          {sms_consent ? 'Agreed' : 'Not wanted'}
          <UndeliveredNote messages={messages} channel="sms" />
          <UndeliveredNote messages={messages} channel="email" />
        </Row>
        {unanswered && (
          <Row label="They wrote">
            <UnansweredWords message={unanswered} />
          </Row>
        )}
        {messages && messages.waiting.length > 0 && (
          <Row label="Not told yet">
            <WaitingMessages waiting={messages.waiting} />
          </Row>
        )}
        {notes && (
          <Row label="Notes">
            <span className="wrap-anywhere whitespace-pre-line">{notes}</span>
          </Row>
        )}
        {details?.customer_notes && (
          <Row label="Customer notes">
            <span className="wrap-anywhere whitespace-pre-line">{details.customer_notes}</span>
          </Row>
        )}
        {status === 'cancelled' && details?.cancellation && (
          <Row label="Cancelled">
            <CancellationNote booking={details} />
          </Row>
        )}
      </dl>
      {question && (
        <QuestionDialog question={question} onAsk={setQuestion} onClose={() => setQuestion(null)} />
      )}
    </Dialog>
  );
}

function Actions({
  booking,
  onAsk,
  onConfirmed,
}: {
  booking: AdminBookingDetails;
  onAsk: (question: BookingQuestion) => void;
  onConfirmed: () => void;
}) {
  const { canConfirm, canMove, canCancel, canComplete, canBeNoShow, canBookAgain } = abilitiesOf(
    booking,
    useMay(),
  );
  const { confirm } = useConfirm();
  const markNoShow = useNoShow();
  const { bookAgain } = useNewBooking();
  return (
    <ControlsOf thing={topicOf('booking', booking.id)}>
      {canCancel && (
        <AdminButton onClick={() => onAsk({ about: 'cancel', booking })}>Cancel appointment</AdminButton>
      )}
      {canBeNoShow && <AdminButton onClick={() => markNoShow(booking)}>No-show</AdminButton>}
      {canMove && <AdminButton onClick={() => onAsk({ about: 'reschedule', booking })}>Move</AdminButton>}
      {canConfirm && (
        <AdminButton
          look={canComplete ? 'outline' : 'primary'}
          onClick={() => confirm(booking).then(onConfirmed)}
        >
          Confirm
        </AdminButton>
      )}
      {canComplete && (
        <AdminButton look="primary" onClick={() => onAsk({ about: 'complete', booking })}>
          Complete...
        </AdminButton>
      )}
      {canBookAgain && (
        <AdminButton look="primary" onClick={() => bookAgain(booking.id)}>
          Book again
        </AdminButton>
      )}
    </ControlsOf>
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
