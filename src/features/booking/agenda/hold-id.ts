import type { SalonDate } from '../../../salon/salon-time.ts';
import { datedId, dateOfId } from './dated-id.ts';

/** Id of a hold. It follows from the idempotency key, which only the browser that made the hold knows. */
export const holdIdOf = (commandId: string, date: SalonDate): string => datedId('hold', commandId, date);

/** The day in a hold's id; null for an id that isn't a hold's. */
export const dateOfHold = (holdId: string): SalonDate | null => dateOfId(holdId);
