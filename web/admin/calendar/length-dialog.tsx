import { TriangleAlert } from 'lucide-react';
import type { CalendarBooking } from '../../../src/contracts/bookings/calendar.ts';
import type { SalonDate } from '../../../src/salon/salon-time.ts';
import { stylistWords } from '../../../src/salon/stylist-words.ts';
import { formatTime, type Minutes } from '../../../src/salon/time-text.ts';
import { useSalonNow } from '../../salon/use-salon-now.ts';
import { customerName, outsideWords, servicesText } from '../bookings/booking-text.ts';
import { CHANGE_LENGTH } from '../bookings/commands.ts';
import { useToldChange } from '../bookings/dialogs/use-told-change.ts';
import { InTheWayNote } from '../bookings/in-the-way.tsx';
import { BEGUN, differenceText } from '../bookings/length/length-text.ts';
import { useRoomText } from '../bookings/length/use-room.ts';
import { AdminButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { timeRange } from '../ui/time-range.ts';
import { focusBooking } from './grid/focus-booking.ts';
import { overOn } from './plan/columns.ts';

/** An end that was dropped somewhere and isn't saved yet. */
export interface NewEnd {
  readonly booking: CalendarBooking;
  readonly date: SalonDate;
  readonly end: Minutes;
  readonly isOutsideHours: boolean;
}

/** Asks before an end that was dragged is saved, and how the customer is told. */
export function LengthDialog({
  change: { booking, date, end, isOutsideHours },
  onSend,
  onClose,
}: {
  change: NewEnd;
  onSend: (end: Minutes) => void;
  onClose: () => void;
}) {
  const now = useSalonNow();
  const room = useRoomText(booking, date, booking.end);
  const hasBegun = booking.start <= overOn(date, now);
  const { submit, busy, conflict, inTheWay, told, leave, block, question } = useToldChange({
    command: CHANGE_LENGTH,
    booking: { ...booking, appointment_date: date, appointment_time: formatTime(booking.start) },
    proposed: hasBegun ? null : { id: booking.id, kind: 'changed', end_time: formatTime(end) },
    title: 'Length changed',
    text: (input) => `Ends ${formatTime(input.end)}, ${differenceText(input.end, booking.end)}.`,
    failed: 'Failed to change the end',
    onClose,
  });
  function save(until: Minutes) {
    onSend(until);
    void submit({ id: booking.id, end: until, ...(hasBegun ? { message: null } : told) });
  }
  return (
    <Dialog
      title={`End ${customerName(booking)}’s appointment at ${formatTime(end)}?`}
      description={`Now ${timeRange(booking)} · ${servicesText(booking)}`}
      width="narrow"
      onClose={leave}
      onClosed={() => focusBooking(booking.id)}
      footer={
        <>
          <AdminButton busy={busy} onClick={leave}>
            Keep {formatTime(booking.end)}
          </AdminButton>
          <AdminButton look="primary" busy={busy} onClick={() => save(end)}>
            {busy ? 'Saving...' : `End at ${formatTime(end)}`}
          </AdminButton>
        </>
      }
    >
      <div className="space-y-4">
        {conflict}
        {inTheWay && <InTheWayNote inTheWay={inTheWay} presentEnd={booking.end} onUntil={save} />}
        {isOutsideHours && (
          <p className="flex items-center gap-2 rounded-md bg-warn-tint px-3 py-2 text-warn">
            <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
            This is {outsideWords(booking.stylist && stylistWords(booking.stylist))}.
          </p>
        )}
        <p className="text-stone">
          {formatTime(booking.start)} – {formatTime(end)}, {differenceText(end, booking.end)}
        </p>
        {room && <p className="text-stone">{room}</p>}
        {hasBegun ? <p className="text-stone">{BEGUN}</p> : block}
      </div>
      {question}
    </Dialog>
  );
}
