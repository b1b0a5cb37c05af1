import { TriangleAlert } from 'lucide-react';
import { stylistWords } from '../../../src/salon/stylist-words.ts';
import { formatDuration, formatTime, minutesOf } from '../../../src/salon/time-text.ts';
import { useSalonToday } from '../../salon/use-salon-today.ts';
import { Callout } from '../../ui/callout.tsx';
import { customerName, outsideWords, servicesText, shortWhen, whenText } from '../bookings/booking-text.ts';
import { RESCHEDULE_BOOKING } from '../bookings/commands.ts';
import { rescheduledWords } from '../bookings/dialogs/rescheduled-words.ts';
import { useToldChange } from '../bookings/dialogs/use-told-change.ts';
import { notDoneText } from '../bookings/stylists/done-by.ts';
import { StylistField } from '../bookings/stylists/stylist-field.tsx';
import { NearestTimes, reasonsForStaff, reasonsText, WHY_NOT } from '../bookings/times/why-not.tsx';
import { stylistName } from '../data/stylist-name.ts';
import { useTeam } from '../data/team.ts';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { AdminButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { focusBooking } from './grid/focus-booking.ts';
import { startText } from './plan/calendar-text.ts';
import type { Move } from './use-moves.ts';

/**
 * Asks before a move is saved, and whether to text the customer. It can be left while the move is under way, since the calendar shows the
 * appointment at its new time, and another can be moved meanwhile.
 */
export function MoveDialog({
  move,
  isOutsideHours,
  onSend,
  onMoveTo,
  onClose,
}: {
  move: Move;
  isOutsideHours: boolean;
  onSend: () => void;
  /** Asks about another time instead, if this one was refused. */
  onMoveTo: (move: Move) => void;
  onClose: () => void;
}) {
  const { booking, to, from } = move;
  const today = useSalonToday();
  const { stylists } = useTeam();
  const doer = move.stylist ?? booking.stylist;
  const time = formatTime(to.start);
  /** `from Ann to Bea`, if it is handed over. */
  const handOver =
    move.stylist && `from ${stylistName(booking.stylist ?? { name: null })} to ${stylistName(move.stylist)}`;
  const isSameTime = to.date === from.date && to.start === from.start;
  const verb = handOver && isSameTime ? 'Hand over' : 'Move';
  const where =
    isSameTime && handOver
      ? handOver
      : `to ${startText(to.date, to.start, today)}${handOver ? `, ${handOver}` : ''}`;
  const { submit, busy, conflict, seen, refused, told, leave, block, question } = useToldChange({
    command: RESCHEDULE_BOOKING,
    booking: {
      ...booking,
      appointment_date: move.from.date,
      appointment_time: formatTime(move.from.start),
    },
    proposed: {
      id: booking.id,
      kind: 'rescheduled',
      date: to.date,
      time,
      ...(to.stylistId && { stylist_id: to.stylistId }),
    },
    ...rescheduledWords({
      date: to.date,
      time,
      stylist: move.stylist && stylistName(move.stylist),
      isSameTime,
    }),
    failed: 'Failed to reschedule booking',
    onClose,
  });
  const asked = refused &&
    refused.stylist_id === to.stylistId && {
      date: refused.date,
      time: refused.time,
      bookingId: booking.id,
      stylistId: to.stylistId,
    };
  const { data: why } = useAdminQuery(WHY_NOT, asked || null);
  const reasons = reasonsText(reasonsForStaff(why));
  function save() {
    onSend();
    return submit({
      id: booking.id,
      date: to.date,
      time,
      ...(to.stylistId !== undefined && { stylist_id: to.stylistId }),
      ...told,
    });
  }
  return (
    <Dialog
      title={`${verb} ${customerName(booking)} ${where}?`}
      description={`Now ${whenText(seen, today)} · ${servicesText(booking)}, ${formatDuration(booking.end - booking.start)}`}
      width="narrow"
      onClose={leave}
      onClosed={() => focusBooking(booking.id)}
      footer={
        <>
          <AdminButton busy={busy} onClick={leave}>
            Keep{' '}
            {isSameTime && booking.stylist
              ? stylistName(booking.stylist)
              : shortWhen(seen.appointment_date, seen.appointment_time)}
          </AdminButton>
          <AdminButton look="primary" busy={busy} onClick={save}>
            {busy
              ? 'Moving...'
              : told.tell
                ? `${verb} and tell the customer`
                : isSameTime && move.stylist
                  ? `Hand over to ${stylistName(move.stylist)}`
                  : `Move to ${shortWhen(to.date, time)}`}
          </AdminButton>
        </>
      }
    >
      <div className="space-y-4">
        {conflict}
        {why && reasons && (
          <Callout
            tone="error"
            actions={
              <NearestTimes
                nearest={why.nearest}
                date={to.date}
                time={time}
                onChoose={(date, time) => onMoveTo({ ...move, to: { ...to, date, start: minutesOf(time) } })}
              />
            }
          >
            {reasons}
          </Callout>
        )}
        <StylistField
          label="Stylist"
          value={to.stylistId ?? ''}
          except={booking.stylist?.id}
          noteOf={(one) => notDoneText(one, booking.services)}
          onChange={({ target }) => {
            const stylist = stylists.find(({ id }) => id === target.value);
            onMoveTo({ ...move, stylist, to: { ...to, stylistId: stylist?.id } });
          }}
        >
          {/* Where the time stays, it is handed over to somebody. */}
          {!isSameTime && booking.stylist && (
            <option value="">Stays with {stylistName(booking.stylist)}</option>
          )}
        </StylistField>
        {isOutsideHours && (
          <p className="flex items-center gap-2 rounded-md bg-warn-tint px-3 py-2 text-warn">
            <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
            This is {outsideWords(doer && stylistWords(doer))}.
          </p>
        )}
        {block}
      </div>
      {question}
    </Dialog>
  );
}
