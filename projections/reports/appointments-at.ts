import { APPOINTMENTS, appointments } from '../appointments/projection.ts';
import { CUSTOMER_MERGES, customers } from '../customers/projection.ts';
import { type Condition, tableAt } from '../engine/stored-tables.ts';
import { isVisit } from '../what-counts.ts';
import type { Question, Tools } from './report.ts';

/** The appointments that a condition holds for, as they stood at the position, as a subquery in SQL. */
export const appointmentsAt = (condition: Condition): string =>
  tableAt(appointments, APPOINTMENTS, '$1', condition);

/** Of the days of the period. */
export const OF_PERIOD = 'appointment_date between $2 and $3';

export const APPOINTMENTS_OF_PERIOD = appointmentsAt(OF_PERIOD);

/** Whether an appointment `a` was a visit by the moment. */
export const wasVisit = ({ today, minute }: Question, { parameter }: Tools): string =>
  isVisit('a', [parameter(today), parameter(minute)]);

/**
 * A common table expression `owners (id, owner)`: of each customer who was merged by the position, to whom they finally belong. Join it for
 * `WHOSE`. The facts that use it begin with `with recursive`. There is one last owner each; `distinct` says so to Postgres, which
 * would expect as many as appointments, and sort these for the join.
 */
export const OWNERS = `
  owners (id, owner) as (
    select from_id, into_id from ${tableAt(customers, CUSTOMER_MERGES, '$1')} merged
    union
    select o.id, merged.into_id from owners o
    join ${tableAt(customers, CUSTOMER_MERGES, '$1')} merged on merged.from_id = o.owner
  ),
  last_owners as (
    select distinct on (id) id, owner from owners o where not exists (select from owners further where further.id = o.owner)
  )`;

/** Whose an appointment `a` is, with `left join last_owners o on o.id = a.customer_id`; one without a customer counts as a customer of its own. */
export const WHOSE = 'coalesce(o.owner, a.customer_id, a.id)';

/** A query of visits on some days: `id`, `date`, `minute` and `owner`. It comes after `OWNERS`. */
export const visitsOn = (days: string, condition: string): string => `
  select a.id, a.appointment_date as date, a.start_minute as minute, ${WHOSE} as owner
  from ${appointmentsAt(days)} a
  left join last_owners o on o.id = a.customer_id
  where ${condition}`;

/**
 * A query of appointments on other days of certain owners, and maybe of others: `owner` and `requested_at`. It comes after `OWNERS`.
 *
 * Of the rows that are as they are now, an index by customer is read once, in its order, for all these owners, and for customers who
 * were merged; a join would read all of the days. Earlier states have no such index.
 *
 * @param owners a query of final owners
 * @param days a condition on `appointment_date`
 * @param condition on an appointment `a`
 */
export function onOtherDays(owners: string, days: string, condition: string): string {
  const now = (customers: string) => `customer_id = any(array(${customers})) and ${days}`;
  return `
    select a.customer_id as owner, a.requested_at
    from ${appointmentsAt({ now: now(owners) })} a
    where ${condition}
    union all
    select ${WHOSE}, a.requested_at
    from ${appointmentsAt({ now: now('select id from last_owners'), past: days })} a
    left join last_owners o on o.id = a.customer_id
    where ${condition}`;
}

/**
 * When an appointment `a` begins: an instant in SQL. Of a time that the salon's clock shows twice it is the first; one that is skipped
 * is taken as if the clock had not been put forward yet.
 *
 * @param zone parameter of the time zone
 */
export function startsAt(zone: string): string {
  const shown = '(a.appointment_date + make_interval(mins => a.start_minute))';
  // Postgres takes the second instant of a time that comes twice; the first one is by the clock of the day before.
  const first = `((${shown} - interval '1 day') at time zone ${zone} + interval '24 hours')`;
  return `case when ${first} at time zone ${zone} = ${shown} then ${first} else ${shown} at time zone ${zone} end`;
}
