import { useState } from 'react';
import type { ManagedBooking } from '../../../src/contracts/manage.ts';
import { formatLongDate } from '../../../src/salon/date-text.ts';
import { lastBookableDate, type SalonDate } from '../../../src/salon/salon-time.ts';
import { Refusal } from '../../api.ts';
import { fetchDays } from '../../salon/availability-data.ts';
import { useSalonToday } from '../../salon/salon-today.ts';
import { Button } from '../../ui/button.tsx';
import { Calendar, type DayMark } from '../../ui/calendar.tsx';
import { LoadProblem } from '../../ui/load-problem.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toastProblem, toastSuccess } from '../../ui/toast.tsx';
import { useRemote } from '../../ui/use-remote.ts';
import { fetchMoves, type PrivateLink, rescheduleBooking } from './data.ts';
import { reasonOf, useCommand } from './use-command.ts';

const NO_MARKS: ReadonlyMap<SalonDate, DayMark> = new Map();

/** Moves the appointment to another day or time among those that are really free. */
export function ReschedulePanel({
  link,
  booking,
  onClose,
  onChanged,
}: {
  link: PrivateLink;
  booking: ManagedBooking;
  onClose: () => void;
  onChanged: (position: string) => void;
}) {
  const today = useSalonToday();
  const last = lastBookableDate(today);
  const [date, setDate] = useState<SalonDate | null>(null);
  const [time, setTime] = useState('');
  const { run, busy } = useCommand();
  const ids = booking.services.map(({ id }) => id);
  const days = useRemote(`${today} ${ids}`, (signal) => fetchDays(today, last, ids, signal));
  const moves = useRemote(date, (signal) => fetchMoves(link, date ?? today, signal));

  async function reschedule(event: React.FormEvent) {
    event.preventDefault();
    if (!date || !time) return toastProblem('Error', 'Please select a new date and time');
    const move = { new_date: date, new_time: time };
    try {
      const answer = await run(JSON.stringify(move), (key) => rescheduleBooking(link, move, key));
      if (!answer) return;
      toastSuccess('Appointment rescheduled successfully');
      onChanged(answer.position);
    } catch (error) {
      toastProblem('Error', `Failed to reschedule: ${reasonOf(error)}`);
      if (error instanceof Refusal) {
        setTime('');
        moves.reload();
      }
    }
  }

  const times = moves.status === 'ready' ? moves.data.slots : [];
  return (
    <form
      onSubmit={reschedule}
      aria-labelledby="reschedule"
      className="animate-enter space-y-6 border-line max-sm:border-t max-sm:pt-8 sm:rounded-md sm:border sm:bg-white sm:p-8 print:hidden"
    >
      <h2 id="reschedule" className="text-xl">
        Choose a new date and time
      </h2>
      <div className="grid gap-8 md:grid-cols-2">
        <section aria-label="New date">
          <Calendar
            value={date}
            onChoose={(day) => {
              setDate(day);
              setTime('');
            }}
            today={today}
            min={today}
            max={last}
            marks={days.status === 'ready' ? days.data : NO_MARKS}
          />
        </section>
        <div className="space-y-3" aria-busy={moves.status === 'loading' && date !== null}>
          <label htmlFor="new-time" className="block font-medium text-pretty">
            New time{date && `, ${formatLongDate(date)}`}
          </label>
          <select
            id="new-time"
            value={time}
            disabled={times.length === 0}
            onChange={(event) => setTime(event.target.value)}
            className="min-h-12 w-full rounded-md border border-stone/50 bg-white px-4 text-base tabular-nums disabled:bg-sand disabled:text-stone"
          >
            <option value="">
              {!date ? 'Choose a date first' : moves.status === 'loading' ? 'Loading...' : 'Select a time'}
            </option>
            {times.map((slot) => (
              <option key={slot} value={slot}>
                {slot}
              </option>
            ))}
          </select>
          <div role="status">
            {date && moves.status === 'ready' && times.length === 0 && (
              <Notice>
                {moves.data.blocked || moves.data.closed
                  ? 'We are closed on this day. Please choose another.'
                  : 'Nothing is free on this day. Please choose another.'}
              </Notice>
            )}
          </div>
          {moves.status === 'failed' && (
            <LoadProblem onRetry={moves.reload}>Failed to load available time slots</LoadProblem>
          )}
        </div>
      </div>
      <div className="flex gap-3 max-sm:flex-col sm:flex-wrap">
        <Button type="submit" aria-disabled={busy}>
          {busy ? 'Rescheduling...' : 'Confirm Reschedule'}
        </Button>
        <Button look="outline" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
