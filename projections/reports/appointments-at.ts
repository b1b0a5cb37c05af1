import { APPOINTMENTS, appointments } from '../appointments/projection.ts';
import { CUSTOMER_MERGES, customers } from '../customers/projection.ts';
import { tableAt } from '../engine/stored-tables.ts';
import { isVisit } from '../what-counts.ts';
import type { Question, Tools } from './report.ts';

/** The appointments that a condition holds for, as they stood at the position, as a subquery in SQL. */
export const appointmentsAt = (condition: string): string =>
  tableAt(appointments, APPOINTMENTS, '$1', condition);

/** Those on the days of the period. */
export const APPOINTMENTS_OF_PERIOD = appointmentsAt('appointment_date between $2 and $3');

/** Whether an appointment `a` was a visit by the moment. */
export const wasVisit = ({ today, minute }: Question, { parameter }: Tools): string =>
  isVisit('a', [parameter(today), parameter(minute)]);

/**
 * A common table expression `owners (id, owner)`: into whom customers were merged by the position, followed to the end. Join it for
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

/** Whose an appointment `a` is, with `left join last_owners o on o.id = a.customer_id`; one that is nobody's is its own customer. */
export const WHOSE = 'coalesce(o.owner, a.customer_id, a.id)';

/** Makes queries of visits, each with the condition on its appointment: `id`, `date`, `minute` and `owner`. They come after `OWNERS`. */
export function visitsOf(question: Question, tools: Tools): (condition: string) => string {
  const isOne = wasVisit(question, tools);
  return (condition) => `
    select a.id, a.appointment_date as date, a.start_minute as minute, ${WHOSE} as owner
    from ${appointmentsAt(condition)} a
    left join last_owners o on o.id = a.customer_id
    where ${isOne}`;
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
