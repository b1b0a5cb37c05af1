import { lastStates } from '../engine/stored-tables.ts';
import { SERVICES, services } from '../services/projection.ts';
import { appointmentsAt, OF_PERIOD } from './appointments-at.ts';

/** The key of everything that was paid for besides services, less discounts; it is no id of a service. */
const OTHER_ITEMS = 'Other items';

/** A service that the catalogue has never had counts here. */
const NO_CATEGORY = 'Other';

/**
 * The services of the period's appointments, one row each. Present rows and earlier states are expanded separately, so that
 * Postgres can use a table's statistics, and keeps what it has expanded of services that come often.
 */
const SERVICES_OF_PERIOD = [{ now: OF_PERIOD }, { now: 'false', past: OF_PERIOD }]
  .map(
    (condition) => `
      select a.id as appointment, a.status, a.total_amount, s.*
      from ${appointmentsAt(condition)} a
      cross join rows from (jsonb_to_recordset(a.services)
        as (id text, minutes integer, "amountCents" integer, "tipCents" integer))
        with ordinality as s (id, minutes, amount_cents, tip_cents, nth)`,
  )
  .join(' union all ');

const OTHER_ITEMS_OF_PERIOD = `
  select '${OTHER_ITEMS}' as key, id, status, total_amount, 0 as minutes, other_items_cents as amount_cents,
    0 as tip_cents, false as is_first_part, false as is_service
  from ${appointmentsAt(`${OF_PERIOD} and other_items_cents <> 0`)} a`;

/**
 * A query of the appointments of the period by service or category: one fact for each of an appointment's services, or categories,
 * with its part of the minutes and of the amount; `is_first_part` is true for one fact of each appointment. Everything that was paid
 * for besides services is one more fact, for which `is_service` is false.
 *
 * @param by `service` or `category`, the catalogue's at the position
 */
export function serviceFacts(by: string): string {
  if (by === 'service')
    return `select s.id as key, s.appointment as id, status, total_amount, minutes, amount_cents, tip_cents, nth = 1 as is_first_part,
        true as is_service
      from (${SERVICES_OF_PERIOD}) s
      union all ${OTHER_ITEMS_OF_PERIOD}`;
  return `select coalesce(c.category, '${NO_CATEGORY}') as key, s.appointment as id, s.status, s.total_amount,
      sum(s.minutes) as minutes, sum(s.amount_cents) as amount_cents,
      sum(s.tip_cents) as tip_cents, min(s.nth) = 1 as is_first_part, true as is_service
    from (${SERVICES_OF_PERIOD}) s left join ${lastStates(services, SERVICES, '$1')} c on c.id = s.id
    group by 1, 2, 3, 4
    union all ${OTHER_ITEMS_OF_PERIOD}`;
}
