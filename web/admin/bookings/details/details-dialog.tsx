import { useState } from 'react';
import type { AdminBookingDetails } from '../../../../src/contracts/bookings/admin-booking.ts';
import { ApiError } from '../../../api.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { Skeleton } from '../../../ui/loading/skeleton.tsx';
import { NARROW_PHONE, useMedia } from '../../../ui/use-media.ts';
import { useMay } from '../../data/role.ts';
import { topicOf } from '../../data/topics.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { HistorySection } from '../../history/history-section.tsx';
import { BOOKING_HISTORY } from '../../history/queries.ts';
import { AdminButton } from '../../ui/button.tsx';
import { ControlsOf } from '../../ui/controls-of.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useTimeText } from '../../ui/instant-text.ts';
import { RowMenu } from '../../ui/menu/row-menu.tsx';
import { FailedState } from '../../ui/states.tsx';
import type { BookingQuestion } from '../booking-question.ts';
import { customerName, whenText } from '../booking-text.ts';
import { abilitiesOf, isOpen } from '../commands.ts';
import { QuestionDialog } from '../dialogs/question-dialog.tsx';
import { useNewBooking } from '../new/use-new-booking.ts';
import { NoteDialog } from '../notes/note-dialog.tsx';
import { isUnrecorded, paymentAction } from '../payment-text.ts';
import { BOOKING } from '../queries.ts';
import { useConfirm } from '../use-confirm.ts';
import { useArrival } from '../visit/use-arrival.ts';
import { useNoShow } from '../visit/use-no-show.ts';
import { BookingDetails, moreClass } from './booking-details.tsx';
import { useBookingMessages } from './booking-messages.tsx';
import { TextMessages } from './text-messages.tsx';

/** One appointment, at its own address: its details, actions and history. */
export function DetailsDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: booking, error, reload } = useAdminQuery(BOOKING, id);
  const messages = useBookingMessages(id);
  const today = useSalonToday();
  const [question, setQuestion] = useState<BookingQuestion | null>(null);
  const [isNoting, setNoting] = useState(false);
  const { bookAgain } = useNewBooking();
  const may = useMay();
  const isOpenToday = booking && isOpen(booking) && booking.appointment_date === today;
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return (
    <Dialog
      title={booking && !isGone ? customerName(booking) : 'Appointment'}
      {...(booking && !isGone && { description: whenText(booking, today) })}
      width="roomy"
      onClose={onClose}
      footer={booking && !isGone && <Actions booking={booking} onAsk={setQuestion} />}
    >
      {isGone ? (
        <p>The booking was not found. It may have been removed.</p>
      ) : booking ? (
        <div className="space-y-5">
          <BookingDetails
            booking={booking}
            messages={messages}
            arrival={isOpenToday && !booking.walk_in && <Arrival booking={booking} />}
            texts={<TextMessages booking={booking} next={messages?.next_text ?? undefined} />}
            onCorrect={() => setQuestion({ about: 'contact', booking })}
            onChangeAmount={() => setQuestion({ about: 'complete', booking })}
            onHandOver={() => setQuestion({ about: 'hand-over', booking })}
            onChangeServices={() => setQuestion({ about: 'services', booking })}
            onNote={() => setNoting(true)}
          />
          <HistorySection query={BOOKING_HISTORY} id={id} />
          {may('desk') && (
            <div className="flex flex-wrap gap-x-5 gap-y-1">
              {booking.customer_name !== null && (
                <>
                  {(isOpen(booking) || isUnrecorded(booking)) && (
                    <More onClick={() => bookAgain(booking.id)}>Book again...</More>
                  )}
                  <More onClick={() => setQuestion({ about: 'customer', booking })}>Change Customer...</More>
                  <More onClick={() => setQuestion({ about: 'contact', booking })}>
                    {booking.walk_in ? 'Name, phone or email...' : 'Correct phone or email...'}
                  </More>
                </>
              )}
              <RowMenu
                label="More about this appointment"
                actions={[
                  ...(isOpenToday
                    ? [
                        {
                          label: 'Running late...',
                          onChoose: () => setQuestion({ about: 'late', booking }),
                        },
                      ]
                    : []),
                  {
                    label: 'Bookings from the same sender...',
                    onChoose: () => setQuestion({ about: 'same-source', booking }),
                  },
                ]}
              />
            </div>
          )}
        </div>
      ) : error ? (
        <FailedState what="The appointment couldn’t be loaded" error={error} onRetry={reload} />
      ) : (
        <div role="status" className="animate-late space-y-3">
          <span className="sr-only">Loading the appointment...</span>
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
          <Skeleton className="h-16" />
        </div>
      )}
      {booking && isNoting && <NoteDialog visit={booking} onClose={() => setNoting(false)} />}
      {question && (
        <QuestionDialog
          question={question}
          onAsk={setQuestion}
          onClose={() => setQuestion(null)}
          onDeleted={onClose}
        />
      )}
    </Dialog>
  );
}

/** Whether the customer is there, changed by one press. */
function Arrival({ booking }: { booking: AdminBookingDetails }) {
  const recordArrival = useArrival();
  const may = useMay();
  const timeText = useTimeText();
  const { arrived_at } = booking;
  return (
    <ControlsOf thing={topicOf('booking', booking.id)}>
      <span className="flex flex-wrap items-center gap-x-3">
        {arrived_at && `Since ${timeText(arrived_at)}`}
        {may('desk') && (
          <AdminButton isSmall onClick={() => recordArrival(booking)}>
            {arrived_at ? 'Not here yet' : 'Here'}
          </AdminButton>
        )}
      </span>
    </ControlsOf>
  );
}

/** The actions on an appointment that are rarely used. */
const More = (button: { onClick: () => void; children: string }) => (
  <button type="button" className={moreClass} {...button} />
);

/**
 * The actions on an appointment. The next step has the primary place, on a phone the first: confirming it, completing it, recording
 * what was paid, or booking it again. What can't be done any more stays there, disabled. Deleting it is farthest from what comes next.
 */
function Actions({
  booking,
  onAsk,
}: {
  booking: AdminBookingDetails;
  onAsk: (question: BookingQuestion) => void;
}) {
  const { confirm } = useConfirm();
  const markNoShow = useNoShow();
  const { bookAgain } = useNewBooking();
  const may = useMay();
  const { canConfirm, canMove, canCancel, canComplete, canBeNoShow, canReinstate, canBookAgain } =
    abilitiesOf(booking, may);
  const ask = (about: BookingQuestion['about']) => () => onAsk({ about, booking });
  const isPhone = useMedia(NARROW_PHONE);
  const isNextConfirm = canConfirm && !canComplete;
  const confirmButton = (
    <AdminButton
      look={isNextConfirm ? 'primary' : 'outline'}
      disabled={!canConfirm}
      onClick={() => confirm(booking)}
    >
      {booking.status === 'confirmed' ? 'Confirmed' : 'Confirm'}
    </AdminButton>
  );
  const next = isNextConfirm ? (
    confirmButton
  ) : isUnrecorded(booking) ? (
    <AdminButton look="primary" onClick={ask('complete')}>
      {paymentAction(booking)}
    </AdminButton>
  ) : canComplete ? (
    <AdminButton look="primary" onClick={ask('complete')}>
      Complete
    </AdminButton>
  ) : (
    canBookAgain && (
      <AdminButton look="primary" onClick={() => bookAgain(booking.id)}>
        Book again
      </AdminButton>
    )
  );
  const remove = may('owners') && (
    <AdminButton look="quiet" className="text-bad! sm:mr-auto" onClick={ask('delete')}>
      Delete
    </AdminButton>
  );
  return (
    <ControlsOf thing={topicOf('booking', booking.id)}>
      <div className="gap-2 max-sm:flex max-sm:w-full max-sm:flex-wrap max-sm:*:flex-auto max-[22rem]:*:px-2 sm:contents">
        {isPhone ? next && <div className="contents max-sm:*:basis-full">{next}</div> : remove}
        {canReinstate && <AdminButton onClick={ask('reinstate')}>Restore</AdminButton>}
        {canBeNoShow && <AdminButton onClick={() => markNoShow(booking)}>No-show</AdminButton>}
        {may('desk') && (
          <>
            <AdminButton disabled={!canCancel} onClick={ask('cancel')}>
              Cancel
            </AdminButton>
            <AdminButton disabled={!canMove} onClick={ask('reschedule')}>
              Reschedule
            </AdminButton>
            {!isNextConfirm && confirmButton}
          </>
        )}
        {isPhone ? remove : next}
      </div>
    </ControlsOf>
  );
}
