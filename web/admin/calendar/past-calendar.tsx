import { useMemo, useState } from 'react';
import { getCalendar } from '../../../src/contracts/bookings/calendar.ts';
import type { SalonDate } from '../../../src/salon/salon-time.ts';
import { call } from '../../api.ts';
import { useSalon } from '../../salon/salon-context.ts';
import { type SalonNow, salonNow } from '../../salon/use-salon-now.ts';
import { PHONE, useMedia } from '../../ui/use-media.ts';
import { CALENDAR } from '../bookings/queries.ts';
import { StylistChoice, useShownStylist } from '../bookings/stylists/stylist-choice.tsx';
import { defineQuery } from '../data/query.ts';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { countText } from '../ui/number-text.ts';
import { BookingPeek } from './booking-peek.tsx';
import { CalendarView } from './calendar-view.tsx';
import type { GridActions } from './grid/time-grid.tsx';
import { OpenHistory } from './history/open-history.tsx';
import { PastBanner } from './history/past-banner.tsx';
import { useSteps } from './history/use-steps.ts';
import { bookedIn } from './plan/booking-counts.ts';
import { differencesOf, unmarked } from './plan/differences.ts';
import { calendarOf } from './plan/of-stylist.ts';
import { askedMoment, type Days, type Span, shownDays } from './plan/span.ts';
import { CalendarHeader } from './toolbar/calendar-header.tsx';
import { PhoneCalendar } from './toolbar/phone-calendar.tsx';
import { useOpened } from './use-opened.ts';

/** A range of days as it was at a moment. The facts stay as they are; what is personal, such as names, is of today. */
const CALENDAR_THEN = defineQuery({
  name: 'calendar-then',
  about: () => ['booking', 'customer', 'day'],
  load: ({ at, ...days }: Days & { readonly at: string }, { after, ...options }) =>
    call(getCalendar, { ...options, query: { ...days, ...askedMoment(at), after } }),
});

/** The salon's clock before the first event: all days are still to come. */
const BEFORE_ALL: SalonNow = { date: '1900-01-01', minute: 0 };

/** The calendar as it was at a moment, with what is different now. Nothing can be changed in it. */
export function PastCalendar({ span, at, today }: { span: Span; at: string; today: SalonDate }) {
  const { time_zone } = useSalon();
  const isPhone = useMedia(PHONE);
  const [isMarked, setMarked] = useState(true);
  const { from, to } = shownDays(span);
  const then = useAdminQuery(CALENDAR_THEN, { from, to, at }, { keepPrevious: true });
  const now = useAdminQuery(CALENDAR, isMarked ? { from, to } : null).data;
  // While another moment is loading, the last calendar stays, unless it is of other days.
  const loaded =
    then.data?.days[0]?.date === from && then.data.days.at(-1)?.date === to ? then.data : undefined;
  const isInstant = at.includes('T');
  const reached = then.isPrevious ? undefined : loaded?.position;
  const steps = useSteps({ from, to }, isInstant ? reached : at);

  const differences = useMemo(() => {
    if (!loaded) return undefined;
    return now && isMarked ? differencesOf(loaded, now, today) : unmarked(loaded);
  }, [loaded, now, isMarked, today]);

  const { open, openedIn } = useOpened();
  const grid: GridActions = { onOpen: open, onMove: () => {}, onRefused: () => {} };

  const stylists = useShownStylist(differences?.calendar, isPhone && span.view !== 'month');
  const shownId = stylists.stylist?.id;
  const calendar = useMemo(
    () => differences && calendarOf(differences.calendar, shownId),
    [differences, shownId],
  );
  const openBooking = openedIn(calendar);
  const past = differences && { at, marks: differences.marks, ofDays: differences.ofDays };
  const count = loaded && countText(bookedIn(calendarOf(loaded, shownId), span), 'appointment');
  // An instant is shown as it was asked for, unless nothing had happened by then. That of a position is the latest up to there, so
  // that an earlier one is never shown as later.
  const isBeforeAll = !then.isPrevious && loaded?.as_of === null;
  const asked = isInstant && !isBeforeAll ? at : loaded?.as_of;
  const clock = asked ? salonNow(new Date(asked), time_zone) : BEFORE_ALL;
  const banner = <PastBanner asked={asked} steps={steps} isMarked={isMarked} onMark={setMarked} />;
  const shown = (
    <CalendarView
      loaded={then}
      calendar={calendar}
      span={span}
      now={clock}
      isPhone={isPhone}
      past={past}
      grid={grid}
    />
  );
  return (
    <>
      {isPhone ? (
        <PhoneCalendar
          span={span}
          today={today}
          calendar={calendar}
          count={count}
          banner={<div className="pb-4">{banner}</div>}
        >
          {shown}
        </PhoneCalendar>
      ) : (
        <>
          <CalendarHeader span={span} today={today} count={count} />
          <div className="space-y-4">
            {banner}
            <StylistChoice {...stylists} />
            {shown}
          </div>
        </>
      )}
      {openBooking && (
        <BookingPeek
          {...openBooking}
          past={{ mark: differences?.marks.get(openBooking.booking.id) }}
          onClose={() => open(null)}
        />
      )}
      {span.view === 'day' && <OpenHistory date={span.date} />}
    </>
  );
}
