import { APPOINTMENTS, appointments } from '../appointments/projection.ts';
import { type Condition, tableAt } from '../engine/stored-tables.ts';
import { isVisit } from '../what-counts.ts';
import type { Question, Tools } from './report.ts';

/** The appointments that a condition holds for, as they stood at the position, as a subquery in SQL. */
export const appointmentsAt = (condition: Condition): string =>
  tableAt(appointments, APPOINTMENTS, '$1', condition);

export const OF_PERIOD = 'appointment_date between $2 and $3';

export const APPOINTMENTS_OF_PERIOD = appointmentsAt(OF_PERIOD);

/** Whether an appointment `a` was a visit by the moment. */
export const wasVisit = ({ today, minute }: Question, { parameter }: Tools): string =>
  isVisit('a', [parameter(today), parameter(minute)]);

/** The same of somebody: nobody can tell who a walk-in was of whom nothing is known. */
export const wasVisitOfSomebody = (question: Question, tools: Tools): string =>
  `${wasVisit(question, tools)} and not a.is_anonymous`;

/**
 * When an appointment `a` begins: an instant in SQL. For a time that the salon's clock shows twice it is the first instant; a
 * skipped time is converted as if the clock had not been put forward yet.
 *
 * @param zone parameter of the time zone
 */
export function startsAt(zone: string): string {
  const shown = '(a.appointment_date + make_interval(mins => a.start_minute))';
  // Postgres takes the second instant of a time that comes twice; the first one is by the clock of the day before.
  const first = `((${shown} - interval '1 day') at time zone ${zone} + interval '24 hours')`;
  return `case when ${first} at time zone ${zone} = ${shown} then ${first} else ${shown} at time zone ${zone} end`;
}
