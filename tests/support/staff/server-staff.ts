import { randomUUID } from 'node:crypto';
import { postgresSealingKeys } from '../../../src/adapters/postgres/sealing-keys.ts';
import { deriveKey } from '../../../src/adapters/secrets/derived-keys.ts';
import { deadlineIn } from '../../../src/eventsourcing/async/deadline.ts';
import { createKeyedMutex } from '../../../src/eventsourcing/async/keyed-mutex.ts';
import { sealedEventStore } from '../../../src/eventsourcing/sealing/sealed-event-store.ts';
import { type CommandRun, createEventStreams } from '../../../src/eventsourcing/streams/event-streams.ts';
import { createBlockedDateCommands } from '../../../src/features/booking/agenda/blocked-date-commands.ts';
import { agendaDecider } from '../../../src/features/booking/agenda/decider.ts';
import { bookingDecider } from '../../../src/features/booking/appointment/decider.ts';
import { bookingStream } from '../../../src/features/booking/appointment/events.ts';
import { createCatalogueCommands } from '../../../src/features/catalogue/commands.ts';
import { serviceDecider } from '../../../src/features/catalogue/decider.ts';
import { MERGES } from '../../../src/features/customers/events.ts';
import { mergesDecider } from '../../../src/features/customers/merges/decider.ts';
import { createHoursCommands } from '../../../src/features/hours/commands.ts';
import { hoursDecider } from '../../../src/features/hours/decider.ts';
import { TIME_ZONE } from '../salon/test-salon.ts';
import type { TestSalon } from '../server/server.ts';

/** Commands of staff, written to the log beside the running server. */

const clock = { mutex: createKeyedMutex(), now: () => new Date() };

function byStaff(): CommandRun {
  const commandId = randomUUID();
  return {
    context: {
      commandId,
      requestHash: 'staff',
      correlationId: commandId,
      causationId: commandId,
      actor: { kind: 'admin', userId: randomUUID() },
    },
    deadline: deadlineIn(60_000),
  };
}

/** Closes a date for the public. */
export function blockDate({ log, database, secretKey }: TestSalon, date: string, reason: string) {
  const keys = postgresSealingKeys(database.pool, deriveKey(secretKey, 'sealing-master/v1'));
  const agendas = createEventStreams(sealedEventStore(log, keys), agendaDecider, clock);
  return createBlockedDateCommands({ agendas, timeZone: TIME_ZONE, now: clock.now }).blockDate(
    { date, reason, acknowledged: true },
    byStaff(),
  );
}

type WithLog = Pick<TestSalon, 'log'>;

async function onBooking({ log }: WithLog, bookingId: string, kind: 'DeleteBooking' | 'ConfirmBooking') {
  const bookings = createEventStreams(log, bookingDecider, clock);
  const command = { kind } as const;
  const { position } = await bookings.handle(bookingStream(bookingId), () => command, byStaff());
  if (position === null) throw new Error(`there is no booking ${bookingId}`);
  return position;
}

/** Deletes a booking for good; the log's position after it. */
export const deleteBooking = (salon: WithLog, bookingId: string): Promise<string> =>
  onBooking(salon, bookingId, 'DeleteBooking');

/** Confirms a pending booking; the log's position after it. */
export const confirmBooking = (salon: WithLog, bookingId: string): Promise<string> =>
  onBooking(salon, bookingId, 'ConfirmBooking');

/** Erases a customer and all who are merged with them; the log's position after it. */
export async function eraseCustomer({ log }: WithLog, customerId: string): Promise<string> {
  const merges = createEventStreams(log, mergesDecider, clock);
  const command = { kind: 'EraseCustomers', customerId } as const;
  const { position } = await merges.handle(MERGES, () => command, byStaff());
  if (position === null) throw new Error(`${customerId} was not erased`);
  return position;
}

/** Takes a service off the public list. */
export function deactivateService({ log }: TestSalon, id: string) {
  const services = createEventStreams(log, serviceDecider, clock);
  return createCatalogueCommands({ services }).change(id, { offer: {}, active: false }, byStaff());
}

export function switchHours({ log }: TestSalon, hoursId: string, isAvailable: boolean) {
  const hours = createEventStreams(log, hoursDecider, clock);
  return createHoursCommands({ hours }).switch(hoursId, isAvailable, byStaff());
}
