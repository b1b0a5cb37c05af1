import { derivedId } from '../../../eventsourcing/identity.ts';
import { isSalonDate, type SalonDate } from '../../../salon/salon-time.ts';

/**
 * Id of a hold or a block on an agenda: a UUID whose first eight hexadecimal digits are the day, such as `20261124-…`. So the agenda
 * follows from the id without a look-up. The rest is derived from the command id, which follows from the idempotency key, and only
 * the browser that made a hold knows that. UUID version 8 stands for a custom format.
 */
export function datedId(kind: 'hold' | 'block', commandId: string, date: SalonDate): string {
  const id = derivedId(kind, commandId);
  return `${date.replaceAll('-', '')}${id.slice(8, 14)}8${id.slice(15)}`;
}

/** The day in an id that `datedId` has made; null for any other id. */
export function dateOfId(id: string): SalonDate | null {
  const date = id.replace(/^(\d{4})(\d\d)(\d\d)-.*$/, '$1-$2-$3');
  return isSalonDate(date) ? date : null;
}
