import type { StaffTimes } from '../../../../src/contracts/bookings/staff-times.ts';
import { getWhyNot, type WhyNot } from '../../../../src/contracts/bookings/why-not.ts';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { FORMER_STYLIST } from '../../../../src/salon/stylist-words.ts';
import { minutesOf } from '../../../../src/salon/time-text.ts';
import { call } from '../../../api.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { defineQuery } from '../../data/query.ts';
import type { Topic } from '../../data/topics.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { AdminButton } from '../../ui/button.tsx';
import { dayText } from '../../ui/instant-text.ts';
import { TIMES } from '../queries.ts';

/** About a time for a new appointment with these services, or for the appointment that is moved. */
interface Question {
  readonly date: SalonDate;
  readonly time: string;
  readonly services?: readonly string[];
  readonly bookingId?: string;
  /** Null for anyone. Left out: anyone for a new appointment, its own stylist for one that is moved. */
  readonly stylistId?: string | null | undefined;
}

/** Why a time can't be had. The answer names who is there. */
export const WHY_NOT = defineQuery({
  name: 'why-not',
  about: (): Topic[] => [...TIMES, 'customer'],
  load: ({ date, time, services, bookingId, stylistId }: Question, { after, ...options }) =>
    call(getWhyNot, {
      ...options,
      query: {
        date,
        time,
        services: services?.join(','),
        booking_id: bookingId,
        stylist_id: stylistId ?? undefined,
        ...(stylistId === null && bookingId !== undefined && { anyone: 'true' as const }),
        after,
      },
    }),
});

const stateOf = (times: StaffTimes | undefined, time: string) =>
  times?.times.find((listed) => listed.time === time)?.state;

const isAgainstStaff = ({ reasons }: WhyNot): boolean => reasons.some(({ staff_may }) => !staff_may);

/** Whether staff can't have a time either, by the reasons, or by the list until they are known. */
export const isRefused = (why: WhyNot | undefined, times: StaffTimes | undefined, time: string): boolean =>
  why ? isAgainstStaff(why) : ['taken', 'past'].includes(stateOf(times, time) ?? '');

type Reason = WhyNot['reasons'][number];

/** Limits of booking online, which don't apply to staff. */
const ONLY_ONLINE: readonly Reason['code'][] = [
  'off-grid',
  'too-short-notice',
  'booking-too-long',
  'not-online',
];

/** The reasons why an appointment can't have a time, in words for staff. */
export const reasonsForStaff = (why: WhyNot | undefined): readonly Reason[] =>
  why?.reasons.filter(({ code }) => !ONLY_ONLINE.includes(code)) ?? [];

/** All reasons in one text; undefined if there are none. */
export const reasonsText = (reasons: readonly Reason[]): string | undefined =>
  reasons.map(({ text }) => text).join(' ') || undefined;

/** The others who could take it, such as `Ann or Bea could take it.`; undefined if staff can have the time, or nobody could. */
export function othersText(why: WhyNot | undefined): string | undefined {
  const names = (why?.stylists ?? []).map(({ name }) => name ?? FORMER_STYLIST);
  return why && isAgainstStaff(why) && names.length > 0 ? `${oneOf(names)} could take it.` : undefined;
}

const oneOf = (names: readonly string[]): string =>
  [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' or ');

/** A hold ends without an event, so it is asked for again now and then. */
const untilHoldEnds = (why: WhyNot | undefined) =>
  why?.reasons.some(({ code }) => code === 'held') ? 30_000 : false;

/** A blocked date has no times to choose from, so the reason is asked for at this one. */
const NOON = '12:00 PM';

/**
 * Loads why a chosen time can't be had, or why its date is blocked. Undefined until that is known, and for a time that the list says is
 * free.
 */
export function useWhyNot({
  times,
  date,
  time,
  wasRefused,
  ...appointment
}: {
  /** The times of the date. */
  times: StaffTimes | undefined;
  date: SalonDate;
  /** Empty before one is chosen. */
  time: string;
  /** The server has refused the time. The list may not show that yet. */
  wasRefused: boolean;
  /** The services of a new appointment. */
  services?: readonly string[];
  /** The appointment that is moved. */
  bookingId?: string;
  /** As in the question. */
  stylistId?: string | null | undefined;
}): WhyNot | undefined {
  const isUnfree = time !== '' && (wasRefused || stateOf(times, time) !== 'free');
  const asked = times?.blocked ? NOON : times && isUnfree ? time : null;
  const { data } = useAdminQuery(WHY_NOT, asked === null ? null : { date, time: asked, ...appointment }, {
    againAfterMs: untilHoldEnds,
  });
  return data;
}

/** How many free times are offered instead of one that can't be had. */
const OFFERED = 3;

const minutesAt = (date: SalonDate, time: string) => Date.parse(date) / 60_000 + minutesOf(time);

/** The free times nearest to a time, the nearest first. */
function nearestTo(wanted: number, { before, after, later }: WhyNot['nearest']) {
  const distance = (free: { date: SalonDate; time: string }) =>
    Math.abs(minutesAt(free.date, free.time) - wanted);
  return [before, after, ...later]
    .filter((free) => free !== null)
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, OFFERED);
}

/** The nearest free times as buttons. */
export function NearestTimes({
  nearest,
  date,
  time,
  onChoose,
}: {
  nearest: WhyNot['nearest'];
  /** The day on which a time is looked for. */
  date: SalonDate;
  /** The wanted time; empty if there is none to choose on this day. */
  time: string;
  onChoose: (date: SalonDate, time: string) => void;
}) {
  const today = useSalonToday();
  const times = nearestTo(minutesAt(date, time || NOON), nearest);
  if (times.length === 0) return null;
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">Nearest free times</legend>
      <span aria-hidden="true" className="text-sm text-stone max-sm:w-full">
        Nearest free
      </span>
      {times.map((near) => (
        <AdminButton key={near.date + near.time} onClick={() => onChoose(near.date, near.time)}>
          {near.date === date ? near.time : `${dayText(near.date, today)} · ${near.time}`}
        </AdminButton>
      ))}
    </fieldset>
  );
}
