import { appointments } from '../../appointments/projection.ts';
import { STYLIST_OF } from '../../stylist-of.ts';
import { LOST } from '../amounts.ts';
import { APPOINTMENTS_OF_PERIOD, startsAt } from '../appointments-at.ts';
import { byCalendar } from '../calendar-keys.ts';
import { ratio } from '../ratio.ts';
import type { Grouping, Report, Tools } from '../report.ts';
import { appointmentKey, BY_STYLIST } from '../stylists.ts';

const REASONS: Grouping = {
  key: 'reason',
  label: 'Reason',
  labels: {
    customer_request: 'Customer Request',
    scheduling_conflict: 'Scheduling Conflict',
    emergency: 'Emergency',
    no_show: 'No Show',
    other: 'Other',
  },
};
const BY_WHOM: Grouping = {
  key: 'by_whom',
  label: 'By whom',
  labels: { customer: 'Customer', staff: 'Staff', system: 'The system' },
};
const NOTICE: Grouping = {
  key: 'notice',
  label: 'Notice',
  labels: {
    'after-start': 'After the start',
    'under-4h': 'Less than 4 hours',
    '4-24h': '4 to 24 hours',
    '1-7d': '1 to 7 days',
    'over-7d': 'More than 7 days',
  },
};

/** Appointments that aren't cancelled have no reason, nor anything else of a cancellation: they count in what shares are of. */
const NOT_CANCELLED = '';

/** SQL of the key in a grouping that divides only cancellations. */
function keyBy(by: string, { parameter, timeZone }: Tools): string {
  if (by === REASONS.key) return `coalesce(a.cancellation_reason, '${NOT_CANCELLED}')`;
  if (by === BY_WHOM.key) return `coalesce(a.cancelled_by, '${NOT_CANCELLED}')`;
  const notice = `extract(epoch from ${startsAt(parameter(timeZone))} - a.cancelled_at::timestamptz) / 3600`;
  return `case when a.status <> 'cancelled' then '${NOT_CANCELLED}' else (
    select case when hours < 0 then 'after-start' when hours < 4 then 'under-4h' when hours < 24 then '4-24h'
      when hours <= 7 * 24 then '1-7d' else 'over-7d' end
    from (select ${notice} as hours) notice) end`;
}

/** Few, so that the rows are kept in memory. */
const USED = [
  'id',
  'status',
  'appointment_date',
  'start_minute',
  'end_minute',
  'parts',
  'total_amount',
  'amount_cents',
  'cancellation_reason',
  'cancelled_at',
  'cancelled_by',
  'cancelled_position',
  'taken_position',
].join(', ');

export const cancellationsReport: Report = {
  name: 'cancellations',
  title: 'Cancellations',
  meaning: 'The appointments on the days of the period that are cancelled, each by its last cancellation.',
  by: [REASONS, BY_WHOM, NOTICE, ...byCalendar('month', 'weekday'), BY_STYLIST],
  models: [appointments],
  columns: [
    {
      key: 'cancelled',
      label: 'Cancelled',
      unit: 'count',
      meaning: 'Appointments that are cancelled.',
      adds: "(status = 'cancelled')::integer",
    },
    {
      key: 'booked',
      label: 'Booked',
      unit: 'count',
      meaning:
        'The number that shares are parts of: all appointments of the row, or of the whole period if the rows divide only cancellations.',
      aggregate: 'coalesce(max(of_booked), count(*))',
      isHidden: true,
    },
    {
      key: 'share',
      label: 'Share of booked',
      unit: 'share',
      meaning: 'Cancelled appointments as a part of all that were booked, cancelled ones included.',
      of: ({ cancelled, booked }) => ratio(cancelled, booked),
    },
    {
      key: 'minutes',
      label: 'Time given up',
      unit: 'minutes',
      meaning: 'The time that the cancelled appointments would have taken.',
      adds: "case when status = 'cancelled' then end_minute - start_minute else 0 end",
    },
    {
      key: 'minutes_refilled',
      label: 'Time filled again',
      unit: 'minutes',
      meaning:
        'The part of that time that was given to others afterwards. A minute given up several times counts once, for the last cancellation before it was taken again.',
      adds: 'minutes_refilled',
    },
    {
      key: 'lost_cents',
      label: 'Lost',
      unit: 'cents',
      meaning: 'The amount that the cancelled appointments would have cost.',
      adds: LOST,
    },
  ],
  facts({ by }, tools) {
    const ofAll = appointmentKey(by, 'a.appointment_date', 'a.start_minute');
    const key = ofAll ?? keyBy(by, tools);
    return `
      with period as materialized (
        select ${USED}, ${STYLIST_OF} as stylist, int4range(start_minute, end_minute) as time from ${APPOINTMENTS_OF_PERIOD} a
      ),
      retaken as (
        select given_up.id, given_up.appointment_date, given_up.stylist, given_up.cancelled_position, range_agg(given_up.time * later.time) as minutes
        from period given_up join period later
          on later.appointment_date = given_up.appointment_date and later.stylist = given_up.stylist and later.status <> 'cancelled'
          and later.taken_position > given_up.cancelled_position and later.time && given_up.time
        where given_up.status = 'cancelled'
        group by 1, 2, 3, 4
      ),
      refilled as (
        select id, (
          select coalesce(sum(upper(part) - lower(part)), 0)
          from unnest(minutes - coalesce(given_up_later, '{}')) part) as minutes
        from (
          -- A window, since somebody may cancel hundreds of appointments of one day: pairs of them would take minutes.
          select id, minutes, range_agg(minutes) over (
            partition by appointment_date, stylist order by cancelled_position desc
            rows between unbounded preceding and 1 preceding) as given_up_later
          from retaken) retaken
      )
      select ${key} as key, a.id, a.status, a.start_minute, a.end_minute, a.total_amount, a.amount_cents,
        ${ofAll ? 'null::bigint' : 'count(*) over ()'} as of_booked, coalesce(refilled.minutes, 0) as minutes_refilled
      from period a left join refilled using (id)`;
  },
};
