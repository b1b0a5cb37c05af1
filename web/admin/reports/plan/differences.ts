import type { ReportedAppointment, Unit } from '../../../../src/contracts/reports/reports.ts';
import { formatDate } from '../../../../src/salon/date-text.ts';
import { formatTime } from '../../../../src/salon/time-text.ts';
import { shortAmount } from '../../ui/number-text.ts';
import { figureText } from './figures.ts';

/** An appointment that adds something else to a number now than it did then; undefined where it adds nothing. */
export interface Difference {
  readonly id: string;
  readonly before: ReportedAppointment | undefined;
  readonly after: ReportedAppointment | undefined;
}

/** The appointments that differ, in the order of their dates. */
export function differencesOf(
  before: readonly ReportedAppointment[],
  after: readonly ReportedAppointment[],
): readonly Difference[] {
  const then = new Map(before.map((appointment) => [appointment.id, appointment]));
  const now = new Map(after.map((appointment) => [appointment.id, appointment]));
  const when = (difference: Difference) => {
    const { date = '', start = 0 } = difference.before ?? difference.after ?? {};
    return `${date} ${String(start).padStart(4, '0')}`;
  };
  return [...new Set([...then.keys(), ...now.keys()])]
    .map((id): Difference => ({ id, before: then.get(id), after: now.get(id) }))
    .filter((difference) => whatDiffers(difference, 'count').length > 0)
    .toSorted((one, other) => (when(one) < when(other) ? -1 : 1));
}

const timeOf = ({ date, start }: ReportedAppointment) => `${formatDate(date)} · ${formatTime(start)}`;

/** What has happened to an appointment since, as far as it shows. @param unit of the number that it adds to */
export function whatDiffers({ before, after }: Difference, unit: Unit): readonly string[] {
  if (!before) return ['Not counted then'];
  if (!after) return [before.is_deleted ? 'Deleted since' : 'Not counted any more'];
  const facts = [
    ['Moved from', timeOf],
    ['Was', ({ status }) => status],
    ['Was', ({ total_amount }) => shortAmount(total_amount)],
    ['Counted as', ({ value }) => figureText(unit, value)],
  ] as const satisfies readonly (readonly [word: string, of: (appointment: ReportedAppointment) => string])[];
  return facts.filter(([, of]) => of(before) !== of(after)).map(([word, of]) => `${word} ${of(before)}`);
}
