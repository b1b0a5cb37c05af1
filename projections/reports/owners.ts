import { CUSTOMER_MERGES, customers } from '../customers/projection.ts';
import { tableAt } from '../engine/stored-tables.ts';
import { appointmentsAt } from './appointments-at.ts';

/**
 * Common table expressions: `owners (id, owner)` has into whom each customer was merged by the position, step by step, and
 * `last_owners` only the last of these. Join the latter for `WHOSE`. The facts that use them begin with `with recursive`. Each has one last
 * owner; `distinct` tells Postgres so, which would otherwise expect as many rows as appointments, and sort these for the join.
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

/**
 * The owner of an appointment `a`, with `left join last_owners o on o.id = a.customer_id`; one without a customer counts as a customer of
 * its own.
 */
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
 * For current rows, an index by customer is read once, in its order, for all these owners, and for customers who were merged; a join would
 * read all of the days. Earlier states have no such index.
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
