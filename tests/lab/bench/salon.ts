import { randomBytes, randomUUID } from 'node:crypto';
import { bindDatabaseToLog } from '../../../src/adapters/event-log/log-identity.ts';
import { migrate, SERVICE_MIGRATIONS } from '../../../src/adapters/postgres/migrate.ts';
import { createPool } from '../../../src/adapters/postgres/pool.ts';
import { postgresSealingKeys } from '../../../src/adapters/postgres/sealing-keys.ts';
import { postgresEventStore } from '../../../src/adapters/postgres-log/log.ts';
import { deriveKey } from '../../../src/adapters/secrets/derived-keys.ts';
import { PROCESS_MANAGERS } from '../../../src/app/worker/process-managers.ts';
import type { Actor } from '../../../src/contracts/history/actor.ts';
import type { NewEvent } from '../../../src/eventsourcing/event-store.ts';
import { sealedEventStore } from '../../../src/eventsourcing/sealing/sealed-event-store.ts';
import { agendaStream } from '../../../src/features/booking/agenda/events.ts';
import { bookingStream } from '../../../src/features/booking/appointment/events.ts';
import { customerIdOf } from '../../../src/features/customers/contacts.ts';
import { customerStream, REGISTRAR } from '../../../src/features/customers/events.ts';
import { stylistStream } from '../../../src/features/team/events.ts';
import { doneByStylist, FIRST, type Stretch } from '../../../src/salon/parts.ts';
import { addSalonDays, salonDate } from '../../../src/salon/salon-time.ts';
import { TEST_SECRET_KEY } from '../../support/server/secret-key.ts';

/** A salon of many years: the events as commands, registrar and staff would have written them, appended in bulk. */

/** The events that are appended to one stream at once. */
type Append = readonly [stream: string, events: readonly [NewEvent, ...NewEvent[]]];

/** An event as a command would have written it. */
const eventOf = (type: string, data: NewEvent['data'], at: string, actor: Actor): NewEvent => ({
  id: randomUUID(),
  type,
  data,
  metadata: {
    commandId: randomUUID(),
    requestHash: 'q8fN2dW0l3Zk5yJ7xRrT1uVbEoHsCgAiPmKwXnYtDzE',
    correlationId: randomUUID(),
    causationId: randomUUID(),
    actor,
    at,
    schemaVersion: 'parts' in data ? 2 : 1,
  },
});

interface SalonSize {
  readonly appointments: number;
  readonly customers: number;
  /** The number of days from today for which there are appointments. */
  readonly daysAhead: number;
  /** One if left out. */
  readonly stylists?: number;
  /** So many on a day, at most; 12 a stylist if left out. */
  readonly startsADay?: number;
}

const TIME_ZONE = 'America/Los_Angeles';
/** A full day of one stylist. */
const STARTS_A_DAY = 12;
const MINUTES = 60;
const OPENS = 9 * 60;
const CONNECTIONS = 32;

const FIRST_NAMES = ['Marta', 'Maren', 'Ines', 'Olga', 'Ruth', 'Nora', 'Vera', 'Ada', 'Jonas', 'Theo'];
const LAST_NAMES = ['Lindqvist', 'Moreau', 'Okafor', 'Tanaka', 'Marchetti', 'Lozano', 'Whitlock', 'Kapoor'];

const STAFF: Actor = { kind: 'admin', userId: randomUUID() };
const CUSTOMER: Actor = { kind: 'customer' };
const BY_REGISTRAR: Actor = { kind: 'system', process: REGISTRAR };

/** The details of a customer, by their number. */
function person(number: number) {
  const first = FIRST_NAMES[number % FIRST_NAMES.length] ?? '';
  const last = LAST_NAMES[Math.floor(number / FIRST_NAMES.length) % LAST_NAMES.length] ?? '';
  const line = String(number).padStart(7, '0');
  return {
    name: `${first} ${last} ${number}`,
    email: `person${number}@example.com`,
    phone: `(510) ${line.slice(0, 3)}-${line.slice(3)}`,
    phoneE164: `+1510${line}`,
  };
}

interface Slot extends Stretch {
  readonly slotId: string;
  readonly date: string;
}

/** The ids of the stylists. */
const teamOf = ({ stylists = 1 }: SalonSize) => [FIRST, ...Array.from({ length: stylists - 1 }, randomUUID)];

/** Those who came after the first one: a third has own minutes, and half a week of their own. */
function* team(ids: readonly string[]): Generator<Append> {
  const at = '2026-01-01T08:00:00.000Z';
  for (const [order, id] of ids.slice(1).entries()) {
    const own = ['mens-haircut', 'color-treatment', 'scalp-treatment'].map((service) => ({
      id: service,
      minutes: 75,
    }));
    const personal = { name: `Stylist ${order}`, title: '' };
    const services = order % 3 === 0 ? own : null;
    const card = { personal, services, order: order + 1, online: true };
    const events: [NewEvent, ...NewEvent[]] = [eventOf('StylistAdded', card, at, STAFF)];
    const week = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({
      dayOfWeek,
      windows: [{ start: 8 * 60, end: 20 * 60 }],
    }));
    if (order % 2 === 0) events.push(eventOf('StylistHoursSet', { week }, at, STAFF));
    yield [stylistStream(id), events];
  }
}

/** One appointment: what its booking, and with the first of a customer their card, hold of it. */
function* appointment(
  number: number,
  bookingId: string,
  firstBooking: string,
  slot: Slot,
  isPast: boolean,
  size: SalonSize,
) {
  const who = number % size.customers;
  const { name, email, phone, phoneE164 } = person(who);
  const customerId = customerIdOf(firstBooking);
  const requestedAt = `${addSalonDays(slot.date, -7)}T18:00:00.000Z`;
  if (bookingId === firstBooking) {
    const contacts = { emails: [email], phones: [{ phone, phoneE164 }] };
    const birthday = { birthdayMonth: (who % 12) + 1, birthdayDay: (who % 28) + 1 };
    const registered = {
      bookingId,
      since: requestedAt,
      personal: { name, ...contacts, ...birthday, notes: null },
    };
    const card = eventOf('CustomerRegistered', registered, requestedAt, BY_REGISTRAR);
    yield [customerStream(customerId), [card]] satisfies Append;
  }
  const service = { id: 'scalp-treatment', name: 'Scalp Treatment', price: '$65.00', priceCents: 6_500 };
  const events: [NewEvent, ...NewEvent[]] = [
    eventOf(
      'BookingRequested',
      {
        ...slot,
        status: 'pending',
        services: [{ ...service, duration: MINUTES }],
        totalAmount: '$65.00',
        smsConsent: true,
        source: { address: randomBytes(16).toString('base64url') },
        personal: { name, email, phone, phoneE164, notes: null },
      },
      requestedAt,
      CUSTOMER,
    ),
    eventOf('BookingLinked', { customerId }, requestedAt, BY_REGISTRAR),
  ];
  if (number % 10 > 0) events.push(eventOf('BookingConfirmed', {}, requestedAt, STAFF));
  if (isPast && number % 10 > 1) {
    events.push(eventOf('BookingCompleted', { amountCents: 6_500 }, `${slot.date}T23:00:00.000Z`, STAFF));
  }
  yield [bookingStream(bookingId), events] satisfies Append;
}

function* days(size: SalonSize, stylists: readonly string[]): Generator<readonly Append[]> {
  const { startsADay = STARTS_A_DAY * stylists.length } = size;
  const today = salonDate(new Date(), TIME_ZONE);
  const count = Math.ceil(size.appointments / startsADay);
  const first = addSalonDays(today, size.daysAhead - count + 1);
  const firstBookings: string[] = [];
  for (let day = 0; day < count; day += 1) {
    const date = addSalonDays(first, day);
    const taken: NewEvent[] = [];
    const appends: Append[] = [];
    for (let place = 0; place < startsADay; place += 1) {
      const number = day * startsADay + place;
      if (number >= size.appointments) break;
      const bookingId = randomUUID();
      firstBookings[number % size.customers] ??= bookingId;
      const firstBooking = firstBookings[number % size.customers] ?? bookingId;
      const start = OPENS + Math.floor(place / stylists.length) * MINUTES;
      const stylist = stylists[place % stylists.length] ?? FIRST;
      const time = doneByStylist(stylist, { start, end: start + MINUTES });
      const slotId = randomUUID();
      const slot = { slotId, date, ...time };
      taken.push(eventOf('SlotTaken', { slotId, bookingId, ...time }, `${date}T08:00:00.000Z`, CUSTOMER));
      appends.push(...appointment(number, bookingId, firstBooking, slot, date < today, size));
    }
    const [head, ...rest] = taken;
    if (head) yield [[agendaStream(date), [head, ...rest]], ...appends];
  }
}

/** Fills the log of an empty database. */
export async function writeSalon(url: string, size: SalonSize): Promise<void> {
  const pool = createPool({ url, name: 'bench', max: CONNECTIONS, statementTimeoutMs: 0 });
  const store = postgresEventStore({ url, connections: CONNECTIONS });
  try {
    await store.migrate();
    await migrate(url, SERVICE_MIGRATIONS);
    await bindDatabaseToLog({ pool, log: store, process: 'bench', now: () => new Date() });
    const keys = postgresSealingKeys(pool, deriveKey(TEST_SECRET_KEY, 'sealing-master/v1'));
    const sealed = sealedEventStore(store, keys);
    const stylists = teamOf(size);
    for (const [stream, events] of team(stylists)) await sealed.append(stream, 'any', events);
    const all = days(size, stylists);
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        for (let next = all.next(); !next.done; next = all.next()) {
          for (const [stream, events] of next.value) await sealed.append(stream, 'any', events);
        }
      }),
    );
    // The process managers' events are written already; going through the log again would take longer than the bench.
    await pool.query(
      'insert into process_checkpoints (process, position, revision) select unnest($1::text[]), $2, 1',
      [PROCESS_MANAGERS, await store.head()],
    );
    await pool.query('vacuum analyze');
  } finally {
    await store.close();
    await pool.end();
  }
}
