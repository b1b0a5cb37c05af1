import { z } from 'zod';
import { PositionField, SalonDateField, TimeField } from '../../src/contracts/fields.ts';

const KEY = 'confirmation';

/** A booking as the confirmation page shows it. */
export const Confirmation = z.object({
  date: SalonDateField,
  time: TimeField,
  /** Durations in minutes; 0 where a plain link didn't say. */
  services: z.array(z.object({ name: z.string(), duration: z.int().nonnegative() })),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  notes: z.string().nullable(),
  /** `/m/{token}`; null when the page was opened by a plain link. */
  managePath: z.string().startsWith('/m/').nullable(),
  /** Where the log stood once it was booked: what is loaded of it must be as new. */
  position: PositionField.nullable().default(null),
});
export type Confirmation = z.infer<typeof Confirmation>;

/** Keeps the booking for a reload of the confirmation, as long as the tab lives. */
export function keepConfirmation(confirmation: Confirmation) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(confirmation));
  } catch {
    // Storage may be switched off; the navigation state still carries the booking.
  }
}

export function keptConfirmation(): Confirmation | null {
  try {
    return Confirmation.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}
