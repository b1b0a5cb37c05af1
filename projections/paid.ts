import type { AdminBooking, Payment } from '../src/contracts/bookings/admin-booking.ts';
import { ERASED } from '../src/eventsourcing/event-types.ts';
import type { Paid } from '../src/features/booking/appointment/events.ts';

/** The payments that make the recorded amount; the tip came with the first one. */
export function paymentsOf({ amountCents, method, tipCents = 0, payments }: Paid): readonly Payment[] {
  if (amountCents === null) return [];
  const parts = payments ?? [{ method: method ?? null, cents: amountCents }];
  return parts.map((part, index) => ({ ...part, tip_cents: index === 0 ? tipCents : 0 }));
}

/** The parts of the recorded amount, with their words unless they are erased. */
export function linesOf({ lines = [], personal }: Paid): AdminBooking['lines'] {
  const texts = personal && personal !== ERASED ? personal.texts : [];
  return lines.map(({ serviceId = null, cents }, index) => ({
    service_id: serviceId,
    cents,
    text: texts[index] ?? null,
  }));
}
