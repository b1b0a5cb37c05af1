import { randomUUID } from 'node:crypto';
import type { EventStore, NewEvent } from '../../src/eventsourcing/event-store.ts';
import { agendaStream } from '../../src/features/booking/agenda/events.ts';
import { bookingStream } from '../../src/features/booking/appointment/events.ts';
import { addSalonDays } from '../../src/salon/salon-time.ts';

/** A salon's past as the commands would have written it: hours, services, and bookings with their agendas. */

type Append = readonly [stream: string, events: readonly [NewEvent, ...NewEvent[]]];

const SERVICES = ['womens-haircut', 'color-treatment', 'mens-haircut', 'full-color', 'updo', 'perm'];
const BOOKINGS_PER_DAY = 16;

const event = (type: string, data: NewEvent['data']): NewEvent => ({
  id: randomUUID(),
  type,
  data,
  metadata: {
    commandId: randomUUID(),
    requestHash: 'q8fN2dW0l3Zk5yJ7xRrT1uVbEoHsCgAiPmKwXnYtDzE',
    correlationId: randomUUID(),
    causationId: randomUUID(),
    actor: { kind: 'customer' },
    at: '2026-11-20T18:00:00.000Z',
    schemaVersion: 1,
  },
});

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

/** The appends of one booking: every fifth is confirmed, every sixth cancelled and its slot given back. */
export function* bookingEvents(number: number): Generator<Append> {
  const bookingId = randomUUID();
  const slotId = randomUUID();
  const date = addSalonDays('2024-01-02', Math.floor(number / BOOKINGS_PER_DAY) + (number % 45));
  const start = 540 + (number % 12) * 60;
  const slot = { slotId, start, end: start + 60 };
  const service = { id: 'womens-haircut', name: "Women's Haircut", price: 'Price Varies', priceCents: 6500 };
  yield [agendaStream(date), [event('SlotTaken', { ...slot, bookingId })]];
  yield [
    bookingStream(bookingId),
    [
      event('BookingRequested', {
        ...slot,
        date,
        status: 'pending',
        services: [{ ...service, duration: 60 }],
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

const LANES = 32;

/** Writes at least so many events of history through the store, on many connections at once. */
export async function writeHistory(store: EventStore, events: number): Promise<void> {
  let written = 0;
  let number = 0;
  const write = async (appends: Generator<Append>) => {
    for (const [stream, batch] of appends) {
      await store.append(stream, 'any', batch);
      written += batch.length;
    }
  };
  await write(openingEvents());
  const lane = async () => {
    while (written < events) await write(bookingEvents(number++));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}
