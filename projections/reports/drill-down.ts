import type { Pool } from 'pg';
import type { ReportedBooking } from '../../src/contracts/reports/reports.ts';
import { BOOKINGS_TABLE } from '../bookings/projection.ts';
import type { ClockReader } from '../clock/queries.ts';
import { appointmentsAt } from './appointments-at.ts';
import { factsOf } from './figures.ts';
import type { Column, Question, Report } from './report.ts';

interface DrillDownDeps {
  readonly pool: Pool;
  readonly timeZone: string;
  readonly clock: ClockReader;
}

interface Page {
  readonly key: string | undefined;
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** The appointments behind a number, which add up to it. */
export function createDrillDown(deps: DrillDownDeps) {
  return async (report: Report, column: Column, question: Question, { key, limit, cursor }: Page) => {
    const { text, values } = await factsOf(report, question, deps);
    const all = [...values];
    const parameter = (value: unknown) => `$${all.push(value)}`;
    const [date, start, id] = cursor?.split('.') ?? [];
    const after =
      cursor === undefined
        ? 'true'
        : `(a.appointment_date, a.start_minute, a.id) >
           (${parameter(date)}::date, ${parameter(start)}::smallint, ${parameter(id)}::uuid)`;
    const { rows } = await deps.pool.query<{ row: ReportedBooking }>({
      text: `with facts as (${text}), behind as (
          select id, sum(${column.adds})::float8 as value from facts
          where id is not null and ${key === undefined ? 'true' : `key::text = ${parameter(key)}`}
          group by id having sum(${column.adds}) <> 0)
        select json_build_object(
          'id', a.id, 'date', a.appointment_date, 'start', a.start_minute, 'end', a.end_minute, 'status', a.status,
          'customer_name', b.customer_name, 'is_deleted', b.id is null,
          'services', (select json_agg(json_build_object('id', s->>'id', 'name', s->>'name')) from jsonb_array_elements(a.services) s),
          'total_amount', a.total_amount, 'value', behind.value) as row
        from behind join ${appointmentsAt('id in (select id from behind)')} a on a.id = behind.id left join ${BOOKINGS_TABLE} b on b.id = a.id
        where ${after} order by a.appointment_date, a.start_minute, a.id limit ${parameter(limit + 1)}`,
      values: all,
    });
    const appointments = rows.slice(0, limit).map(({ row }) => row);
    const last = appointments.at(-1);
    const next_cursor = rows.length > limit && last ? `${last.date}.${last.start}.${last.id}` : null;
    return { appointments, next_cursor };
  };
}
