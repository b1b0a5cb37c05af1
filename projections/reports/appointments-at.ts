import { APPOINTMENTS, appointments } from '../appointments/projection.ts';
import { CUSTOMER_MERGES, customers } from '../customers/projection.ts';
import { tableAt } from '../engine/stored-tables.ts';
import type { Question, Tools } from './report.ts';

/** The appointments on the days of the period as they stood at the position, as a subquery in SQL. */
export const APPOINTMENTS_OF_PERIOD = tableAt(
  appointments,
  APPOINTMENTS,
  '$1',
  'appointment_date between $2 and $3',
);

/** All appointments as they stood at the position. */
export const ALL_APPOINTMENTS = tableAt(appointments, APPOINTMENTS, '$1');

/** Whether an appointment `a` was a visit: it was completed, or was confirmed and over by the moment. */
export function isVisit({ today, minute }: Question, { parameter }: Tools): string {
  const clock = `(${parameter(today)}::date, ${parameter(minute)}::smallint)`;
  return `(a.status = 'completed' or a.status = 'confirmed' and (a.appointment_date, a.end_minute) <= ${clock})`;
}

/**
 * A common table expression `owners (id, owner)`: into whom customers were merged by the position, followed to the end. Join it for
 * `WHOSE`. The facts that use it begin with `with recursive`.
 */
export const OWNERS = `
  owners (id, owner) as (
    select from_id, into_id from ${tableAt(customers, CUSTOMER_MERGES, '$1')} merged
    union
    select o.id, merged.into_id from owners o
    join ${tableAt(customers, CUSTOMER_MERGES, '$1')} merged on merged.from_id = o.owner
  ),
  last_owners as (
    select id, owner from owners o where not exists (select from owners further where further.id = o.owner)
  )`;

/** Whose an appointment `a` is, with `left join last_owners o on o.id = a.customer_id`; one that is nobody's is its own customer. */
export const WHOSE = 'coalesce(o.owner, a.customer_id, a.id)';
