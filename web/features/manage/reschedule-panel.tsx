import { useEffect, useRef, useState } from 'react';
import {
  getManageAvailability,
  type ManagedBooking,
  rescheduleBooking,
} from '../../../src/contracts/bookings/manage.ts';
import { PROBLEMS } from '../../../src/contracts/problem.ts';
import { formatLongDate } from '../../../src/salon/date-text.ts';
import { lastBookableDate, type SalonDate } from '../../../src/salon/salon-time.ts';
import { ApiError, call } from '../../api.ts';
import { CallButton } from '../../salon/call-button.tsx';
import { DayCalendar } from '../../salon/day-calendar.tsx';
import { fetchDays } from '../../salon/fetch-days.ts';
import { useSalonToday } from '../../salon/use-salon-today.ts';
import { Button } from '../../ui/button.tsx';
import type { DayMark } from '../../ui/calendar.tsx';
import { Callout } from '../../ui/callout.tsx';
import { LoadError } from '../../ui/loading/load-error.tsx';
import { useQuery } from '../../ui/query/use-query.ts';
import { useReloadWhenOnline } from '../../ui/query/use-reload-when-online.ts';
import { toastError, toastSuccess } from '../../ui/toast/toast.tsx';
import type { PrivateLink } from './private-link.ts';
import { reasonOf, useMutation } from './use-mutation.ts';

const NOTHING_CHOSEN = 'Please select a new date and time';

/** The free days for this customer, whose own appointment doesn't block any time, and whether its stylist can't be booked online. */
async function daysToMoveTo(
  token: string,
  { services, stylist, appointment_date, appointment_time }: ManagedBooking,
  [from, to]: readonly [SalonDate, SalonDate],
  signal: AbortSignal,
): Promise<{ readonly days: ReadonlyMap<SalonDate, DayMark>; readonly mustCall: boolean }> {
  const asked = { services: services.map(({ id }) => id), stylist_id: stylist?.id };
  const [days, own] = await Promise.all([
    fetchDays(from, to, asked, signal),
    call(getManageAvailability, { token, query: { date: appointment_date }, signal }),
  ]);
  if (own.slots.some((slot) => slot !== appointment_time)) days.set(appointment_date, 'open');
  return { days, mustCall: own.stylist_unavailable === true };
}

/** Moves the appointment to another free time. */
export function ReschedulePanel({
  link: { token, bookingId: booking_id },
  booking,
  onClose,
  onChanged,
  onRefused,
}: {
  link: PrivateLink;
  booking: ManagedBooking;
  onClose: () => void;
  onChanged: (position: string) => void;
  onRefused: () => void;
}) {
  const today = useSalonToday();
  const last = lastBookableDate(today);
  const [date, setDate] = useState<SalonDate | null>(null);
  const [time, setTime] = useState('');
  const [incomplete, setIncomplete] = useState(false);
  const [movedTooOften, setMovedTooOften] = useState(false);
  const { run, busy } = useMutation();
  const panel = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // On a phone the panel opens below the screen.
    panel.current?.scrollIntoView({ block: 'nearest' });
    heading.current?.focus({ preventScroll: true });
  }, []);
  const read = useQuery(`${today} ${booking.appointment_date} ${booking.appointment_time}`, (signal) =>
    daysToMoveTo(token, booking, [today, last], signal),
  );
  const days = read.status === 'ready' ? { ...read, data: read.data.days } : read;
  const mustCall = read.status === 'ready' && read.data.mustCall;
  const freeTimes = useQuery(date, (signal) =>
    call(getManageAvailability, { token, query: { date: date ?? today }, signal }),
  );
  useReloadWhenOnline(freeTimes);

  async function reschedule(event: React.FormEvent) {
    event.preventDefault();
    setIncomplete(!date || !time);
    if (!date || !time) return toastError('Error', NOTHING_CHOSEN);
    const move = { new_date: date, new_time: time };
    try {
      const moved = await run(JSON.stringify(move), (idempotencyKey) =>
        call(rescheduleBooking, { token, query: { booking_id }, body: move, idempotencyKey }),
      );
      if (!moved) return;
      toastSuccess('Appointment rescheduled successfully');
      onChanged(moved.position);
    } catch (error) {
      toastError('Error', `Failed to reschedule: ${reasonOf(error)}`);
      if (error instanceof ApiError) {
        setTime('');
        setMovedTooOften(error.code === 'moved-too-often');
        freeTimes.reload();
        onRefused();
      }
    }
  }

  const times = freeTimes.status === 'ready' ? freeTimes.data.slots : [];
  const isMissing = incomplete && !(date && time);
  return (
    <form
      ref={panel}
      onSubmit={reschedule}
      aria-labelledby="reschedule"
      className="animate-enter space-y-6 border-line max-sm:border-t max-sm:pt-8 sm:rounded-md sm:border sm:bg-white sm:p-8 print:hidden"
    >
      <h2 id="reschedule" ref={heading} tabIndex={-1} className="text-xl">
        {mustCall ? 'Another date or time' : 'Choose a new date and time'}
      </h2>
      {mustCall ? (
        <Callout actions={<CallButton verb="Call" />}>
          {booking.stylist?.name ?? 'The stylist'} can’t be booked online any more. Please call us, we will
          find a way.
        </Callout>
      ) : (
        <div className="grid gap-8 md:grid-cols-2">
          <section aria-label="New date">
            <DayCalendar
              days={days}
              value={date}
              onChoose={(day) => {
                setDate(day);
                setTime('');
              }}
              today={today}
              own={booking.appointment_date}
            />
          </section>
          <div className="space-y-3" aria-busy={freeTimes.status === 'loading' && date !== null}>
            <label htmlFor="new-time" className="block font-medium text-pretty">
              New time{date && `, ${formatLongDate(date)}`}
            </label>
            <select
              id="new-time"
              value={time}
              disabled={times.length === 0}
              aria-invalid={isMissing || undefined}
              aria-describedby={isMissing ? 'new-time-missing' : undefined}
              onChange={(event) => setTime(event.target.value)}
              className="min-h-12 w-full rounded-md border border-stone/50 bg-white px-4 text-base tabular-nums disabled:bg-sand disabled:text-stone aria-invalid:border-bad"
            >
              <option value="">
                {!date
                  ? 'Choose a date first'
                  : freeTimes.status === 'loading'
                    ? 'Loading...'
                    : 'Select a time'}
              </option>
              {times.map((slot) => {
                const isNow = date === booking.appointment_date && slot === booking.appointment_time;
                return (
                  <option key={slot} value={slot} disabled={isNow}>
                    {isNow ? `${slot} (your time now)` : slot}
                  </option>
                );
              })}
            </select>
            {isMissing && (
              <p id="new-time-missing" className="text-sm font-medium text-bad">
                {NOTHING_CHOSEN}
              </p>
            )}
            <div role="status">
              {date && freeTimes.status === 'ready' && times.length === 0 && (
                <Callout>
                  {freeTimes.data.blocked || freeTimes.data.closed
                    ? 'We are closed on this day. Please choose another.'
                    : 'Nothing is free on this day. Please choose another.'}
                </Callout>
              )}
            </div>
            {freeTimes.status === 'failed' && (
              <LoadError onRetry={freeTimes.reload}>Failed to load available time slots</LoadError>
            )}
          </div>
        </div>
      )}
      {movedTooOften && (
        <Callout tone="error" actions={<CallButton verb="Call" />}>
          {PROBLEMS['moved-too-often'].detail}
        </Callout>
      )}
      <div className="flex gap-3 max-sm:flex-col sm:flex-wrap">
        {!mustCall && (
          <Button type="submit" aria-disabled={busy}>
            {busy ? 'Rescheduling...' : 'Confirm Reschedule'}
          </Button>
        )}
        <Button look="outline" onClick={onClose}>
          {mustCall ? 'Close' : 'Cancel'}
        </Button>
      </div>
    </form>
  );
}
