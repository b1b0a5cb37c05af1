import { CalendarPlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { DAY_MINUTES, formatClock, formatTime, minutesOf } from '../../../src/salon/time-text.ts';
import { type SalonNow, useSalonNow } from '../../salon/use-salon-now.ts';
import { toastError } from '../../ui/toast/toast.tsx';
import { useAddressQuery } from '../../ui/use-address-query.ts';
import { PHONE, useMedia } from '../../ui/use-media.ts';
import { inTheWayText } from '../bookings/in-the-way.tsx';
import { NewBookingFor } from '../bookings/new/new-booking-dialog.tsx';
import { useNewBooking } from '../bookings/new/use-new-booking.ts';
import { CALENDAR } from '../bookings/queries.ts';
import type { Resource } from '../bookings/stylists/resources.ts';
import { StylistChoice, useAskedStylist, useShownStylist } from '../bookings/stylists/stylist-choice.tsx';
import { useMay, useOwnStylist } from '../data/role.ts';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { AdminButton } from '../ui/button.tsx';
import { RowMenu } from '../ui/menu/row-menu.tsx';
import { countText } from '../ui/number-text.ts';
import { useShortcut } from '../ui/shortcuts/shortcuts.ts';
import { BlockedDatesCard } from './blocked/blocked-dates-card.tsx';
import { NOON, useBlockedTimes } from './blocked/use-blocked-times.tsx';
import { BookingPeek } from './booking-peek.tsx';
import { CalendarView } from './calendar-view.tsx';
import { RefusedTime } from './grid/refused-time.tsx';
import type { GridActions, RefusedTime as Refused } from './grid/time-grid.tsx';
import { AsItWas } from './history/as-it-was.tsx';
import { OpenHistory } from './history/open-history.tsx';
import { useHours } from './hours/use-hours.tsx';
import { LengthDialog } from './length-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { PastCalendar } from './past-calendar.tsx';
import { bookedIn } from './plan/booking-counts.ts';
import { NOT_CHANGED, REFUSALS } from './plan/calendar-text.ts';
import { isMarked } from './plan/gesture.ts';
import { calendarOf, doneBy } from './plan/of-stylist.ts';
import { calendarAddress, loadedDays, readAddress, type Span } from './plan/span.ts';
import { CalendarHeader } from './toolbar/calendar-header.tsx';
import { PhoneCalendar } from './toolbar/phone-calendar.tsx';
import { useLedHere } from './use-led-here.ts';
import { useLengths } from './use-lengths.ts';
import { useMoves } from './use-moves.ts';
import { useOpened } from './use-opened.ts';

/** The stylist whom a dialog begins with: one who takes appointments. */
const withOne = (stylist: Resource | undefined) =>
  stylist && !stylist.is_inactive ? { stylistId: stylist.id } : {};

/** Appointments, hours and blocked dates by day, week and month, as they are or as they were at a moment. */
export function CalendarPage() {
  const now = useSalonNow();
  const [query] = useAddressQuery();
  const span = readAddress(query, now.date);
  return span.at === undefined ? (
    <PresentCalendar span={span} now={now} />
  ) : (
    <PastCalendar span={span} at={span.at} today={now.date} />
  );
}

function PresentCalendar({ span, now }: { span: Span; now: SalonNow }) {
  const isPhone = useMedia(PHONE);
  const asked = useAskedStylist(span.view === 'month');
  const loaded = useAdminQuery(
    CALENDAR,
    asked === null
      ? null
      : { ...loadedDays(span, isPhone), ...(asked !== undefined && { stylist_id: asked }) },
  );
  const moves = useMoves(loaded.data);
  const lengths = useLengths(moves.moved);
  const all = lengths.shown;
  const stylists = useShownStylist(all, isPhone && span.view !== 'month');
  const shownId = stylists.stylist?.id;
  const calendar = useMemo(() => all && calendarOf(all, shownId), [all, shownId]);
  const isDesk = useMay()('desk');
  const ownId = useOwnStylist();
  /** Stylists block their own time alone. */
  const blockedFor = ownId !== undefined && { stylist: { id: ownId } };
  const hours = useHours();
  const blockedTimes = useBlockedTimes();

  const { open, openedIn } = useOpened();
  const { beginWalkIn } = useNewBooking();
  /** The initial values of the new booking: the time chosen in the grid, or the day that is shown. */
  const [newBooking, setNewBooking] = useState<{
    date: string;
    time: string;
    stylistId?: string;
    selectedMinutes?: number;
  } | null>(null);
  /** The time that couldn't be had last. Each is explained anew, also if it is the same again. */
  const [refused, setRefused] = useState<{ readonly time: Refused; readonly count: number } | null>(null);
  const actions: Required<GridActions> = {
    onOpen: open,
    onMove(booking, from, { date, start, stylist }) {
      const other = stylist && stylist.id !== doneBy(booking) ? stylist : undefined;
      moves.ask({
        booking,
        from: { date: from, start: booking.start },
        to: { date, start, stylistId: other?.id },
        stylist: other,
      });
    },
    onResize: (booking, { date, end, isOutsideHours }) => lengths.ask({ booking, date, end, isOutsideHours }),
    onEndRefused(booking, { date, inTheWay, tell }) {
      const reason = inTheWay ? inTheWayText(inTheWay.what, inTheWay.name) : REFUSALS.blocked;
      const end = inTheWay?.longestEnd;
      if (tell) return tell(reason);
      const canEnd = end !== undefined && end !== null && end !== booking.end;
      toastError(
        NOT_CHANGED,
        reason,
        canEnd
          ? {
              label: `Until ${formatTime(end)}`,
              onClick: () => lengths.ask({ booking, date, end, isOutsideHours: false }),
            }
          : undefined,
      );
    },
    onCreate: ({ date, start, end, stylist }) =>
      setNewBooking({
        date,
        time: formatTime(start),
        ...withOne(stylist),
        ...(isMarked({ start, end }) && { selectedMinutes: end - start }),
      }),
    // Somebody who has just come begins now.
    onWalkIn: ({ start, end, stylist }) =>
      beginWalkIn(now.minute < end ? undefined : formatClock(start), withOne(stylist).stylistId),
    onBlock: (time) =>
      blockedTimes.block({
        ...time,
        ...(!isMarked(time) && { end: Math.min(time.start + 60, DAY_MINUTES) }),
        ...blockedFor,
      }),
    onOpenBlock: blockedTimes.open,
    onRefused(time) {
      if (!time.tell) toastError(NOT_CHANGED, time.reason);
      if (isDesk) setRefused((last) => ({ time, count: (last?.count ?? 0) + 1 }));
    },
  };
  const { onCreate: _1, onWalkIn: _2, ...limited } = actions;
  const grid: GridActions = isDesk ? actions : limited;
  const isOneDay = span.view === 'day' || (span.view === 'week' && isPhone);
  const day = isOneDay && span.date >= now.date ? span.date : undefined;
  const add = () => setNewBooking({ date: day ?? '', time: '' });
  const block = () => blockedTimes.block({ date: day ?? now.date, ...NOON, ...blockedFor });
  useShortcut(['b'], 'Block time', block);
  useLedHere({
    hours: (stylistId) => hours.askForWeek(span.date, stylistId),
    block: (id) => blockedTimes.block({ date: span.date, ...NOON, stylist: { id } }),
  });

  const openBooking = openedIn(calendar);
  const count = calendar && countText(bookedIn(calendar, span), 'appointment');
  const action = isDesk ? (
    <div className="flex items-center gap-1 print:hidden">
      {/* Other icons of a header's buttons are left out on a phone. */}
      <div className="-ml-2 max-sm:-mr-1 max-sm:[&_svg]:block!">
        <RowMenu
          label={isPhone ? 'Walk-in, hours and blocked time' : 'Hours and blocked time'}
          actions={[
            ...(isPhone ? [{ label: 'Walk-in...', onChoose: () => beginWalkIn() }] : []),
            { label: 'Block time...', onChoose: block },
            { label: 'Hours for a week...', onChoose: () => hours.askForWeek(span.date) },
            { label: 'Block dates...', to: `${calendarAddress(span)}#blocked-dates` },
          ]}
        />
      </div>
      <AdminButton className="max-sm:hidden" onClick={() => beginWalkIn()}>
        Walk-in
      </AdminButton>
      <AdminButton look="primary" onClick={add}>
        {!isPhone && <CalendarPlus aria-hidden="true" className="size-4" />}
        Add Booking
      </AdminButton>
    </div>
  ) : (
    <AdminButton className="print:hidden" onClick={block}>
      Block time
    </AdminButton>
  );
  const shown = (
    <CalendarView
      loaded={loaded}
      calendar={calendar}
      span={span}
      now={now}
      isPhone={isPhone}
      {...(isDesk && { hours: hours.actions })}
      grid={grid}
    />
  );
  return (
    <>
      {!isPhone && <CalendarHeader span={span} today={now.date} count={count} action={action} />}
      {!isPhone && <StylistChoice {...stylists} />}
      <div className="space-y-4">
        {isPhone ? (
          <div>
            <PhoneCalendar span={span} today={now.date} calendar={calendar} count={count} action={action}>
              {shown}
            </PhoneCalendar>
          </div>
        ) : (
          shown
        )}
        {isPhone && <AsItWas label="As it was..." />}
        {isDesk && <BlockedDatesCard today={now.date} />}
      </div>
      {moves.pending && (
        <MoveDialog
          key={`${moves.pending.booking.id} ${moves.pending.to.date} ${moves.pending.to.start}`}
          move={moves.pending}
          isOutsideHours={moves.isOutsideHours}
          onMoveTo={moves.ask}
          onSend={moves.onSend}
          onClose={moves.close}
        />
      )}
      {lengths.pending && (
        <LengthDialog
          key={`${lengths.pending.booking.id} ${lengths.pending.end}`}
          change={lengths.pending}
          onSend={lengths.onSend}
          onClose={lengths.close}
        />
      )}
      {refused && (
        <RefusedTime
          key={refused.count}
          refused={refused.time}
          onChoose={(date, time) => {
            setRefused(null);
            const { moved } = refused.time;
            const { stylist } = refused.time;
            const to = { date, start: minutesOf(time), stylist };
            if (moved) grid.onMove(moved.booking, moved.from, to);
            else setNewBooking({ date, time, ...withOne(stylist) });
          }}
          onClose={() => setRefused(null)}
        />
      )}
      {openBooking && <BookingPeek {...openBooking} onClose={() => open(null)} />}
      {newBooking && <NewBookingFor {...newBooking} onClose={() => setNewBooking(null)} />}
      {hours.dialogs}
      {blockedTimes.dialogs}
      {span.view === 'day' && <OpenHistory date={span.date} />}
    </>
  );
}
