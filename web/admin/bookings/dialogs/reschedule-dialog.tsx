import { useRef, useState } from 'react';
import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import { PROBLEMS } from '../../../../src/contracts/problem.ts';
import { formatDate } from '../../../../src/salon/date-text.ts';
import { isSalonDate, lastBookableDate, type SalonDate } from '../../../../src/salon/salon-time.ts';
import { formatDuration } from '../../../../src/salon/time-text.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { AdminButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { AdminField } from '../../ui/form/field.tsx';
import { showErrors } from '../../ui/form/show-errors.ts';
import { type AfterChange, isOpenAfter, timesAfter } from '../after-change.ts';
import { customerName, shortWhen, whenText } from '../booking-text.ts';
import { RESCHEDULE_BOOKING } from '../commands.ts';
import { BOOKING_TIMES } from '../queries.ts';
import { NextFreeDay } from '../times/next-free-day.tsx';
import { dayProblem, hasFreeTime, TimeChoice } from '../times/time-choice.tsx';
import { isRefused, useWhyNot } from '../times/why-not.tsx';
import { useToldChange } from './use-told-change.ts';

/** Moves an appointment to another day or time. The toast can undo it for a while. */
export function RescheduleDialog({
  booking,
  after,
  onClose,
}: {
  booking: AdminBooking;
  after: AfterChange | undefined;
  onClose: () => void;
}) {
  const today = useSalonToday();
  const last = lastBookableDate(today);
  const [date, setDate] = useState(booking.appointment_date < today ? today : booking.appointment_date);
  const [time, setTime] = useState('');
  const isReady = isSalonDate(date) && date >= today && date <= last;
  const loaded = useAdminQuery(BOOKING_TIMES, isReady ? { id: booking.id, date } : null);
  const times = after && loaded.data ? timesAfter(loaded.data, after) : loaded.data;
  const own = date === booking.appointment_date ? booking.appointment_time : undefined;
  const choose = (day: string) => {
    setDate(day);
    setTime('');
  };
  const { submit, busy, conflict, refused, told, leave, block, question } = useToldChange({
    command: RESCHEDULE_BOOKING,
    booking,
    proposed: isReady && time !== '' ? { id: booking.id, kind: 'rescheduled', date, time } : null,
    title: 'Appointment Rescheduled',
    text: `Booking rescheduled to ${formatDate(date)} at ${time}.`,
    failed: 'Failed to reschedule booking',
    onClose,
  });
  const why = useWhyNot({
    times,
    date,
    time,
    wasRefused: refused?.date === date && refused.time === time,
    bookingId: booking.id,
  });
  const fields = useRef<HTMLDivElement>(null);
  const [isTried, setTried] = useState(false);
  const missing = isTried ? PROBLEMS['new-time-required'].detail : undefined;
  const isTaken = time !== '' && isRefused(why, times, time);
  const save = () => {
    if (!isReady || time === '' || isTaken) return showErrors(fields.current, () => setTried(true));
    return submit({ id: booking.id, date, time, ...told });
  };
  return (
    <Dialog
      title="Reschedule Appointment"
      description={`${customerName(booking)} · now ${whenText(booking, today)}\u00a0·\u00a0${formatDuration(booking.duration)}`}
      width="narrow"
      onClose={leave}
      footer={
        <>
          <AdminButton onClick={leave}>Keep {booking.appointment_time}</AdminButton>
          <AdminButton
            look="primary"
            busy={busy}
            aria-disabled={busy || isTaken || undefined}
            className={isTaken ? 'opacity-50' : ''}
            onClick={save}
          >
            {busy ? 'Moving...' : isReady && time ? `Move to ${shortWhen(date, time)}` : 'Reschedule'}
          </AdminButton>
        </>
      }
    >
      <div ref={fields} className="space-y-4">
        {conflict}
        <AdminField
          label="New date"
          type="date"
          required
          min={today}
          max={last}
          value={date}
          error={isReady ? undefined : date === '' ? missing : dayProblem(date, today)}
          onChange={({ target }) => choose(target.value)}
        />
        <TimeChoice
          label="New time"
          times={times}
          isReady={isReady}
          notReady={date === '' ? 'Please select a date first.' : undefined}
          value={time}
          own={own}
          why={why}
          error={isReady && time === '' ? missing : undefined}
          onRetry={loaded.error && !times ? loaded.reload : undefined}
          onChoose={setTime}
          // Which are near is known of the present hours only.
          {...(!after && {
            onChooseNearest: (onDate: SalonDate, atTime: string) => {
              setDate(onDate);
              setTime(atTime);
            },
          })}
        />
        {times && !hasFreeTime(times, own) && (
          <NextFreeDay
            date={date}
            last={last}
            services={booking.services.map(({ id }) => id)}
            isOpen={after && ((day) => isOpenAfter(after, day))}
            onChoose={choose}
          />
        )}
        {block}
      </div>
      {question}
    </Dialog>
  );
}
