import { CircleCheck, DoorOpen, Phone, UserX } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import type { MessageChannel } from '../../../../src/contracts/messages/message-words.ts';
import type { AdminMessage } from '../../../../src/contracts/messages/messages.ts';
import { formatDuration, formatTime, minutesOf } from '../../../../src/salon/time-text.ts';
import type { SalonNow } from '../../../salon/use-salon-now.ts';
import { telHref } from '../../../ui/form/phone-text.ts';
import { isHere } from '../../bookings/arrivals.ts';
import { BookingIcons } from '../../bookings/booking-icons.tsx';
import { customerName, servicesText } from '../../bookings/booking-text.ts';
import { UnansweredWords } from '../../bookings/messages/unanswered.tsx';
import { isUnrecorded } from '../../bookings/payment-text.ts';
import { STATUS_STYLES } from '../../bookings/status-style.ts';
import { useIsFresh } from '../../data/live/live-store.ts';
import { topicOf } from '../../data/topics.ts';
import { AdminButton } from '../../ui/button.tsx';
import { quietLinkClass } from '../../ui/quiet-link.ts';
import { rowLinkClass } from '../../ui/table/row-link.ts';
import { NowMark } from './now-line.tsx';

/** On a narrow phone two buttons are side by side without their icons. */
const buttonClass = 'max-[22rem]:px-2 max-[22rem]:[&>svg]:hidden';
/** The minutes after the end of a visit in which it may still make others wait. */
const LATE_WITHIN = 60;

/** Once a visit is under way, Here goes as soon as it was pressed, and the focus goes on to Done: never to No-show, which asks nothing. */
const passFocusOn = (here: HTMLButtonElement) => () => {
  if (document.activeElement !== here) return;
  const buttons = here.parentElement;
  // Once the rest of the row is as it will be.
  queueMicrotask(() => buttons?.querySelector<HTMLElement>('button:last-of-type')?.focus());
};

/** An appointment of today. From its start on it can be completed, or by one press marked as a no-show. */
export function BookingRow({
  booking,
  clock,
  isNext,
  isAwaited,
  undelivered,
  unanswered,
  late,
  onLate,
  onComplete,
  onNoShow,
  onArrival,
}: {
  booking: AdminBooking;
  clock: SalonNow;
  isNext: boolean;
  /** Whether the arrivals of this day are recorded, but this one isn't. */
  isAwaited: boolean;
  undelivered: MessageChannel | undefined;
  /** The customer's last text, if nobody has answered it. */
  unanswered: AdminMessage | undefined;
  /** How late the customer was told that we are. */
  late: string | undefined;
  onLate: (booking: AdminBooking) => void;
  onComplete: (booking: AdminBooking) => void;
  onNoShow: (booking: AdminBooking) => void;
  onArrival: (booking: AdminBooking) => void;
}) {
  const { id, status, appointment_time, duration, customer_phone } = booking;
  const start = minutesOf(appointment_time);
  const share = (clock.minute - start) / duration;
  const isNow = share >= 0 && share < 1;
  /** The line of the time would strike through these words. */
  const coversLine = isNow ? '[background:inherit]' : '';
  const isOpen = status !== 'completed';
  /** A visit that has begun is completed once its customer is here, or when its time is over. */
  const isExpected = isAwaited && isNow;
  const isFresh = useIsFresh(topicOf('booking', id));
  const { look, style } = STATUS_STYLES[status];
  const name = customerName(booking);
  return (
    <div
      style={style}
      className={`relative isolate flex flex-wrap items-start gap-x-3 gap-y-1.5 rounded-md border-l-3 px-3 py-2 hover:brightness-97 ${look} ${isFresh ? 'ring-2 ring-gold ring-inset' : ''}`}
    >
      {isNow && <NowMark share={share} />}
      <span className={`shrink-0 tabular-nums sm:w-24 ${coversLine}`}>
        {appointment_time}
        {isNow && <span className="block text-xs font-medium">Now {formatTime(clock.minute)}</span>}
      </span>
      <span className={`min-w-0 flex-1 max-sm:order-1 max-sm:basis-full ${coversLine}`}>
        <Link to={`/admin?appointment=${id}`} className={`font-semibold wrap-anywhere ${rowLinkClass}`}>
          {name}
        </Link>
        <BookingIcons booking={booking} undelivered={undelivered} />
        <span className="block text-xs text-stone">
          {servicesText(booking)} · {formatDuration(duration)}
          {late && <span className="text-warn"> · {late}</span>}
        </span>
      </span>
      <span className={`shrink-0 text-right text-xs max-sm:ml-auto sm:max-w-28 sm:leading-5 ${coversLine}`}>
        {isNext ? (
          <span className="font-semibold">Next, in {formatDuration(start - clock.minute)}</span>
        ) : isExpected && status === 'confirmed' ? (
          <span className="font-semibold text-warn">Not here yet</span>
        ) : isNow && status === 'confirmed' ? (
          <span className="font-semibold">In the chair until {formatTime(start + duration)}</span>
        ) : (
          <span className="inline-block text-stone first-letter:uppercase">{status}</span>
        )}
        {isNext && status === 'pending' && <span className="block text-stone">Pending</span>}
        {isUnrecorded(booking) && (
          <button
            type="button"
            aria-label={`Payment not recorded: ${name}`}
            onClick={() => onComplete(booking)}
            className={`relative underline decoration-brass ${quietLinkClass}`}
          >
            Payment not recorded
          </button>
        )}
      </span>
      {unanswered && (
        <span className="w-full max-sm:order-1">
          <UnansweredWords message={unanswered} />
        </span>
      )}
      {isOpen && (
        <span
          className={`relative flex w-full flex-wrap items-center justify-end gap-1.5 empty:hidden max-sm:order-1 ${share < 0 ? 'sm:-my-1.5 sm:w-auto' : ''}`}
        >
          {customer_phone && (
            <a
              href={telHref(customer_phone)}
              aria-label={`Call ${name}, ${customer_phone}`}
              className="mr-auto inline-flex min-h-8 min-w-6 items-center gap-1.5 text-xs text-stone tabular-nums underline-offset-4 hover:text-ink hover:underline pointer-coarse:min-h-11 pointer-coarse:min-w-11"
            >
              <Phone aria-hidden="true" className="size-3.5" />
              <span className={share < 0 ? '' : 'max-sm:hidden'}>{customer_phone}</span>
            </a>
          )}
          {share >= 0 && clock.minute < start + duration + LATE_WITHIN && (
            <button
              type="button"
              aria-label={`Running late: ${name}`}
              onClick={() => onLate(booking)}
              className={`px-1 ${quietLinkClass}`}
            >
              <span className="sm:hidden">Late</span>
              <span className="max-sm:hidden">Running late</span>
            </button>
          )}
          {(share < 0 || !isHere(booking)) && (
            <AdminButton
              isSmall
              aria-label={`Here: ${name}`}
              aria-pressed={isHere(booking)}
              ref={passFocusOn}
              className={`${buttonClass} ${share < 0 || isExpected ? '' : 'max-sm:hidden'}`}
              onClick={() => onArrival(booking)}
            >
              <DoorOpen aria-hidden="true" className="size-3.5" />
              Here
            </AdminButton>
          )}
          {share >= 0 && (
            <>
              <AdminButton
                isSmall
                aria-label={`No-show: ${name}`}
                className={buttonClass}
                onClick={() => onNoShow(booking)}
              >
                <UserX aria-hidden="true" className="size-3.5" />
                No-show
              </AdminButton>
              <AdminButton
                isSmall
                aria-label={`Done...: ${name}`}
                className={`${buttonClass} ${isExpected ? 'max-sm:hidden' : ''}`}
                onClick={() => onComplete(booking)}
              >
                <CircleCheck aria-hidden="true" className="size-3.5" />
                Done...
              </AdminButton>
            </>
          )}
        </span>
      )}
    </div>
  );
}
