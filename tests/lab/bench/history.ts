import { randomUUID } from 'node:crypto';
import type { EventStore, NewEvent } from '../../../src/eventsourcing/event-store.ts';
import { agendaStream } from '../../../src/features/booking/agenda/events.ts';
import { bookingStream } from '../../../src/features/booking/appointment/events.ts';
import { addSalonDays, type Minutes, type SalonDate } from '../../../src/salon/salon-time.ts';
import { type Append, eventOf } from './new-event.ts';

/** A salon's past as the commands would have written it: hours, services, and bookings with their agendas. */

const SERVICES = ['womens-haircut', 'color-treatment', 'mens-haircut', 'full-color', 'updo', 'perm'];
const BOOKINGS_PER_DAY = 16;

const event = (type: string, data: NewEvent['data']): NewEvent =>
  eventOf(type, data, '2026-11-20T18:00:00.000Z', { kind: 'customer' });

/** The weekly schedule and the catalogue. */
export function* openingEvents(): Generator<Append> {
  for (const dayOfWeek of [2, 3, 4, 5, 6]) {
    yield ['hours', [event('HoursAdded', { hoursId: randomUUID(), dayOfWeek, start: 540, end: 1260 })]];
  }
  for (const serviceId of SERVICES) {
    const offer = { name: serviceId, description: '', category: 'Haircut', publicGroup: 'Haircuts' };
    const price = { priceCents: 6500, priceText: 'Price Varies', durationMinutes: 60, active: true };
    yield [`service-${serviceId}`, [event('ServiceAdded', { serviceId, ...offer, ...price })]];
  }
}

/** When an appointment is, and its number among the customers. */
interface Appointment {
  readonly number: number;
  readonly date: SalonDate;
  readonly start: Minutes;
  readonly minutes: Minutes;
}

/** The appends of one booking: every fifth is confirmed, every sixth cancelled and its slot given back. */
function* appointmentEvents({ number, date, start, minutes }: Appointment): Generator<Append> {
  const bookingId = randomUUID();
  const slotId = randomUUID();
  const slot = { slotId, start, end: start + minutes };
  const service = { id: 'womens-haircut', name: "Women's Haircut", price: 'Price Varies', priceCents: 6500 };
  yield [agendaStream(date), [event('SlotTaken', { ...slot, bookingId })]];
  yield [
    bookingStream(bookingId),
    [
      event('BookingRequested', {
        ...slot,
        date,
        status: 'pending',
        services: [{ ...service, duration: minutes }],
        totalAmount: 'Price Varies - Determined at Consultation',
        smsConsent: true,
        personal: {
          name: `Customer ${number}`,
          email: `customer${number}@example.com`,
          phone: '(925) 555-0100',
          phoneE164: '+19255550100',
          notes: 'Please use the quiet chair by the window.',
        },
      }),
    ],
  ];
  if (number % 5 === 0) yield [bookingStream(bookingId), [event('BookingConfirmed', {})]];
  if (number % 6 === 0) {
    const cancelled = { slotId, reason: 'customer_request', notice: 'template' };
    yield [bookingStream(bookingId), [event('BookingCancelled', cancelled)]];
    yield [agendaStream(date), [event('SlotReleased', { slotId, bookingId })]];
  }
}

/** One booking after the other through years that are over. */
export function bookingEvents(number: number): Generator<Append> {
  const day = Math.floor(number / BOOKINGS_PER_DAY) + (number % 45);
  const start = 540 + (number % 12) * 60;
  return appointmentEvents({ number, date: addSalonDays('2024-01-02', day), start, minutes: 60 });
}

const CONCURRENCY = 32;

/** Writes on many connections at once until `next`, told how many events are written, has no more. */
async function writeAll(
  store: EventStore,
  next: (written: number) => Generator<Append> | undefined,
): Promise<void> {
  let written = 0;
  const write = async () => {
    for (let appends = next(written); appends; appends = next(written)) {
      for (const [stream, events] of appends) {
        await store.append(stream, 'any', events);
        written += events.length;
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, write));
}

/** What staff have decided about a day: hours of its own, open round the clock, and blocks of half an hour at these times. */
function* decidedEvents(date: SalonDate, blocked: readonly Minutes[]): Generator<Append> {
  const staff = { kind: 'admin', userId: randomUUID() } as const;
  const decided = (type: string, data: NewEvent['data']) =>
    eventOf(type, data, '2026-11-20T18:00:00.000Z', staff);
  yield [agendaStream(date), [decided('DayHoursSet', { windows: [{ start: 0, end: 1_440 }] })]];
  for (const start of blocked) {
    const block = { blockId: randomUUID(), start, end: start + 30, personal: { reason: 'Lunch' } };
    yield [agendaStream(date), [decided('TimeBlocked', block)]];
  }
}

/** Gives each of these days hours of its own, and blocks of half an hour at these times. */
export async function writeDecidedDays(
  store: EventStore,
  days: readonly SalonDate[],
  blocked: readonly Minutes[],
): Promise<void> {
  let next = 0;
  await writeAll(store, () => {
    const date = days[next++];
    return date === undefined ? undefined : decidedEvents(date, blocked);
  });
}

/** Writes a salon's opening and at least so many events of its past. */
export async function writeHistory(store: EventStore, events: number): Promise<void> {
  for (const [stream, batch] of openingEvents()) await store.append(stream, 'any', batch);
  let number = 0;
  await writeAll(store, (written) => (written < events ? bookingEvents(number++) : undefined));
}

/** So many appointments of the past, and those given of the days to come; the salon's opening is left to the service. */
export async function writeAppointments(
  store: EventStore,
  past: number,
  toCome: readonly Pick<Appointment, 'date' | 'start'>[],
): Promise<void> {
  let number = 0;
  await writeAll(store, () => {
    const current = number++;
    if (current < past) return bookingEvents(current);
    const appointment = toCome[current - past];
    return appointment && appointmentEvents({ ...appointment, number: current, minutes: 30 });
  });
}
