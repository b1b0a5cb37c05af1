import type { ComponentProps } from 'react';
import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import type { SalonNow } from '../../../salon/use-salon-now.ts';
import { areArrivalsRecorded, isHere } from '../../bookings/arrivals.ts';
import type { BookingQuestion } from '../../bookings/booking-question.ts';
import { followersOf } from '../../bookings/late/followers.ts';
import { LATE_MINUTES, lateText, useLate } from '../../bookings/late/use-late.ts';
import { useUnanswered } from '../../bookings/messages/unanswered.tsx';
import { useUndelivered } from '../../bookings/messages/use-undelivered.ts';
import { useArrival } from '../../bookings/visit/use-arrival.ts';
import { useNoShow } from '../../bookings/visit/use-no-show.ts';
import { topicOf } from '../../data/topics.ts';
import { ControlsOf } from '../../ui/controls-of.tsx';
import { BookingRow } from './booking-row.tsx';
import { nextOfEach } from './now-and-next.ts';

/** Shows appointments of today, each with what is known of it and what can be done. */
export function useTodayRows(
  bookings: readonly AdminBooking[],
  clock: SalonNow,
  onAsk: (question: BookingQuestion) => void,
) {
  const undelivered = useUndelivered();
  const unanswered = useUnanswered();
  const late = useLate();
  const markNoShow = useNoShow();
  const recordArrival = useArrival();
  const areRecorded = areArrivalsRecorded(bookings);
  /** Nobody who walked in is late; those who follow may have to wait. */
  const mayBeLate = (booking: AdminBooking) =>
    !booking.walk_in || followersOf(booking, bookings, Math.max(...LATE_MINUTES)).length > 0;
  const next = nextOfEach(bookings, clock.minute);
  return (booking: AdminBooking, look?: ComponentProps<typeof BookingRow>['look']) => {
    const { id } = booking;
    const told = late.get(id);
    return (
      <ControlsOf thing={topicOf('booking', id)}>
        <BookingRow
          look={look}
          booking={booking}
          clock={clock}
          isNext={next.includes(booking)}
          isAwaited={areRecorded && !isHere(booking)}
          undelivered={undelivered.get(id)}
          unanswered={unanswered.get(id)}
          late={told && lateText(told)}
          onLate={mayBeLate(booking) ? () => onAsk({ about: 'late', booking }) : undefined}
          onComplete={() => onAsk({ about: 'complete', booking })}
          onNoShow={markNoShow}
          onArrival={recordArrival}
        />
      </ControlsOf>
    );
  };
}
