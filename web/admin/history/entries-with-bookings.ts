import type { HistoryChange, HistoryEntry } from '../../../src/contracts/history/history.ts';
import { isSalonDate, type SalonDate } from '../../../src/salon/salon-time.ts';
import { recordDay } from '../ui/instant-text.ts';
import { changeOf, dateIn } from './changes.ts';

/** An appointment, or an occupied time, as the history of a customer or of a day names it. */
interface NamedBooking {
  /** Undefined for a time without an appointment. */
  readonly id: string | undefined;
  /** `Ada Moreau · Thu, Dec 3, 2026 · 2:30 PM · Women's Haircut`; without the date in the history of that day, and without the name of an erased customer. */
  readonly text: string;
}

/** An entry with the appointment or other thing that it is about, if the history covers several. */
export type ShownEntry = HistoryEntry & { readonly appointment: NamedBooking | undefined };

const NAMING = ['customer_name', 'appointment_date', 'appointment_time', 'services', 'stylist'];

const isKept = ({ field, before, after }: HistoryChange) =>
  NAMING.includes(field) && String(before) === String(after);

/** The kinds of things that belong to an appointment, and have its id. */
const OF_APPOINTMENTS: readonly string[] = ['booking', 'message', 'mail'];

/** The appointment as it is after the entry. @param day for the history of a day, which needs no date */
function appointmentIn(entry: HistoryEntry, day?: SalonDate): NamedBooking | undefined {
  if (!OF_APPOINTMENTS.includes(entry.thing.kind)) return undefined;
  const date = dateIn(changeOf(entry, 'appointment_date')?.after);
  const services = changeOf(entry, 'services')?.after;
  const stylist = changeOf(entry, 'stylist')?.after;
  const parts = [
    changeOf(entry, 'customer_name')?.after,
    date && date !== day && recordDay(date),
    changeOf(entry, 'appointment_time')?.after,
    Array.isArray(services) && services.join(', '),
    stylist && `with ${stylist}`,
  ];
  const text = parts.filter(Boolean).join(' · ');
  return text ? { id: entry.thing.id, text } : undefined;
}

/** The appointment that an entry names; those in the history of an appointment itself name none. */
const namedBy = (entry: HistoryEntry) => (entry.changes.some(isKept) ? appointmentIn(entry) : undefined);

/** The time that was taken, held or released: `2:30 PM – 3:30 PM`. */
function timeOf(entry: HistoryEntry): NamedBooking | undefined {
  if (entry.thing.kind !== 'day') return undefined;
  const times = ['appointment_time', 'end_time']
    .map((field) => changeOf(entry, field)?.after)
    .filter(Boolean);
  return times.length > 0 ? { id: undefined, text: times.join(' – ') } : undefined;
}

/** The changes without the initial values that the appointment is named by. */
const unnamed = ({ thing, changes }: HistoryEntry) =>
  changes.filter(
    ({ field, before }) => !(thing.kind === 'booking' && before === null && NAMING.includes(field)),
  );

/** Sorts by time, since events of several processes may be in another order in the log. */
const newestFirst = (entries: readonly HistoryEntry[]) =>
  entries.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));

/**
 * The entries of a day with their appointments. Left out are entries that a time was taken or released by a booking, since the
 * booking has an entry itself, and that a booking was added to a profile, which belongs to the customer's history.
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
      appointment: appointmentIn(entry, day) ?? timeOf(entry),
    }));
}

/** The service, the customer or the day that an entry is about. */
function nameOf({ thing, changes }: HistoryEntry): NamedBooking | undefined {
  if (thing.kind === 'day' && isSalonDate(thing.id)) return { id: undefined, text: recordDay(thing.id) };
  const name = changes.find(({ field, before, after }) => field === 'name' && before === after)?.after;
  return typeof name === 'string' ? { id: undefined, text: name } : undefined;
}

/** The entries of the whole salon, each with what it is about. */
export const ofSalon = (entries: readonly HistoryEntry[]): readonly ShownEntry[] =>
  newestFirst(entries).map((entry) => ({
    ...entry,
    changes: unnamed(entry),
    appointment: appointmentIn(entry) ?? nameOf(entry),
  }));

/**
 * The entries with their appointments, the newest first. If a booking created a customer's profile or added a contact to it, that
 * entry names the booking, and the entry that the booking was added to the profile is left out.
 *
 * @param day for the history of a day
 */
export function withBookings(listed: readonly HistoryEntry[], day?: SalonDate): readonly ShownEntry[] {
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
