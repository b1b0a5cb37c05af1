import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBookingsOfSameSource } from '../../projections/bookings/same-source.ts';
import { sameSourceRoutes } from '../../projections/bookings/same-source-routes.ts';
import { OPERATIONS } from '../../src/contracts/operations.ts';
import { createKeyedMutex } from '../../src/eventsourcing/async/keyed-mutex.ts';
import { LOG_START } from '../../src/eventsourcing/event-store.ts';
import { createEventStreams } from '../../src/eventsourcing/streams/event-streams.ts';
import { createBookingCommands } from '../../src/features/booking/appointment/commands.ts';
import { bookingDecider } from '../../src/features/booking/appointment/decider.ts';
import { sameSourceCommandRoutes } from '../../src/features/booking/appointment/same-source-routes.ts';
import { createRequestLimits } from '../../src/http/limits/request-limits.ts';
import { createCommandRunner } from '../../src/http/operation/command-runner.ts';
import { createOperations } from '../../src/http/operation/operation.ts';
import { createProjectionWait } from '../../src/http/operation/projected.ts';
import { FIRST_STYLIST } from '../../src/salon/team.ts';
import { openAdmission, PROFILE, TIME_ZONE } from '../support/salon/test-salon.ts';
import { served } from '../support/server/served-router.ts';
import { FRIDAY_MORNING, givenSalon, type TestSalon } from '../support/server/server.ts';
import { STAFF } from '../support/staff/staff-caller.ts';

/** Nobody can sign in yet, so these tests mount the operations for staff beside the running server, on its stores. */

let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon({ settings: { TRUST_PROXY: '1' } });
});
afterAll(() => salon.stop());

const noTime = () => {
  throw new Error('cancelling takes no time');
};

async function staff() {
  const now = () => new Date();
  const { on, router } = createOperations({
    ownBookings: async () => new Set(),
    listed: OPERATIONS,
    guards: { admin: () => STAFF },
    runCommand: createCommandRunner(randomBytes(32)),
    namesOf: async () => new Map(),
    waitForProjection: createProjectionWait({ reached: async () => LOG_START, head: salon.log.head }),
    momentOf: async () => ({ moment: { position: '0'.repeat(32), as_of: null }, positions: [] }),
    limits: createRequestLimits(0),
    checkAnswers: true,
  });
  const find = createBookingsOfSameSource(salon.database.pool);
  const { cancel } = createBookingCommands({
    bookings: createEventStreams(salon.log, bookingDecider, { mutex: createKeyedMutex(), now }),
    agendas: { load: noTime, read: noTime },
    checkSlot: noTime,
    takeSlot: noTime,
    admission: openAdmission,
    checkPickedCustomer: async () => {},
    nameCard: async () => null,
    activeServices: () => [],
    gapOf: () => undefined,
    stylists: () => [FIRST_STYLIST],
    timeZone: TIME_ZONE,
    profile: () => PROFILE,
    now,
  });
  sameSourceRoutes({ on, bookingsOfSameSource: find });
  sameSourceCommandRoutes({ on, find, cancel });
  const ask = await served(router);
  const ALL_DAY = { from: '2026-11-20T00:00:00Z', to: '2026-11-20T23:59:59Z' };
  return {
    async list(id: string, query: Record<string, string> = {}) {
      const answer = await ask(
        `/api/admin/bookings/${id}/same-source?${new URLSearchParams({ ...ALL_DAY, ...query })}`,
      );
      return { status: answer.status, body: await answer.json() };
    },
    async cancelAll(id: string, key: string, changes: Record<string, string | readonly string[]> = {}) {
      const answer = await ask(`/api/admin/bookings/${id}/same-source/cancel`, {
        method: 'POST',
        headers: { 'Idempotency-Key': key },
        body: JSON.stringify({ ...ALL_DAY, ...changes }),
      });
      return { status: answer.status, body: await answer.json() };
    },
  };
}

let minutes = 0;
/** Books from an address, a minute after the booking before, and waits until the read model shows it. */
async function bookedFrom(address: string) {
  minutes += 1;
  salon.setClock(new Date(FRIDAY_MORNING.getTime() + minutes * 60_000));
  const booking = await salon.booked(
    { appointment_date: salon.freshDay() },
    { headers: { 'X-Forwarded-For': address } },
  );
  const token = booking.management_token;
  const shown = await salon.get(`/api/manage?after=${booking.position}`, { token });
  expect(shown.status).toBe(200);
  return booking;
}

async function statusOf({ management_token: token }: { management_token: string }, after: string) {
  return (await salon.get(`/api/manage?after=${after}`, { token })).json;
}

describe('the bookings of one source', () => {
  it('are listed before they are cancelled, and nobody else is touched', async () => {
    const mine = [await bookedFrom('192.0.2.7'), await bookedFrom('192.0.2.7')];
    const other = await bookedFrom('192.0.2.8');
    const [first] = mine;
    if (!first) throw new Error('nothing booked');
    const { list, cancelAll } = await staff();
    const ids = mine.map(({ id }) => id);
    expect(await list(first.id)).toMatchObject({
      status: 200,
      body: ids.map((id) => ({ id, status: 'pending', customer_name: 'Ada Lovelace' })),
    });
    expect((await list(other.id)).body).toMatchObject([{ id: other.id }]);

    const key = randomUUID();
    const answer = await cancelAll(first.id, key);
    expect(answer).toMatchObject({ status: 200, body: { cancelled: ids, left: [] } });
    for (const booking of mine)
      expect(await statusOf(booking, answer.body.position)).toMatchObject({ status: 'cancelled' });
    expect(await statusOf(other, answer.body.position)).toMatchObject({ status: 'pending' });
    expect(await cancelAll(first.id, key), 'sent again').toEqual(answer);
    expect((await cancelAll(first.id, randomUUID())).body, 'a second time').toEqual({
      cancelled: [],
      left: ids,
      position: null,
    });
  });

  it('are cancelled only as far as they were chosen, and no other booking is', async () => {
    const mine = [await bookedFrom('192.0.2.17'), await bookedFrom('192.0.2.17')];
    const other = await bookedFrom('192.0.2.18');
    const [first, second] = mine;
    if (!first || !second) throw new Error('nothing booked');
    const { cancelAll } = await staff();
    const { body } = await cancelAll(first.id, randomUUID(), { ids: [second.id, other.id] });
    expect(body).toMatchObject({ cancelled: [second.id], left: [] });
    for (const [booking, status] of [
      [first, 'pending'],
      [second, 'cancelled'],
      [other, 'pending'],
    ] as const)
      expect(await statusOf(booking, body.position)).toMatchObject({ status });
    expect((await cancelAll(first.id, randomUUID(), { ids: [] })).status).toBe(400);
  });

  it('are those made within the given time, and the named one', async () => {
    const [first, second] = [await bookedFrom('192.0.2.9'), await bookedFrom('192.0.2.9')];
    const { list } = await staff();
    const before = { to: '2026-11-20T17:00:00Z' };
    expect((await list(second.id, before)).body).toMatchObject([{ id: second.id }]);
    expect((await list(second.id)).body).toMatchObject([{ id: first.id }, { id: second.id }]);
  });

  it('are those of the sender’s IPv6 network of 56 bits', async () => {
    const near = await bookedFrom('2001:db8:1:100::1');
    const same = await bookedFrom('2001:db8:1:1ff::2');
    await bookedFrom('2001:db8:1:200::1');
    const { list } = await staff();
    expect((await list(near.id)).body).toMatchObject([{ id: near.id }, { id: same.id }]);
  });

  it('are not found for an unknown booking', async () => {
    const { list, cancelAll } = await staff();
    expect((await list(randomUUID())).status).toBe(404);
    expect((await cancelAll(randomUUID(), randomUUID())).status).toBe(404);
  });
});

it('records no address with a booking', async () => {
  const booking = await bookedFrom('192.0.2.77');
  const [event] = await salon.log.read(`booking-${booking.id}`);
  expect(event?.data.source).toEqual({ address: expect.stringMatching(/^[\w-]{22}$/) });
  const recorded = JSON.stringify([event?.data, event?.metadata]);
  expect([recorded, ...salon.logged].filter((text) => text.includes('192.0.2.77'))).toEqual([]);
});
