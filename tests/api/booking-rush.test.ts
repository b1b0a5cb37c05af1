import { expect, it, onTestFinished } from 'vitest';
import { DEFAULT_BOOKING_LIMITS } from '../support/booking/admission-limits.ts';
import { bookingVisitors, shown } from '../support/booking/booking-visitors.ts';
import { expectProblem } from '../support/network/http.ts';
import type { Answer } from '../support/network/http-client.ts';
import { profileWith } from '../support/salon/profile-file.ts';
import { givenSalonForThisTest } from '../support/server/server.ts';
import { givenStaff } from '../support/staff/staff-api.ts';

/** A rush on a quiet site, at the limits that a salon has by default. */

const SETTINGS = { BOOKING_LIMIT_PER_HOUR: '5', TRUST_PROXY: '1' };
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status);

it('makes everybody prove work from the twenty-first booking of an hour on, and pauses when too much is taken', async () => {
  const limits = { ...DEFAULT_BOOKING_LIMITS, site_minutes_per_hour: 7_200 };
  const small = await profileWith({ booking_limits: limits });
  onTestFinished(small.remove);
  const quiet = await givenSalonForThisTest({ settings: { ...SETTINGS, SALON_PROFILE: small.path } });
  const visitor = bookingVisitors(() => quiet);
  const first = await Promise.all(Array.from({ length: 20 }, () => visitor().book()));
  expect(new Set(statuses(first))).toEqual(new Set([201]));
  expectProblem(await visitor().book(), 'proof-required');
  const bots = await Promise.all(Array.from({ length: 32 }, () => visitor().bookWithProof({ minutes: 240 })));
  const taken = 20 * 30 + 240 * statuses(bots).filter((status) => status === 201).length;
  expect(taken).toBeLessThanOrEqual(7_200);
  for (const answer of bots) if (answer.status !== 201) expectProblem(answer, 'code-required');
});

it('cancelled bookings make no rush, and staff see a rush and end it', async () => {
  const salon = await givenSalonForThisTest({ settings: SETTINGS });
  const staff = await givenStaff(salon);
  const visitor = bookingVisitors(() => salon);
  const rush = async () => (await staff.get('/api/admin/rush')).json;
  const booked = await Promise.all(Array.from({ length: 21 }, () => visitor().bookWithProof()));
  for (const answer of booked) await shown(salon, answer);
  expect(await rush()).toMatchObject({ rush: true, bookings: 21, minutes: 630 });

  for (const answer of booked) {
    const { management_token: token } = await shown(salon, answer);
    const cancelled = await salon.post('/api/manage/cancel', {}, { token });
    await salon.get(`/api/manage?after=${(cancelled.json as { position: string }).position}`, { token });
  }
  expect(await rush()).toMatchObject({ rush: false, bookings: 0, minutes: 0 });
  for (let time = 0; time < 20; time += 1) await shown(salon, await visitor().book());

  // One more is one too many: whoever wants much of the calendar is asked for a code.
  await shown(salon, await visitor().bookWithProof());
  expect(await rush()).toMatchObject({ rush: true, bookings: 21 });
  expectProblem(await visitor().bookWithProof({ minutes: 480 }), 'code-required');

  const ended = await staff.post('/api/admin/rush/end', {});
  expect(ended.json).toMatchObject({ rush: false, bookings: 0, minutes: 0 });
  expect((await visitor().book({ minutes: 480 })).status).toBe(201);
});
