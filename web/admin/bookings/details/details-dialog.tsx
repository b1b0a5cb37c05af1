import { useState } from 'react';
import type { AdminBookingDetails } from '../../../../src/contracts/bookings/admin-booking.ts';
import { ApiError } from '../../../api.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { Skeleton } from '../../../ui/loading/skeleton.tsx';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { HistorySection } from '../../history/history-section.tsx';
import { BOOKING_HISTORY } from '../../history/queries.ts';
import { AdminButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FailedState } from '../../ui/states.tsx';
import type { BookingQuestion } from '../booking-question.ts';
import { customerName, whenText } from '../booking-text.ts';
import { abilitiesOf } from '../commands.ts';
import { QuestionDialog } from '../dialogs/question-dialog.tsx';
import { BOOKING } from '../queries.ts';
import { useConfirm } from '../use-confirm.ts';
import { BookingFacts, moreClass } from './booking-facts.tsx';
import { useBookingMessages } from './booking-messages.tsx';
import { TextMessages } from './text-messages.tsx';

/** One appointment, at its own address: its details, actions and history. */
export function DetailsDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: booking, error, reload } = useAdminQuery(BOOKING, id);
  const messages = useBookingMessages(id);
  const today = useSalonToday();
  const [question, setQuestion] = useState<BookingQuestion | null>(null);
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return (
    <Dialog
      title={booking && !isGone ? customerName(booking) : 'Appointment'}
      {...(booking && !isGone && { description: whenText(booking, today) })}
      onClose={onClose}
      footer={booking && !isGone && <Actions booking={booking} onAsk={setQuestion} />}
    >
      {isGone ? (
        <p>The booking was not found. It may have been removed.</p>
      ) : booking ? (
        <div className="space-y-5">
          <BookingFacts
            booking={booking}
            messages={messages}
            texts={<TextMessages booking={booking} next={messages?.next_text ?? undefined} />}
            onCorrect={() => setQuestion({ about: 'contact', booking })}
          />
          <HistorySection query={BOOKING_HISTORY} id={id} />
          <div className="flex flex-wrap gap-x-5 gap-y-1">
            {booking.customer_name !== null && (
              <>
                <button
                  type="button"
                  onClick={() => setQuestion({ about: 'customer', booking })}
                  className={moreClass}
                >
                  Change Customer...
                </button>
                <button
                  type="button"
                  onClick={() => setQuestion({ about: 'contact', booking })}
                  className={moreClass}
                >
                  Correct phone or email...
                </button>
              </>
            )}
            <button
              type="button"
              onClick={() => setQuestion({ about: 'same-source', booking })}
              className={moreClass}
            >
              Bookings from the same sender...
            </button>
          </div>
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

function Actions({
  booking,
  onAsk,
}: {
  booking: AdminBookingDetails;
  onAsk: (question: BookingQuestion) => void;
}) {
  const { canConfirm, canMove, canCancel, canComplete, canChangeAmount, canReinstate } = abilitiesOf(booking);
  const { confirm } = useConfirm();
  const ask = (about: BookingQuestion['about']) => () => onAsk({ about, booking });
  // On a phone, four buttons are two rows of two: with three in a row, the last would be alone in its row.
  const isFour = !canReinstate && !canComplete && !canChangeAmount;
  return (
    <div
      className={`gap-2 max-sm:w-full sm:contents ${isFour ? 'grid grid-cols-2' : 'flex flex-wrap max-sm:*:flex-1'}`}
    >
      <AdminButton look="quiet" className="text-bad! sm:mr-auto" onClick={ask('delete')}>
        Delete
      </AdminButton>
      {canReinstate && <AdminButton onClick={ask('reinstate')}>Restore</AdminButton>}
      <AdminButton disabled={!canCancel} onClick={ask('cancel')}>
        Cancel
      </AdminButton>
      <AdminButton disabled={!canMove} onClick={ask('reschedule')}>
        Reschedule
      </AdminButton>
      {canComplete && <AdminButton onClick={ask('complete')}>Complete</AdminButton>}
      {canChangeAmount && <AdminButton onClick={ask('complete')}>Change Amount</AdminButton>}
      <AdminButton
        look={canConfirm ? 'primary' : 'outline'}
        disabled={!canConfirm}
        onClick={() => confirm(booking)}
      >
        {booking.status === 'confirmed' ? 'Confirmed' : 'Confirm'}
      </AdminButton>
    </div>
  );
}
