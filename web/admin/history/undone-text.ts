import type { HistoryEntry } from '../../../src/contracts/history/history.ts';
import type { SalonDate } from '../../../src/salon/salon-time.ts';
import { dayText, recordDay } from '../ui/instant-text.ts';
import { changeOf, dateIn, isChanged, isMoved } from './changes.ts';
import { entryText, hoursChange } from './history-text.ts';

type Entry = Pick<HistoryEntry, 'type' | 'thing' | 'changes' | 'caused_by'>;

/** The customer, service or day that an entry is about, as far as these entries tell. */
function nameOf(entry: Entry, entries: readonly Entry[]): string | undefined {
  const { thing } = entry;
  if (thing.kind === 'day') return dateIn(thing.id) && recordDay(thing.id);
  if (thing.kind === 'hours') return hoursChange(entry)?.label;
  const field = thing.kind === 'booking' ? 'customer_name' : 'name';
  const names = [entry, ...entries.filter((one) => one.thing.id === thing.id)].map(
    (one) => changeOf(one, field)?.after,
  );
  return names.find((name) => typeof name === 'string');
}

/** The time, stylist or status that an appointment has again once an entry of it is undone: `is pending`, `ends at 11:00 AM`, `is with Ann`. */
function againText(entry: Entry, today: SalonDate): string | undefined {
  const [date, time, status] = ['appointment_date', 'appointment_time', 'status'].map((field) =>
    changeOf(entry, field),
  );
  const hasMoved = isMoved(entry);
  const stylist = isChanged(entry, 'stylist') && changeOf(entry, 'stylist')?.before;
  const by = stylist ? ` with ${stylist}` : '';
  const day = dateIn(date?.before);
  const end = changeOf(entry, 'end_time');
  if (end && !hasMoved) return `ends at ${end.before}`;
  if (hasMoved)
    return day
      ? `${[`is on ${dayText(day, today)}`, time?.before].filter(Boolean).join(' · ')}${by}`
      : `is at ${time?.before}${by}`;
  if (by) return `is${by}`;
  return isChanged(entry, 'status') ? `is ${status?.before}` : undefined;
}

/**
 * Describes the undone change, by the entry that tells of it: `Ada Moreau is pending again`, `Service changed · Perm`.
 *
 * @param entries others that may name the customer
 */
export function undoneText(entry: Entry, today: SalonDate, entries: readonly Entry[] = []): string {
  const name = nameOf(entry, entries);
  const again = entry.thing.kind === 'booking' ? againText(entry, today) : undefined;
  if (again) return `${name ?? 'The appointment'} ${again} again`;
  return [entryText(entry), name].filter(Boolean).join(' · ');
}
