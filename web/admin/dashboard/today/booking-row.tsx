import { CircleCheck, DoorOpen, Phone, StickyNote, UserX } from 'lucide-react';
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
import { stylistName } from '../../data/stylist-name.ts';
import { topicOf } from '../../data/topics.ts';
import { AdminButton } from '../../ui/button.tsx';
import { quietLinkClass } from '../../ui/quiet-link.ts';
import { rowLinkClass } from '../../ui/table/row-link.ts';
import { isUnderWay } from './now-and-next.ts';
import { NowMark } from './now-line.tsx';

/** On a narrow phone two buttons are side by side without their icons. */
const rowButtonClass = 'max-[22rem]:px-2 max-[22rem]:[&>svg]:hidden';
/** A card has the telephone number, too, so its buttons are without icons on any phone. */
const cardButtonClass = 'max-sm:px-2 max-sm:[&>svg]:hidden';

/** Once a visit is under way, Here goes as soon as it was pressed, and the focus goes on to Done: never to No-show, which asks nothing. */
const passFocusOn = (here: HTMLButtonElement) => () => {
  if (document.activeElement !== here) return;
  const buttons = here.parentElement;
  // Once the rest of the row is as it will be.
  queueMicrotask(() => buttons?.querySelector<HTMLElement>('button:last-of-type')?.focus());
};

/**
 * An appointment of today. From its start on it can be completed, or by one press marked as a no-show. A card has its note in full; a bare
 * row has no more than what and who, since its card stands above the list.
 */
export function BookingRow({
  look = 'row',
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
  look?: 'row' | 'card' | 'bare' | undefined;
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
  /** Left out where nobody has to wait for a walk-in. */
  onLate: ((booking: AdminBooking) => void) | undefined;
  onComplete: (booking: AdminBooking) => void;
  onNoShow: (booking: AdminBooking) => void;
  onArrival: (booking: AdminBooking) => void;
}) {
  const { id, status, appointment_time, duration, customer_phone, notes } = booking;
  const isCard = look === 'card';
  const start = minutesOf(appointment_time);
  const share = (clock.minute - start) / duration;
  const isNow = share >= 0 && share < 1;
  const hasLine = isNow && !isCard;
  const isOpen = status !== 'completed';
  const isOverdue = isUnderWay(booking, clock.minute) && !isNow;
  /** A visit that has begun is completed once its customer is here, or when its time is over. */
  const isExpected = isAwaited && isNow;
  const isFresh = useIsFresh(topicOf('booking', id));
  const { look: statusClass, style } = STATUS_STYLES[status];
  const name = customerName(booking);
  const buttonClass = isCard ? cardButtonClass : rowButtonClass;
  return (
    <div
      style={style}
      className={`relative isolate flex flex-wrap items-start gap-x-3 rounded-md border-l-3 px-3 hover:brightness-97 ${isCard ? 'gap-y-1 py-1.5' : 'gap-y-1.5 py-2'} ${statusClass} ${isFresh ? 'ring-2 ring-gold ring-inset' : ''}`}
    >
      {hasLine && <NowMark share={share} />}
      <span className="shrink-0 tabular-nums sm:w-24">
        {appointment_time}
        {hasLine && <span className="block text-xs font-medium">Now {formatTime(clock.minute)}</span>}
      </span>
      <span className="min-w-0 flex-1 max-sm:order-1 max-sm:basis-full">
        <Link to={`/admin?appointment=${id}`} className={`font-semibold wrap-anywhere ${rowLinkClass}`}>
          {name}
        </Link>
        <BookingIcons booking={isCard ? { ...booking, notes: null } : booking} undelivered={undelivered} />
        <span className="block text-xs text-stone">
          {servicesText(booking)} · {formatDuration(duration)}
          {booking.stylist && ` · with ${stylistName(booking.stylist)}`}
          {late && <span className="text-warn"> · {late}</span>}
        </span>
        {isCard && notes && (
          <span
            className={`mt-0.5 flex gap-1.5 text-xs ${share < 0 ? '' : '[@media(max-height:40rem)]:hidden'}`}
          >
            <StickyNote aria-hidden="true" className="mt-px size-3.5 shrink-0 text-stone" />
            <span className="line-clamp-2 wrap-anywhere [@media(max-height:40rem)]:line-clamp-1">
              <span className="sr-only">Note: </span>
              {notes}
            </span>
          </span>
        )}
      </span>
      {look !== 'bare' && (
        <span className="shrink-0 text-right text-xs max-sm:ml-auto sm:max-w-36 sm:leading-5">
          {isNext ? (
            <span className="font-semibold">Next, in {formatDuration(start - clock.minute)}</span>
          ) : isExpected && status === 'confirmed' ? (
            <span className="font-semibold text-warn">Not here yet</span>
          ) : isNow && status === 'confirmed' ? (
            <span className="font-semibold">In the chair until {formatTime(start + duration)}</span>
          ) : isOverdue && status === 'confirmed' ? (
            <span className="font-semibold">Was to end at {formatTime(start + duration)}</span>
          ) : (
            <span className="inline-block text-stone first-letter:uppercase">{status}</span>
          )}
          {isNext && status === 'pending' && (
            <span className="text-stone max-sm:before:content-['_·_'] sm:block">Pending</span>
          )}
          {isUnrecorded(booking) && (
            <button
              type="button"
              aria-label={`Payment not recorded: ${name}`}
              onClick={() => onComplete(booking)}
              className={`relative underline decoration-brass max-sm:ml-1.5 pointer-coarse:-my-3 ${quietLinkClass}`}
            >
              Payment not recorded
            </button>
          )}
        </span>
      )}
      {unanswered && look !== 'bare' && (
        <span className="w-full max-sm:order-1">
          <UnansweredWords message={unanswered} />
        </span>
      )}
      {isOpen && look !== 'bare' && (
        <span
          className={`relative flex w-full flex-wrap items-center justify-end gap-1.5 empty:hidden max-sm:order-1 ${share < 0 && !unanswered ? 'sm:-my-1.5 sm:w-auto' : ''}`}
        >
          {customer_phone && (
            <a
              href={telHref(customer_phone)}
              aria-label={`Call ${name}, ${customer_phone}`}
              className={`mr-auto inline-flex min-h-8 min-w-6 items-center gap-1.5 text-xs tabular-nums underline-offset-4 hover:text-ink hover:underline pointer-coarse:min-h-11 pointer-coarse:min-w-11 ${isCard ? '' : 'text-stone'}`}
            >
              <Phone aria-hidden="true" className="size-3.5" />
              <span className={share < 0 ? '' : isCard ? 'max-[22rem]:hidden' : 'max-sm:hidden'}>
                {customer_phone}
              </span>
            </a>
          )}
          {onLate && isUnderWay(booking, clock.minute) && (
            <AdminButton
              isSmall
              aria-label={`Running late: ${name}`}
              className={buttonClass}
              onClick={() => onLate(booking)}
            >
              <span className="sm:hidden">Late</span>
              <span className="max-sm:hidden">Running late</span>
            </AdminButton>
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
              {!booking.walk_in && (
                <AdminButton
                  isSmall
                  aria-label={`No-show: ${name}`}
                  className={buttonClass}
                  onClick={() => onNoShow(booking)}
                >
                  <UserX aria-hidden="true" className="size-3.5" />
                  No-show
                </AdminButton>
              )}
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
