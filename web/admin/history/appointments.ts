import type { HistoryEntry } from '../../../src/contracts/history.ts';
import { formatDate } from '../../../src/salon/date-text.ts';
import { isSalonDate } from '../../../src/salon/salon-time.ts';

/** An appointment as the history of its customer names it. */
interface NamedAppointment {
  readonly id: string;
  /** `Ada Moreau · Dec 03, 2026 · 2:30 PM · Women's Haircut`. An erased customer has no name. */
  readonly text: string;
}

/** An entry with the appointment that it is about, where the history has several. */
export type ShownEntry = HistoryEntry & { readonly appointment: NamedAppointment | undefined };

/** The appointment that an entry only names: what it changes is said by the changes. */
function namedBy({ thing, changes }: HistoryEntry): NamedAppointment | undefined {
  if (thing.kind !== 'booking') return undefined;
  const kept = (wanted: string) =>
    changes.find(({ field, before, after }) => field === wanted && String(before) === String(after))?.after;
  const date = kept('appointment_date');
  if (typeof date !== 'string' || !isSalonDate(date)) return undefined;
  const services = kept('services');
  const parts = [
    kept('customer_name'),
    formatDate(date),
    kept('appointment_time'),
    Array.isArray(services) && services.join(', '),
  ];
  return { id: thing.id, text: parts.filter(Boolean).join(' · ') };
}

/**
 * The entries with their appointments. That a booking came to a customer's profile is no entry of its own where the same booking
 * made the profile, or taught it a contact: that entry names it.
 */
export function withAppointments(entries: readonly HistoryEntry[]): readonly ShownEntry[] {
  const causeOf = ({ caused_by }: HistoryEntry) => caused_by?.id ?? '';
  const causesOfCards = new Set(entries.filter(({ thing }) => thing.kind === 'customer').map(causeOf));
  const isFolded = (entry: HistoryEntry) =>
    entry.type === 'BookingLinked' && entry.caused_by !== null && causesOfCards.has(causeOf(entry));
  const folded = new Map(entries.filter(isFolded).map((entry) => [causeOf(entry), namedBy(entry)]));
  return entries
    .filter((entry) => !isFolded(entry))
    .map((entry) => ({ ...entry, appointment: namedBy(entry) ?? folded.get(causeOf(entry)) }));
}
