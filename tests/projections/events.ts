import { randomUUID } from 'node:crypto';
import type { EventStore, NewEvent, RecordedEvent } from '../../src/eventsourcing/event-store.ts';
import { agendaStream } from '../../src/features/booking/agenda/events.ts';
import { bookingStream } from '../../src/features/booking/appointment/events.ts';

/** Events as the deciders make them, for the read side's tests. */

export interface Fact {
  readonly stream: string;
  readonly type: string;
  readonly data: Record<string, unknown>;
  /** ISO. */
  readonly at?: string;
  readonly schemaVersion?: number;
  /** A process when left out. */
  readonly actor?: NewEvent['metadata']['actor'];
}

export const newEvent = ({ type, data, at, schemaVersion, actor }: Fact): NewEvent => ({
  id: randomUUID(),
  type,
  data: data as NewEvent['data'],
  metadata: {
    commandId: randomUUID(),
    requestHash: 'hash',
    correlationId: randomUUID(),
    causationId: randomUUID(),
    actor: actor ?? { kind: 'system', process: 'test' },
    at: at ?? '2026-11-20T18:00:00.000Z',
    schemaVersion: schemaVersion ?? 1,
  },
});

/** Facts as a feed would deliver them: revisions by stream, positions in order. */
export function recorded(facts: readonly Fact[]): readonly RecordedEvent[] {
  const revisions = new Map<string, bigint>();
  return facts.map((fact, index) => {
    const revision = revisions.get(fact.stream) ?? 0n;
    revisions.set(fact.stream, revision + 1n);
    const position = `${(index + 1).toString(16).padStart(16, '0')}${(index + 1).toString(16).padStart(16, '0')}`;
    return { ...newEvent(fact), stream: fact.stream, revision, position };
  });
}

/** Appends the facts one by one; answers the last one's position. */
export async function record(store: EventStore, facts: readonly Fact[]): Promise<string> {
  let position = '';
  for (const fact of facts) ({ position } = await store.append(fact.stream, 'any', [newEvent(fact)]));
  return position;
}

export const HAIRCUT = {
  id: 'mens-haircut',
  name: "Men's Haircut",
  price: 'Price Varies',
  priceCents: 3500,
  duration: 45,
};

export const MARIA = {
  name: 'Maria Lopez',
  email: 'maria@example.com',
  phone: '(925) 555-0100',
  phoneE164: '+19255550100',
  notes: 'Quiet chair, please.',
};

/** Her card, from her first booking. */
export const MARIAS_CARD = {
  name: MARIA.name,
  emails: [MARIA.email],
  phones: [{ phone: MARIA.phone, phoneE164: MARIA.phoneE164 }],
  birthdayMonth: null,
  birthdayDay: null,
  notes: null,
};

interface BookedAt {
  readonly bookingId: string;
  readonly slotId: string;
  readonly date: string;
  readonly start: number;
  readonly end: number;
}

export const slotAt = (date: string, start: number, end: number, bookingId = randomUUID()): BookedAt => ({
  bookingId,
  slotId: randomUUID(),
  date,
  start,
  end,
});

export const slotTaken = ({ date, ...data }: BookedAt): Fact => ({
  stream: agendaStream(date),
  type: 'SlotTaken',
  data,
});

export const slotReleased = ({ date, slotId, bookingId }: BookedAt): Fact => ({
  stream: agendaStream(date),
  type: 'SlotReleased',
  data: { slotId, bookingId },
});

export const bookingRequested = ({ bookingId, ...slot }: BookedAt, person: unknown = MARIA): Fact => ({
  stream: bookingStream(bookingId),
  type: 'BookingRequested',
  data: {
    ...slot,
    status: 'pending',
    services: [HAIRCUT],
    totalAmount: 'Price Varies - Determined at Consultation',
    smsConsent: true,
    personal: person,
  },
});

/** The events of a booking: the slot taken in the day's stream, then the request in its own. */
export const booked = (slot: BookedAt): readonly Fact[] => [slotTaken(slot), bookingRequested(slot)];

export const onBooking = (bookingId: string, type: string, data: Fact['data'] = {}): Fact => ({
  stream: bookingStream(bookingId),
  type,
  data,
});

export const serviceAdded = (serviceId: string, over: Fact['data'] = {}): Fact => ({
  stream: `service-${serviceId}`,
  type: 'ServiceAdded',
  data: {
    serviceId,
    name: serviceId,
    description: '',
    category: 'Haircut',
    publicGroup: 'Haircuts',
    priceCents: 3500,
    priceText: 'Price Varies',
    durationMinutes: 45,
    active: true,
    ...over,
  },
});

export const hoursAdded = (dayOfWeek: number, start: number, end: number, hoursId = randomUUID()): Fact => ({
  stream: 'hours',
  type: 'HoursAdded',
  data: { hoursId, dayOfWeek, start, end },
});

/** Personal parts as the deciders wrote them, for stores that don't seal. */
export const unsealed = async (events: readonly RecordedEvent[]) => events;

export const silentLogger = { error: () => {}, warn: () => {}, info: () => {} };

/** A customer who has the id of their first booking. */
export const customerRegistered = (bookingId: string, personal: unknown = MARIAS_CARD): Fact => ({
  stream: `customer-${bookingId}`,
  type: 'CustomerRegistered',
  data: { bookingId, since: '2026-11-20T18:00:00.000Z', personal },
});
