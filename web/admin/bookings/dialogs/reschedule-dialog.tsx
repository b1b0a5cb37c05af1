import { useId } from 'react';
import { z } from 'zod';
import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import { NewDateField, NewTimeField } from '../../../../src/contracts/fields.ts';
import { formatDate } from '../../../../src/salon/date-text.ts';
import { isSalonDate, lastBookableDate, type SalonDate } from '../../../../src/salon/salon-time.ts';
import { formatDuration } from '../../../../src/salon/time-text.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { AdminButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { AdminField } from '../../ui/form/field.tsx';
import { useAdminForm } from '../../ui/form/use-admin-form.ts';
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
  const id = useId();
  const today = useSalonToday();
  const last = lastBookableDate(today);
  const isInRange = (date: string) => today <= date && date <= last;
  const form = useAdminForm({
    values: {
      date: booking.appointment_date < today ? today : booking.appointment_date,
      time: '',
    },
    schema: z.object({ date: NewDateField.refine(isInRange), time: NewTimeField }),
    send: save,
  });
  const { date, time } = form.typed;
  const isReady = isSalonDate(date) && isInRange(date);
  const loaded = useAdminQuery(BOOKING_TIMES, isReady ? { id: booking.id, date } : null);
  const times = after && loaded.data ? timesAfter(loaded.data, after) : loaded.data;
  const choose = (day: string) => form.change({ date: day, time: '' });
  const { submit, busy, conflict, seen, refused, told, leave, block, question } = useToldChange({
    command: RESCHEDULE_BOOKING,
    booking,
    proposed: isReady && time !== '' ? { id: booking.id, kind: 'rescheduled', date, time } : null,
    title: 'Appointment Rescheduled',
    text: `Booking rescheduled to ${formatDate(date)} at ${time}.`,
    failed: 'Failed to reschedule booking',
    onClose,
  });
  const own = date === seen.appointment_date ? seen.appointment_time : undefined;
  const why = useWhyNot({
    times,
    date,
    time,
    wasRefused: refused?.date === date && refused.time === time,
    bookingId: booking.id,
  });
  const isTaken = time !== '' && isRefused(why, times, time);
  /** A time that is taken is marked with the reason already. */
  async function save(wanted: { date: SalonDate; time: string }): Promise<void> {
    if (!isTaken) await submit({ id: booking.id, ...wanted, ...told });
  }
  return (
    <Dialog
      title="Reschedule Appointment"
      description={`${customerName(booking)} · now ${whenText(seen, today)}\u00a0·\u00a0${formatDuration(booking.duration)}`}
      width="narrow"
      isSending={busy}
      onClose={leave}
      footer={
        <>
          <AdminButton onClick={leave}>Keep {seen.appointment_time}</AdminButton>
          <AdminButton
            look="primary"
            busy={busy}
            aria-disabled={busy || isTaken || undefined}
            className={isTaken ? 'opacity-50' : ''}
            type="submit"
            form={id}
          >
            {busy ? 'Moving...' : isReady && time ? `Move to ${shortWhen(date, time)}` : 'Reschedule'}
          </AdminButton>
        </>
      }
    >
      <form id={id} noValidate onSubmit={form.submit} className="space-y-4">
        {conflict}
        <AdminField
          label="New date"
          type="date"
          required
          min={today}
          max={last}
          value={date}
          error={isReady ? undefined : date === '' ? form.errorOf('date') : dayProblem(date, today)}
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
          error={isReady ? form.errorOf('time') : undefined}
          onRetry={loaded.error && !times ? loaded.reload : undefined}
          onChoose={(time) => form.change({ time })}
          // Which are near is known of the present hours only.
          {...(!after && {
            onChooseNearest: (date: SalonDate, time: string) => form.change({ date, time }),
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
      </form>
      {question}
    </Dialog>
  );
}
