import { type RefObject, useEffect, useRef } from 'react';
import { NavigationType, useNavigationType } from 'react-router-dom';
import { type Availability, getAvailability } from '../../../../src/contracts/bookings/availability.ts';
import { formatLongDate } from '../../../../src/salon/date-text.ts';
import { formatDuration, lastBookableDate, type SalonDate } from '../../../../src/salon/salon-time.ts';
import { call } from '../../../api.ts';
import { DayCalendar } from '../../../salon/day-calendar.tsx';
import { fetchDays } from '../../../salon/fetch-days.ts';
import { useSalon } from '../../../salon/salon-context.ts';
import { totalDuration } from '../../../salon/service-groups.ts';
import { asDoneBy, isDoneByNoneOf, notDoneBy } from '../../../salon/stylists.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { LoadError } from '../../../ui/loading/load-error.tsx';
import { Skeleton } from '../../../ui/loading/skeleton.tsx';
import { type Query, useQuery } from '../../../ui/query/use-query.ts';
import { useReloadWhenOnline } from '../../../ui/query/use-reload-when-online.ts';
import { dismissError, toastError } from '../../../ui/toast/toast.tsx';
import { type LaterStepProps, StepLayout } from '../step/step-layout.tsx';
import { ShortSummary, Summary } from '../step/summary.tsx';
import { useWizard } from '../wizard/store.ts';
import { NextFreeDays } from './next-free-days.tsx';
import { SlotList } from './slot-list.tsx';
import { StylistChoice } from './stylist-choice.tsx';

/** Step 2: date and time. */
export function TimeStep({ heading, chosen, stylists, stylist, withWhom, onGoTo }: LaterStepProps) {
  const { date, time, notice, chooseDate, chooseTime } = useWizard();
  const { phone, phone_e164 } = useSalon();
  const today = useSalonToday();
  const last = lastBookableDate(today);
  const ids = chosen.map(({ id }) => id);
  const stylist_id = stylist?.id;
  const isDoneByNobody = isDoneByNoneOf(stylists, chosen);
  const days = useQuery(`${today} ${ids} ${stylist_id}`, (signal) =>
    fetchDays(today, last, { services: ids, stylist_id }, signal),
  );
  const slots = useQuery(date && `${date} ${ids} ${stylist_id}`, (signal) => {
    // Sent, so that the visitor's own hold doesn't block any time.
    const hold_id = useWizard.getState().hold?.id;
    const query = { date: date ?? today, services: ids.join(','), stylist_id, hold_id };
    return call(getAvailability, { query, signal });
  });
  const freeDays =
    days.status === 'ready' ? [...days.data].flatMap(([day, mark]) => (mark === 'open' ? [day] : [])) : [];
  useFreeDay(freeDays, stylist_id);
  useLoadErrorToast(slots.status);
  useReloadWhenOnline(slots);
  useClearTakenTime(slots);
  const times = useRef<HTMLElement>(null);
  useStepInView(times);
  const choose = (day: SalonDate) => {
    chooseDate(day);
    const isBelow = (times.current?.getBoundingClientRect().top ?? 0) > window.innerHeight / 2;
    const behavior = isMotionReduced() ? 'auto' : 'smooth';
    if (isBelow) times.current?.scrollIntoView({ block: 'start', behavior });
  };

  return (
    <StepLayout
      title="Date & Time"
      heading={heading}
      back={{ label: 'Back to services', onClick: () => onGoTo('services') }}
      summary={
        <>
          <Summary title="Your appointment" chosen={chosen} withWhom={withWhom} />
          {!stylist && isDoneDifferently(stylists, chosen) && (
            <p className="mt-4 text-sm text-stone">
              Duration and price depend on the stylist. You see both before you book.
            </p>
          )}
        </>
      }
      action={
        date &&
        time && (
          <>
            <ShortSummary chosen={chosen} stylist={stylist} />
            <Button
              className="w-full max-lg:short:w-auto max-lg:short:shrink-0"
              onClick={() => onGoTo('checkout')}
            >
              Continue
            </Button>
          </>
        )
      }
    >
      {notice && <Callout tone="error">{notice}</Callout>}
      {isDoneByNobody && (
        <Callout
          actions={
            <>
              <Button onClick={() => onGoTo('services')}>Choose other services</Button>
              {/* Without its icon, which would be one more file on each public page. */}
              {phone && (
                <a href={`tel:${phone_e164}`} className={`${buttonClass('outline')} tabular-nums`}>
                  Call {phone}
                </a>
              )}
            </>
          }
        >
          Nobody does all of these in one visit. Please choose fewer services, or call us.
        </Callout>
      )}
      {stylists.length > 0 && <StylistChoice stylists={stylists} stylist={stylist} chosen={chosen} />}
      {!isDoneByNobody && (
        <>
          <NextFreeDays
            days={days.status === 'ready' ? freeDays : null}
            isFailed={days.status === 'failed'}
            chosen={date}
            onChoose={choose}
          />
          <div className="grid gap-x-10 gap-y-8 md:grid-cols-2">
            <section aria-labelledby="choose-date" className="max-w-md">
              <h3 id="choose-date" className="sr-only">
                Choose a date
              </h3>
              <DayCalendar days={days} value={date} onChoose={choose} today={today} />
            </section>
            <section
              aria-labelledby="choose-time"
              aria-busy={slots.status === 'loading'}
              ref={times}
              className="min-h-44 md:min-h-72"
            >
              <h3 id="choose-time" className="mb-4 flex min-h-11 items-center text-lg">
                {date ? formatLongDate(date) : 'Choose a date to see its free times'}
              </h3>
              <p className="sr-only" role="status">
                {date && spokenResult(slots)}
              </p>
              {date && (
                <Slots
                  slots={slots}
                  date={date}
                  length={totalDuration(chosen)}
                  chosen={time}
                  onChoose={chooseTime}
                  onRetry={slots.reload}
                />
              )}
            </section>
          </div>
        </>
      )}
    </StepLayout>
  );
}

/** Whether somebody who does all of the services has other minutes or another price for one than the catalogue. */
const isDoneDifferently = (stylists: LaterStepProps['stylists'], chosen: LaterStepProps['chosen']): boolean =>
  stylists
    .filter((one) => notDoneBy(one, chosen).length === 0)
    .some((one) =>
      chosen.some((service) => {
        const { duration, price } = asDoneBy(one, service);
        return duration !== service.duration || price !== service.price;
      }),
    );

function Slots({
  slots,
  date,
  length,
  chosen,
  onChoose,
  onRetry,
}: {
  slots: Query<Availability>;
  date: SalonDate;
  length: number;
  chosen: string | null;
  onChoose: (time: string) => void;
  onRetry: () => void;
}) {
  if (slots.status === 'loading') {
    return (
      <div className="grid grid-cols-[repeat(auto-fill,minmax(6.25rem,1fr))] gap-2 pt-8">
        {Array.from({ length: 9 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the nine shapes are identical and never change.
          <Skeleton key={index} className="h-12" />
        ))}
      </div>
    );
  }
  if (slots.status === 'failed') {
    return <LoadError onRetry={onRetry}>The free times of this day couldn’t be loaded.</LoadError>;
  }
  const { blocked, closed, slots: times } = slots.data;
  if (blocked || closed) {
    return <Callout>We are closed on {formatLongDate(date)}. Please choose another day.</Callout>;
  }
  if (times.length === 0) {
    return (
      <Callout>
        No opening of {formatDuration(length)} is left on {formatLongDate(date)}. Please choose another day.
      </Callout>
    );
  }
  return <SlotList slots={times} chosen={chosen} onChoose={onChoose} />;
}

/**
 * Shows the times of the first free day at once. A day that the visitor chose before stays, unless they have now chosen a stylist who
 * isn't free then.
 */
function useFreeDay(freeDays: readonly SalonDate[], stylist: string | undefined) {
  const [first] = freeDays;
  const before = useRef(stylist);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first day stands for the list, which is new in each render.
  useEffect(() => {
    if (first === undefined) return;
    const isOther = before.current !== stylist;
    before.current = stylist;
    const { date, chooseDate, notice } = useWizard.getState();
    if (notice === null && (date === null || (isOther && !freeDays.includes(date)))) chooseDate(first);
  }, [first, stylist]);
}

/** If the first times would be below the screen, for example on a phone, scrolls to the step's heading when it opens. */
function useStepInView(times: RefObject<HTMLElement | null>) {
  const type = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the step opens; Back returns to where it was left.
  useEffect(() => {
    const top = times.current?.getBoundingClientRect().top ?? 0;
    if (type !== NavigationType.Push || top < window.innerHeight - ROOM_FOR_TIMES) return;
    document.getElementById('step')?.scrollIntoView({ block: 'start', behavior: 'instant' });
  }, []);
}

/** The height, in pixels, of the day's name, the part of the day, and two rows of times. */
const ROOM_FOR_TIMES = 230;

const isMotionReduced = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

function spokenResult(slots: Query<Availability>): string {
  if (slots.status === 'loading') return 'Loading free times...';
  if (slots.status === 'failed') return '';
  const count = slots.data.slots.length;
  return count === 0 ? 'No free times on this day.' : `${count} free ${count === 1 ? 'time' : 'times'}.`;
}

/** Shows a toast about a failure until the times are loaded. */
function useLoadErrorToast(status: Query<unknown>['status']) {
  const isTold = useRef(false);
  useEffect(() => {
    if (status === 'loading') return;
    if (status === 'failed') toastError('Error', 'Failed to load available time slots');
    else if (isTold.current) dismissError();
    isTold.current = status === 'failed';
  }, [status]);
}

/** Clears the chosen time when it is no longer free, after a reload or because someone else has taken it. */
function useClearTakenTime(slots: Query<Availability>) {
  useEffect(() => {
    if (slots.status !== 'ready') return;
    const { date, time, chooseTime } = useWizard.getState();
    if (time && slots.data.date === date && !slots.data.slots.includes(time)) chooseTime(null);
  }, [slots]);
}
