import type { Pool } from 'pg';
import type { Position } from '../../src/eventsourcing/event-store.ts';
import type { Minutes, SalonDate } from '../../src/salon/salon-time.ts';
import { createChangesReader, tableAt } from '../engine/stored-tables.ts';
import { isVisit } from '../what-counts.ts';
import { APPOINTMENTS, type AppointmentRow, appointments } from './projection.ts';

interface Before {
  /** Customers who were one person. */
  readonly customerIds: readonly string[];
  /** The appointments that were ever theirs. */
  readonly everTheirs: readonly string[];
  readonly appointment: Pick<AppointmentRow, 'id' | 'appointment_date' | 'start_minute'>;
  readonly position: Position;
  readonly today: SalonDate;
  readonly minute: Minutes;
}

/** The appointments as they stood at a position, and what has changed them. */
export function createAppointmentsAt(pool: Pool) {
  return {
    /** One of them; undefined if it hadn't been booked, or was deleted. */
    async one(id: string, position: Position): Promise<AppointmentRow | undefined> {
      const { rows } = await pool.query<{ row: AppointmentRow }>({
        name: 'appointment-at',
        text: `select row_to_json(a) as row from ${tableAt(appointments, APPOINTMENTS, '$1', 'id = $2')} a`,
        values: [position, id],
      });
      return rows[0]?.row;
    },

    /** Counts the visits of its customer before an appointment, by the same rule as today (`projections/what-counts.ts`). */
    async visitsBefore(before: Before): Promise<number> {
      const { customerIds, everTheirs, appointment, position, today, minute } = before;
      const { rows } = await pool.query<{ visits: number }>({
        name: 'visits-before-at',
        text: `select count(*)::integer as visits
          from ${tableAt(appointments, APPOINTMENTS, '$1', 'id = any($2::uuid[])')} v
          where v.customer_id = any($3::uuid[]) and v.id <> $4
            and (v.appointment_date, v.start_minute) < ($5::date, $6::smallint)
            and ${isVisit('v', ['$7', '$8'])}`,
        values: [
          position,
          everTheirs,
          customerIds,
          appointment.id,
          appointment.appointment_date,
          appointment.start_minute,
          today,
          minute,
        ],
      });
      return rows[0]?.visits ?? 0;
    },

    changes: createChangesReader<AppointmentRow, [from: SalonDate, to: SalonDate]>(
      pool,
      appointments,
      APPOINTMENTS,
      'appointment_date between $3 and $4',
    ),
  };
}
