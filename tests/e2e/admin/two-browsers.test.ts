import { QueryObserver } from '@tanstack/react-query';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { AdminBookingDetails } from '../../../src/contracts/bookings/admin-booking.ts';
import { formatTime } from '../../../src/salon/salon-time.ts';
import {
  CANCEL_BOOKING,
  CHANGE_CONSENT,
  CONFIRM_BOOKING,
  REINSTATE_BOOKING,
  RESCHEDULE_BOOKING,
} from '../../../web/admin/bookings/commands.ts';
import { BOOKING } from '../../../web/admin/bookings/queries.ts';
import { BLOCK_DATES } from '../../../web/admin/calendar/blocked/blocked-date-commands.ts';
import { subscribeToLive } from '../../../web/admin/data/live/subscribe-to-live.ts';
import { type AsUser, ServerState, type Shown } from '../../../web/admin/data/server-state.ts';
import { ApiError, NetworkError, newIdempotencyKey } from '../../../web/api.ts';
import { FRIDAY_MORNING, givenSalon, type TestSalon } from '../../support/server/server.ts';
import { givenStaff, type StaffApi } from '../../support/staff/staff-api.ts';
import { bookedByStaff, detailsOf } from '../../support/staff/staff-bookings.ts';

/** All of the admin area but its screens, twice, on one real server: both look at one appointment and change it at random. */

let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon({ now: FRIDAY_MORNING });
  const fetch = globalThis.fetch;
  // A browser asks where its page is from.
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => fetch(new URL(path, salon.url), init));
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await salon.stop();
});

const EDITS_EACH = 100;
const SEED = 20_261_122;
const DAYS = ['2026-12-01', '2026-12-02', '2026-12-03'];

type Edit = (id: string) => {
  type: string;
  send: (state: ServerState, seen: number, key: string) => Promise<Made>;
};
type Made = { readonly version?: number; readonly position: string };

const edits: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constantFrom(...DAYS), fc.integer({ min: 0, max: 1_200 })).map(
      ([date, start]): Edit =>
        (id) => ({
          type: 'BookingRescheduled',
          send: (state, seen, key) =>
            state.run(RESCHEDULE_BOOKING, { id, date, time: formatTime(start), message: null }, seen, key),
        }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.boolean().map(
      (consent): Edit =>
        (id) => ({
          type: 'SmsConsentChanged',
          send: (state, seen, key) => state.run(CHANGE_CONSENT, { id, consent }, seen, key),
        }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constant<Edit>((id) => ({
      type: 'BookingConfirmed',
      send: (state, seen, key) => state.run(CONFIRM_BOOKING, { id }, seen, key),
    })),
  },
  {
    weight: 2,
    arbitrary: fc.constant<Edit>((id) => ({
      type: 'BookingCancelled',
      send: (state, seen, key) =>
        state.run(CANCEL_BOOKING, { id, reason: 'other', message: null }, seen, key),
    })),
  },
  {
    weight: 3,
    arbitrary: fc.constant<Edit>((id) => ({
      type: 'BookingReinstated',
      send: (state, seen, key) =>
        state.run(
          REINSTATE_BOOKING,
          { id, appointment_date: '2026-11-24', appointment_time: '10:00 AM', message: null },
          seen,
          key,
        ),
    })),
  },
);

/** A browser that shows one appointment, as `useAdminQuery` and `useLiveUpdates` keep it. */
function browserShowing(id: string, { token, userId }: StaffApi) {
  const asUser: AsUser = (request) => request(token);
  const state = new ServerState(asUser);
  const end = new AbortController();
  subscribeToLive({
    asUser,
    signal: end.signal,
    onStatus: () => {},
    onEvent: (name, data) => void state.hear(name, data).catch(() => {}),
    hurry: () => new Promise(() => {}),
  });
  const key = [BOOKING.name, id];
  const about = BOOKING.about(id);
  const observer = new QueryObserver<Shown<AdminBookingDetails>>(state.client, {
    queryKey: key,
    meta: { about },
    queryFn: ({ signal }) =>
      state.load(about, signal, (asking) => BOOKING.load(id, asking), state.client.getQueryData(key)),
  });
  const stop = observer.subscribe(() => {});
  const shown = () => {
    return observer.getCurrentResult().data?.body;
  };
  return {
    userId,
    state,
    shown,
    close: () => {
      stop();
      end.abort();
      state.client.clear();
    },
  };
}
type Browser = ReturnType<typeof browserShowing>;

/** Makes the edits, now and then two at once, each by what is shown; what was too late again, once what is there is shown. */
async function editing({ userId, state, shown }: Browser, id: string, all: readonly Edit[]) {
  const made: { type: string; by: string; version: number; position: string }[] = [];
  let stale = 0;
  const edit = async (one: Edit) => {
    const { type, send } = one(id);
    /** By the same key until it is answered, as the browser does when somebody presses again. */
    const answered = async (seen: number, key: string): Promise<Made> => {
      try {
        return await send(state, seen, key);
      } catch (error) {
        if (error instanceof NetworkError) return answered(seen, key);
        throw error;
      }
    };
    for (;;) {
      const seen = shown()?.version ?? 0;
      try {
        const { version = 0, position } = await answered(seen, newIdempotencyKey());
        made.push({ type, by: userId, version, position });
        return;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code !== 'stale') return expect(error.status).toBe(409);
        stale += 1;
        await expect.poll(() => shown()?.version).toBeGreaterThan(seen);
      }
    }
  };
  for (let at = 0; at < all.length; ) {
    const together = all.slice(at, at + (at % 5 === 0 ? 2 : 1));
    await Promise.all(together.map(edit));
    at += together.length;
  }
  return { made, stale };
}

it('loses no change in two browsers, and both end with what the log has', async () => {
  const staff = [await givenStaff(salon), await givenStaff(salon)] as const;
  const { id, position } = await bookedByStaff(staff[0], {
    appointment_date: DAYS[0],
    appointment_time: '10:00 AM',
  });
  // A query that comes too early is told that there is no such appointment.
  await expect
    .poll(async () => (await staff[0].get(`/api/admin/bookings/${id}?after=${position}`)).status)
    .toBe(200);
  const browsers = staff.map((one) => browserShowing(id, one));
  try {
    for (const { shown } of browsers) await expect.poll(() => shown()?.version).toBe(1);
    const all = fc.sample(edits, { numRuns: 2 * EDITS_EACH, seed: SEED });
    const results = await Promise.all(
      browsers.map((browser, at) => editing(browser, id, all.slice(at * EDITS_EACH, (at + 1) * EDITS_EACH))),
    );
    for (const { made } of results) expect(made.length, 'each made some changes').toBeGreaterThan(20);
    expect(results[0]?.stale, 'each was too late at times').toBeGreaterThan(0);

    const [, ...decisions] = await salon.historyByPeople(id);
    // Consent that is there already is no change, and has the version of the change before.
    const made = results.flatMap((result) => result.made).sort((a, b) => a.version - b.version);
    const changes = decisions.map(({ type, metadata: { actor } }, at) => ({
      type,
      by: actor.userId,
      version: at + 2,
    }));
    for (const { type, by, version } of changes) {
      expect(made, 'was told to whom it was from').toContainEqual(
        expect.objectContaining({ type, by, version }),
      );
    }
    const idle = made.filter(
      ({ type, version }) => !changes.some((change) => change.version === version && change.type === type),
    );
    expect(idle.every(({ type }) => type === 'SmsConsentChanged')).toBe(true);

    const last = made.at(-1);
    if (!last) throw new Error('nothing was changed');
    const truth = await detailsOf(staff[0], id, last);
    expect(truth.version).toBe(changes.length + 1);
    for (const { shown } of browsers) await expect.poll(shown).toEqual(truth);
  } finally {
    for (const { close } of browsers) close();
  }
});

it('blocks no day twice when staff are asked before the rest of the days', async () => {
  const staff = await givenStaff(salon);
  const state = new ServerState((request) => request(staff.token));
  const [first, second] = ['2026-12-10', '2026-12-11'];
  const other = await staff.post('/api/admin/blocked-dates', { blocked_date: second, reason: 'Course' });
  const range = { date: first, until: second, reason: 'Holiday', nonce: 'a' };
  const key = newIdempotencyKey();
  const part = await state.run(BLOCK_DATES, range, undefined, key);
  expect(part.days?.map((day) => 'code' in day && day.code)).toEqual([false, 'already-blocked']);
  await staff.delete(`/api/admin/blocked-dates/${(other.json as { id: string }).id}`);
  const { id, position } = await bookedByStaff(staff, {
    appointment_date: second,
    appointment_time: '10:00 AM',
  });
  await staff.get(`/api/admin/bookings/${id}?after=${position}`);
  await expect(state.run(BLOCK_DATES, range, undefined, key)).rejects.toMatchObject({
    affected: { total: 1 },
  });
  const { days } = await state.run(BLOCK_DATES, { ...range, acknowledged: 'true' }, undefined, key);
  expect(days).toMatchObject([
    { date: first, version: 1 },
    { date: second, version: 3 },
  ]);
});
