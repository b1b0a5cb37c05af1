import type { HistoryChange, HistoryEntry } from '../../../src/contracts/history/history.ts';
import { isSalonDate, type SalonDate } from '../../../src/salon/salon-time.ts';
import { recordDay } from '../ui/moment-text.ts';

/** An appointment, or a time of a day, as the history of a customer or of a day names it. */
interface NamedAppointment {
  /** Undefined for a time that is nobody's appointment. */
  readonly id: string | undefined;
  /** `Ada Moreau · Thu, Dec 3, 2026 · 2:30 PM · Women's Haircut`; in the history of that day without the date. An erased customer has no name. */
  readonly text: string;
}

/** An entry with the appointment that it is about, where the history has several. */
export type ShownEntry = HistoryEntry & { readonly appointment: NamedAppointment | undefined };

const NAMING = ['customer_name', 'appointment_date', 'appointment_time', 'services'];

const isKept = ({ field, before, after }: HistoryChange) =>
  NAMING.includes(field) && String(before) === String(after);

/** The appointment as it is after the entry, where the history says which one is meant. @param day whose history it is, if of a day */
function namedBy({ thing, changes }: HistoryEntry, day?: SalonDate): NamedAppointment | undefined {
  if (thing.kind !== 'booking' || !(day || changes.some(isKept))) return undefined;
  const after = (wanted: string) => changes.find(({ field }) => field === wanted)?.after;
  const date = after('appointment_date');
  const services = after('services');
  const parts = [
    after('customer_name'),
    typeof date === 'string' && isSalonDate(date) && date !== day && recordDay(date),
    after('appointment_time'),
    Array.isArray(services) && services.join(', '),
  ];
  const text = parts.filter(Boolean).join(' · ');
  return text ? { id: thing.id, text } : undefined;
}

/** The time that was taken, held or released: `2:30 PM – 3:30 PM`. */
function timeOf({ thing, changes }: HistoryEntry): NamedAppointment | undefined {
  if (thing.kind !== 'day') return undefined;
  const after = (wanted: string) => changes.find(({ field }) => field === wanted)?.after;
  const times = [after('appointment_time'), after('end_time')].filter(Boolean);
  return times.length > 0 ? { id: undefined, text: times.join(' – ') } : undefined;
}

/** The changes without what an appointment began with and is named by. */
const unnamed = ({ thing, changes }: HistoryEntry) =>
  changes.filter(
    ({ field, before }) => !(thing.kind === 'booking' && before === null && NAMING.includes(field)),
  );

/** Sorted by time: events of several processes are not in that order in the log. */
const newestFirst = (entries: readonly HistoryEntry[]) =>
  entries.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));

/**
 * The entries of a day with their appointments. That a booking takes or leaves its time is said by the booking's own entry, and that it
 * came to a profile belongs to its customer.
 */
function ofDay(entries: readonly HistoryEntry[], day: SalonDate): readonly ShownEntry[] {
  const requests = new Set(
    entries.filter(({ thing }) => thing.kind === 'booking').map(({ correlation_id }) => correlation_id),
  );
  const isSaid = ({ type, actor, correlation_id }: HistoryEntry) =>
    type === 'BookingLinked'
      ? actor.kind === 'system'
      : ['SlotTaken', 'SlotReleased'].includes(type) && requests.has(correlation_id);
  return entries
    .filter((entry) => !isSaid(entry))
    .map((entry) => ({
      ...entry,
      changes: unnamed(entry),
      appointment: namedBy(entry, day) ?? timeOf(entry),
    }));
}

/**
 * The entries with their appointments, the newest first. That a booking came to a customer's profile is no entry of its own where the
 * same booking made the profile, or taught it a contact: that entry names it.
 *
 * @param day whose history it is, if it is that of a day
 */
export function withAppointments(listed: readonly HistoryEntry[], day?: SalonDate): readonly ShownEntry[] {
  const entries = newestFirst(listed);
  if (day) return ofDay(entries, day);
  const causeOf = ({ caused_by }: HistoryEntry) => caused_by?.id ?? '';
  const causesOfCards = new Set(entries.filter(({ thing }) => thing.kind === 'customer').map(causeOf));
  const isFolded = (entry: HistoryEntry) =>
    entry.type === 'BookingLinked' && entry.caused_by !== null && causesOfCards.has(causeOf(entry));
  const folded = new Map(entries.filter(isFolded).map((entry) => [causeOf(entry), namedBy(entry)]));
  return entries
    .filter((entry) => !isFolded(entry))
    .map((entry) => ({ ...entry, appointment: namedBy(entry) ?? folded.get(causeOf(entry)) }));
}
