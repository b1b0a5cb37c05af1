import { useId } from 'react';
import { z } from 'zod';
import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import { NewDateField, NewTimeField } from '../../../../src/contracts/fields.ts';
import { isSalonDate, lastBookableDate, type SalonDate } from '../../../../src/salon/salon-time.ts';
import { FORMER_STYLIST } from '../../../../src/salon/stylist-words.ts';
import { formatDuration } from '../../../../src/salon/time-text.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { stylistName } from '../../data/stylist-name.ts';
import { useTeam } from '../../data/team.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { AdminButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { AdminField } from '../../ui/form/field.tsx';
import { useAdminForm } from '../../ui/form/use-admin-form.ts';
import { type AfterChange, isOpenAfter, timesAfter } from '../after-change.ts';
import { customerName, shortWhen, whenText } from '../booking-text.ts';
import { RESCHEDULE_BOOKING } from '../commands.ts';
import { BOOKING_TIMES } from '../queries.ts';
import { notDoneText } from '../stylists/done-by.ts';
import { freeToTakeText, freeWithText } from '../stylists/free-with.ts';
import { StylistField } from '../stylists/stylist-field.tsx';
import { NextFreeDay } from '../times/next-free-day.tsx';
import { dayProblem, hasFreeTime, TimeChoice } from '../times/time-choice.tsx';
import { isRefused, useWhyNot } from '../times/why-not.tsx';
import { rescheduledWords } from './rescheduled-words.ts';
import { useToldChange } from './use-told-change.ts';

/** Its stylist keeps it. */
const KEEPS = '';
const ANYONE = 'anyone';

/**
 * Moves an appointment to another day or time, or to another stylist. The toast can undo it for a while.
 *
 * @param isHandOver it is to go to somebody else, first at the time that it has
 */
export function RescheduleDialog({
  booking,
  after,
  isHandOver = false,
  onClose,
}: {
  booking: AdminBooking;
  after: AfterChange | undefined;
  isHandOver?: boolean;
  onClose: () => void;
}) {
  const id = useId();
  const today = useSalonToday();
  const last = lastBookableDate(today);
  const isInRange = (date: string) => today <= date && date <= last;
  const form = useAdminForm({
    values: {
      date: booking.appointment_date < today ? today : booking.appointment_date,
      time: isHandOver && booking.appointment_date >= today ? booking.appointment_time : '',
      stylist: KEEPS,
    },
    schema: z.object({
      date: NewDateField.refine(isInRange),
      time: NewTimeField,
      stylist: z.string().refine((chosen) => !isHandOver || chosen !== KEEPS, 'Please choose a stylist.'),
    }),
    send: save,
  });
  const { date, time, stylist } = form.typed;
  const { stylists, isTeam } = useTeam();
  const other = stylists.find(({ id }) => id === stylist);
  /** Until it is known who takes it, the times of all are shown. */
  const isUndecided = isHandOver && !other;
  const wish = stylist === ANYONE || isUndecided ? null : other?.id;
  const isReady = isSalonDate(date) && isInRange(date);
  const loaded = useAdminQuery(
    BOOKING_TIMES,
    isReady
      ? { id: booking.id, date, stylist_id: other?.id, anyone: wish === null ? 'true' : undefined }
      : null,
  );
  const ofAll = useAdminQuery(
    BOOKING_TIMES,
    isHandOver && isReady ? { id: booking.id, date, stylist_id: undefined, anyone: 'true' } : null,
  ).data;
  const choose = (day: string) => form.change({ date: day, time: '' });
  const { submit, busy, conflict, seen, refused, told, leave, block, question } = useToldChange({
    command: RESCHEDULE_BOOKING,
    booking,
    proposed:
      isReady && time !== '' && !isUndecided
        ? {
            id: booking.id,
            kind: 'rescheduled',
            date,
            time,
            ...(wish === null ? { anyone: 'true' } : wish && { stylist_id: wish }),
          }
        : null,
    ...rescheduledWords({
      date,
      time,
      stylist: other && stylistName(other),
      isSameTime: date === booking.appointment_date && time === booking.appointment_time,
    }),
    failed: 'Failed to reschedule booking',
    onClose,
  });
  const present = stylists.find(({ id }) => id === seen.stylist?.id);
  const doer = stylist === ANYONE || isUndecided ? undefined : (other ?? present);
  const times = after && loaded.data ? timesAfter(loaded.data, after, doer?.id) : loaded.data;
  const isPresentTime = (at: string) => date === seen.appointment_date && at === seen.appointment_time;
  const own = date === seen.appointment_date && !other && !isHandOver ? seen.appointment_time : undefined;
  const why = useWhyNot({
    times,
    date,
    time,
    wasRefused: refused?.date === date && refused.time === time && refused.stylist_id === wish,
    bookingId: booking.id,
    stylistId: wish,
  });
  const isTaken = time !== '' && isRefused(why, times, time);
  /** A time that is taken is marked with the reason already. */
  async function save({ date, time }: { date: SalonDate; time: string }): Promise<void> {
    if (!isTaken) await submit({ id: booking.id, date, time, stylist_id: wish, ...told });
  }
  /** Another stylist may take it at the time that it has: as long as no time is chosen, that is a hand-over. */
  function chooseStylist(chosen: string) {
    if (isHandOver) return form.change({ stylist: chosen });
    const isOther = chosen !== KEEPS && chosen !== ANYONE;
    if (isOther && time === '' && date === seen.appointment_date)
      form.change({ stylist: chosen, time: seen.appointment_time });
    else form.change({ stylist: chosen, ...(!isOther && isPresentTime(time) && { time: '' }) });
  }
  return (
    <Dialog
      title={isHandOver ? 'Hand Over Appointment' : 'Reschedule Appointment'}
      description={`${customerName(booking)} · now ${whenText(seen, today)}\u00a0·\u00a0${formatDuration(booking.duration)}`}
      width="narrow"
      isSending={busy}
      onClose={leave}
      footer={
        <>
          <AdminButton onClick={leave}>
            Keep {isHandOver && present ? stylistName(present) : seen.appointment_time}
          </AdminButton>
          <AdminButton
            look="primary"
            busy={busy}
            aria-disabled={busy || isTaken || undefined}
            className={isTaken ? 'opacity-50' : ''}
            type="submit"
            form={id}
          >
            {busy
              ? 'Moving...'
              : other && isPresentTime(time)
                ? `Hand over to ${stylistName(other)}`
                : isUndecided
                  ? 'Hand over'
                  : isReady && time
                    ? `Move to ${shortWhen(date, time)}`
                    : 'Reschedule'}
          </AdminButton>
        </>
      }
    >
      <form id={id} noValidate onSubmit={form.submit} className="space-y-4">
        {conflict}
        <StylistField
          label="Stylist"
          value={stylist}
          except={present?.id}
          error={
            stylist === KEEPS && present && !present.active && !isHandOver
              ? `${stylistName(present)} takes no appointments any more. Please choose somebody else.`
              : form.errorOf('stylist')
          }
          hint={
            isHandOver
              ? freeToTakeText(
                  ofAll,
                  time,
                  stylists.filter(({ id }) => id !== present?.id),
                  booking.services,
                )
              : stylist === ANYONE
                ? freeWithText(times, time, stylists)
                : undefined
          }
          noteOf={(one) => notDoneText(one, booking.services)}
          onChange={({ target }) => chooseStylist(target.value)}
        >
          {isHandOver ? (
            <option value={KEEPS}>Select a stylist</option>
          ) : (
            <>
              <option value={KEEPS}>Stays with {present ? stylistName(present) : FORMER_STYLIST}</option>
              <option value={ANYONE}>Anyone</option>
            </>
          )}
        </StylistField>
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
          stylist={isTeam && doer ? stylistName(doer) : undefined}
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
            bookingId={booking.id}
            stylistId={doer?.id}
            isOpen={after && ((day) => isOpenAfter(after, day, doer?.id))}
            onChoose={choose}
          />
        )}
        {block}
      </form>
      {question}
    </Dialog>
  );
}
