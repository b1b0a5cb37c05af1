import { z } from 'zod';
import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import type { ServicesBody } from '../../../../src/contracts/bookings/length.ts';
import type { AdminService } from '../../../../src/contracts/salon/admin-services.ts';
import { isAmount, MOST_CENTS } from '../../../../src/salon/money.ts';
import { MAX_SERVICES_PER_BOOKING } from '../../../../src/salon/slots.ts';
import { TYPED_EVERY_MINUTES } from '../../../../src/salon/starts.ts';
import { sum } from '../../../../src/salon/sums.ts';
import { type Minutes, minutesOf } from '../../../../src/salon/time-text.ts';
import { centsText, numberText } from '../../ui/number-text.ts';
import { priceOf } from '../new/new-booking-form.ts';
import { paidCents } from '../visit/paid-cents.ts';

const PRICE = `Please enter a price from 0 to ${numberText(MOST_CENTS / 100)}, such as 65.00.`;
const MINUTES = 'Please enter minutes from 5 to 720, in steps of 5.';

/** A service of the appointment, as it was booked or as the catalogue has it. */
export interface ServiceRow {
  readonly id: string;
  readonly name: string;
  readonly price: string;
  readonly duration: Minutes;
}

/** The raw values of the fields. A price or a duration that isn't there is as it was. */
export interface TypedServices {
  readonly ids: readonly string[];
  readonly prices: Readonly<Record<string, string>>;
  readonly minutes: Readonly<Record<string, string>>;
}

/** A price as it stands in its field; empty for one that is open, such as `From $65`. */
export const priceField = ({ price }: ServiceRow): string => (isAmount(price) ? price.slice(1) : '');

/** The chosen services. One that the appointment has stays as it was booked, even if it isn't offered any more. */
export const rowsOf = (
  ids: readonly string[],
  booked: readonly ServiceRow[],
  catalogue: readonly AdminService[],
): readonly ServiceRow[] =>
  ids.flatMap((id) => {
    const own = booked.find((one) => one.id === id);
    if (own) return own;
    const offered = catalogue.find((one) => one.id === id);
    return offered
      ? { id, name: offered.name, price: priceOf(offered), duration: offered.duration_minutes }
      : [];
  });

/** The minutes of a typed duration; undefined for anything that is none. */
function typedMinutes(typed: string): Minutes | undefined {
  const minutes = Number(typed.trim());
  return Number.isInteger(minutes) &&
    minutes >= TYPED_EVERY_MINUTES &&
    minutes <= 720 &&
    minutes % TYPED_EVERY_MINUTES === 0
    ? minutes
    : undefined;
}

export const minutesOfRow = (row: ServiceRow, { minutes }: TypedServices): Minutes =>
  typedMinutes(minutes[row.id] ?? '') ?? row.duration;

/** A typed price in cents, if it is another one than was there. */
function newPrice(row: ServiceRow, { prices }: TypedServices): number | undefined {
  const cents = paidCents(prices[row.id] ?? '') ?? undefined;
  return cents === (paidCents(priceField(row)) ?? undefined) ? undefined : cents;
}

/** The services for the command: with a price or a duration only where staff have typed another one. */
export const wantedServices = (rows: readonly ServiceRow[], typed: TypedServices): ServicesBody['services'] =>
  rows.map((row) => {
    const [cents, minutes] = [newPrice(row, typed), minutesOfRow(row, typed)];
    return {
      id: row.id,
      ...(cents !== undefined && { price_cents: cents }),
      ...(minutes !== row.duration && { duration: minutes }),
    };
  });

export const SERVICES_SCHEMA = z.object({
  ids: z
    .array(z.string())
    .min(1, 'Please select at least one service')
    .max(MAX_SERVICES_PER_BOOKING, `Please select at most ${MAX_SERVICES_PER_BOOKING} services`),
  prices: z.record(z.string(), z.int(PRICE).nullable()),
  minutes: z.record(z.string(), z.int(MINUTES)),
});

/** The typed values of the chosen services, for the schema. */
export const checkedServices = ({ ids, prices, minutes }: TypedServices) => {
  const ofChosen = <Value>(typed: Readonly<Record<string, string>>, read: (text: string) => Value) =>
    Object.fromEntries(
      ids.flatMap((id) => (typed[id] === undefined ? [] : [[id, read(typed[id])] as const])),
    );
  return { ids, prices: ofChosen(prices, paidCents), minutes: ofChosen(minutes, typedMinutes) };
};

type Timed = Pick<AdminBooking, 'appointment_time' | 'duration' | 'services'>;

/** When the appointment ends with services of so many minutes: as it does now if they take as long as before. */
export function endAfter({ appointment_time, duration, services }: Timed, minutes: Minutes): Minutes {
  const isAsLong = minutes === sum(services.map((service) => service.duration));
  return minutesOf(appointment_time) + (isAsLong ? duration : minutes);
}

/** The prices of these services together. If some are open, the text says so: `$65.00 + Price Varies`. */
export function sumText(rows: readonly ServiceRow[], typed: TypedServices): string {
  const cents = rows.map((row) => newPrice(row, typed) ?? paidCents(priceField(row)));
  const open = rows.find((_, index) => cents[index] === null || cents[index] === undefined);
  const known = sum(cents.map((one) => one ?? 0));
  return [...(known > 0 || !open ? [centsText(known)] : []), ...(open ? [open.price] : [])].join(' + ');
}

/** The services shortened from the last one on until they take so many minutes; undefined if they can't be. */
export function shortenedTo(
  services: ServicesBody['services'],
  rows: readonly ServiceRow[],
  minutes: Minutes,
): ServicesBody['services'] | undefined {
  const lengths = services.map(({ duration }, index) => duration ?? rows[index]?.duration ?? 0);
  let over = sum(lengths) - minutes;
  if (over <= 0) return undefined;
  const shorter = lengths.toReversed().map((length) => {
    const less = Math.min(over, length - TYPED_EVERY_MINUTES);
    over -= less;
    return length - less;
  });
  if (over > 0) return undefined;
  return services.map((service, index) => {
    const duration = shorter.at(-1 - index);
    return duration === lengths[index] || duration === undefined ? service : { ...service, duration };
  });
}
