import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LOG_START } from '../../src/eventsourcing/event-store.ts';
import { bookingIdOf } from '../../src/features/booking/appointment/commands.ts';
import { HOURS } from '../../src/features/hours/events.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { nextBatch } from '../support/log/next-batch.ts';
import {
  createTestSalon,
  newBooking,
  runOf,
  type TestRequest,
  TUESDAY,
  takeWithoutClaim,
} from '../support/salon/test-salon.ts';

const WEDNESDAY = '2026-11-25';
const NONE = { kind: 'none' } as const;
const TEMPLATE = { kind: 'template' } as const;
const from = { address: '192.0.2.1' };
const offer = {
  name: 'Balayage',
  description: '',
  category: 'Hair Color',
  publicGroup: 'Color',
  priceCents: 12_000,
  priceText: null,
  durationMinutes: 150,
} as const;
const hoursId = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;

/** Every kind of command once, in one process, by a clock that stands still. */
async function everyCommand() {
  let now = new Date('2026-11-20T18:00:00Z');
  const log = memoryEventStore();
  const salon = createTestSalon(log, { now: () => now });
  const { bookings, holds, agenda, catalogue, keeper, streams } = salon;
  let sent = 0;
  const request = (command: string, subject?: string): TestRequest => {
    sent += 1;
    return { key: `key-${sent}-0123456789abcdef`, command, body: sent, ...(subject && { subject }) };
  };
  const byCustomer = (command: string, subject?: string) => runOf(request(command, subject));
  const byStaff = (command: string, subject?: string) =>
    runOf({ ...request(command, subject), actor: { kind: 'admin', userId: 'user-1' } });

  const week = [1, 2].map((n) => ({ hoursId: hoursId(n), dayOfWeek: n, start: 540, end: 1260 }));
  await streams.hours.handle(HOURS, () => ({ kind: 'SetInitialHours', week }), byStaff('open-week'));
  await salon.hours.change(hoursId(1), { start: 600, end: 900 }, byStaff('change-hours', hoursId(1)));
  await salon.hours.switch(hoursId(1), false, byStaff('switch-hours', hoursId(1)));
  await salon.hours.remove(hoursId(1), byStaff('remove-hours', hoursId(1)));
  await catalogue.add({ id: 'balayage', offer, active: true }, byStaff('add-service'));
  await catalogue.change('balayage', { offer: { priceCents: 1 } }, byStaff('change-service', 'balayage'));
  const switched = (active: boolean, command: string) =>
    catalogue.change('balayage', { offer: {}, active }, byStaff(command, 'balayage'));
  await switched(false, 'deactivate-service');
  await switched(true, 'activate-service');
  await catalogue.remove('balayage', byStaff('remove-service', 'balayage'));

  const hold = (date: string, serviceIds: readonly string[], replaces?: string) =>
    holds.hold({ date, start: 600, serviceIds, replaces, from }, byCustomer('hold-slot'));
  const onTuesday = await hold(TUESDAY, ['cut']);
  const longer = await hold(TUESDAY, ['color'], onTuesday.holdId);
  const onWednesday = await hold(WEDNESDAY, ['cut'], longer.holdId);
  await holds.drop({ holdId: onWednesday.holdId, from }, byCustomer('drop-hold', onWednesday.holdId));
  const { holdId } = await hold(TUESDAY, ['cut']);

  const own = bookingIdOf('the-customers-own-key');
  await bookings.create(own, newBooking({ holdId }), byCustomer('create-booking'));
  const manual = bookingIdOf('the-key-of-staff');
  await bookings.create(manual, newBooking({ start: 480 }), byStaff('create-booking'));
  const to = { date: WEDNESDAY, start: 720, notice: TEMPLATE };
  await bookings.reschedule(own, to, byCustomer('reschedule-booking', own));
  await bookings.cancel(
    own,
    { reason: 'customer_request', notice: TEMPLATE },
    byCustomer('cancel-booking', own),
  );
  await bookings.reinstate(own, byStaff('reinstate-booking', own));
  await bookings.confirm(own, byStaff('confirm-booking', own));
  await bookings.changeSmsConsent(own, false, byStaff('change-sms-consent', own));
  await bookings.reschedule(
    manual,
    { date: TUESDAY, start: 510, notice: NONE },
    byStaff('reschedule-booking', manual),
  );
  await bookings.cancel(manual, { reason: 'other', notice: NONE }, byStaff('cancel-booking', manual));
  const { blockId } = await agenda.blockDate(
    { date: WEDNESDAY, reason: 'Holiday', acknowledged: true },
    byStaff('block-date'),
  );
  await agenda.unblockDate(blockId, byStaff('unblock-date', blockId));
  let position = LOG_START;
  const keepUp = async () => {
    const batch = await nextBatch(log, position);
    ({ position } = batch);
    const events = batch.events.filter(({ stream }) => /^(agenda|booking)-/.test(stream));
    await keeper.handle({ ...batch, events });
  };
  await keepUp();
  await takeWithoutClaim(log, 'a-key-whose-request-is-lost');
  await keepUp();
  now = new Date('2026-11-26T18:00:00Z');
  await keeper.due.run();
  await bookings.complete(own, { amountCents: 4500 }, byStaff('complete-booking', own));
  await bookings.remove(own, byStaff('delete-booking', own));
  return (await nextBatch(log, LOG_START)).events;
}

/** A retry finds its own events by their ids, so none may ever come out otherwise. */
const RELEASED: readonly unknown[] = JSON.parse(
  readFileSync(new URL('../support/log/recorded-events.json', import.meta.url), 'utf8'),
);

it('records the same events under the same ids as every release', async () => {
  const events = (await everyCommand()).map(({ position: _, revision, ...event }) => ({
    ...event,
    revision: Number(revision),
  }));
  expect(JSON.parse(JSON.stringify(events))).toEqual(RELEASED);
});
