import { derivedId } from '../../../eventsourcing/identity.ts';
import { isSalonDate, type SalonDate } from '../../../salon/salon-time.ts';

/**
 * Identity of a hold: a UUID that begins with its day, `20261124-…`, since eight digits are eight hex digits. So
 * the id alone leads to the agenda, without a table to look it up in. The rest is derived from the idempotency key, which
 * only the browser knows that made it. Version 8 marks a UUID of a custom format.
 */
export function holdIdOf(commandId: string, date: SalonDate): string {
  const id = derivedId('hold', commandId);
  return `${date.replaceAll('-', '')}${id.slice(8, 14)}8${id.slice(15)}`;
}

/** The day that a hold's id begins with; null for an id that was never a hold's. */
export function dateOfHold(holdId: string): SalonDate | null {
  const date = holdId.replace(/^(\d{4})(\d\d)(\d\d)-.*$/, '$1-$2-$3');
  return isSalonDate(date) ? date : null;
}
