import { z } from 'zod';
import { CreatedBooking } from '../../src/contracts/bookings/bookings.ts';
import { PositionField, SalonDateField, TimeField } from '../../src/contracts/fields.ts';
import { readFromTab, storeInTab } from '../ui/tab-storage.ts';

const KEY = 'confirmation';

/** A booking as the confirmation page shows it. */
export const Confirmation = z.object({
  date: SalonDateField,
  time: TimeField,
  /** Durations in minutes. A price is there only if the stylist who does it asks exactly that. */
  services: z.array(
    z.object({ name: z.string(), duration: z.int().nonnegative(), price: z.string().optional() }),
  ),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  notes: z.string().nullable(),
  /** Path of the private page, `/m/{token}`; null when the confirmation was opened by a plain link. */
  managePath: z.string().startsWith('/m/').nullable(),
  /** The short path to the same page, `/b/{code}`, for paper and for handing on. */
  shortPath: z.string().startsWith('/b/').nullable().default(null),
  /** The log's position after the booking: data loaded later must be at least as new. */
  position: PositionField.nullable().default(null),
  confirmed_by: CreatedBooking.shape.confirmed_by,
  stylist: CreatedBooking.shape.stylist,
});
export type Confirmation = z.infer<typeof Confirmation>;

/** Stores the booking for reloads of the confirmation. Without storage, the navigation state still carries it. */
export const storeConfirmation = (confirmation: Confirmation) => storeInTab(KEY, confirmation);

/** Reads the value that `storeConfirmation` stored, if it is valid. */
export const storedConfirmation = (): Confirmation | null =>
  Confirmation.safeParse(readFromTab(KEY)).data ?? null;
