import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ChangedBooking } from '../../src/contracts/bookings/admin-bookings.ts';
import type { Problem } from '../../src/contracts/problem.ts';
import { formatTime, type Minutes, type SalonDate } from '../../src/salon/salon-time.ts';
import { problemOf } from '../support/network/http.ts';
import { FRIDAY_MORNING, givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { bookedByStaff, type Change, change, detailsOf } from '../support/staff/staff-bookings.ts';

/** Two administrators change one appointment at the same time, each by what their own screen shows. */

let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon({ now: FRIDAY_MORNING });
});
afterAll(() => salon.stop());

const EDITS_EACH = 100;
const SEED = 20_261_120;
const DAYS = ['2026-12-01', '2026-12-02', '2026-12-03'] as const;

interface Edit {
  readonly name: Change;
  readonly body: Readonly<Record<string, unknown>>;
}

const move = (new_date: SalonDate, start: Minutes): Edit => ({
  name: 'reschedule',
  body: { new_date, new_time: formatTime(start) },
});
const edits: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(...DAYS), fc.integer({ min: 0, max: 1_200 }))
      .map((to) => move(...to)),
  },
  {
    weight: 2,
    arbitrary: fc.boolean().map((sms_consent): Edit => ({ name: 'sms-consent', body: { sms_consent } })),
  },
  { weight: 1, arbitrary: fc.constant<Edit>({ name: 'confirm', body: {} }) },
  { weight: 2, arbitrary: fc.constant<Edit>({ name: 'cancel', body: { reason: 'other' } }) },
  { weight: 3, arbitrary: fc.constant<Edit>({ name: 'reinstate', body: {} }) },
);

/** The event that each change records. */
const RECORDED = {
  confirm: 'BookingConfirmed',
  cancel: 'BookingCancelled',
  reschedule: 'BookingRescheduled',
  complete: 'BookingCompleted',
  reinstate: 'BookingReinstated',
  length: 'BookingLengthChanged',
  services: 'BookingServicesChanged',
  'sms-consent': 'SmsConsentChanged',
  contact: 'BookingContactCorrected',
  arrival: 'CustomerArrived',
  'visit-note': 'VisitNoted',
} as const satisfies Record<Change, string>;

interface Made extends Edit {
  readonly by: string;
  readonly version: number;
  readonly position: string;
}

/** Sends one edit after the other, each for the version that was seen last; a stale one again for the present version. */
async function editing(staff: StaffApi, id: string, all: readonly Edit[]) {
  const made: Made[] = [];
  let stale = 0;
  let seen = 1;
  for (const edit of all) {
    for (;;) {
      const answer = await change(staff, id, edit.name, edit.body, { version: seen });
      if (answer.status === 412) {
        const problem: Problem = problemOf(answer);
        const { version = 0, changes = [] } = problem;
        expect(answer.headers.etag).toBe(`"${version}"`);
        expect(changes, 'says each change that was missed').toHaveLength(Math.min(20, version - seen));
        stale += 1;
        seen = version;
        continue;
      }
      if (answer.status === 200) {
        const { version, position } = ChangedBooking.parse(answer.json);
        // Consent that is there already is no change.
        expect(version - seen).toBe(edit.name === 'sms-consent' && version === seen ? 0 : 1);
        if (version > seen) made.push({ ...edit, by: staff.userId, version, position });
        seen = version;
      } else expect(problemOf(answer).status).toBe(409);
      break;
    }
  }
  return { made, stale };
}

it('loses no change and applies none twice: the log has exactly what both were told, and both end with it', async () => {
  const both = [await givenStaff(salon), await givenStaff(salon)] as const;
  const { id } = await bookedByStaff(both[0], { appointment_date: DAYS[0], appointment_time: '10:00 AM' });
  const all = fc.sample(edits, { numRuns: 2 * EDITS_EACH, seed: SEED });
  const results = await Promise.all([
    editing(both[0], id, all.slice(0, EDITS_EACH)),
    editing(both[1], id, all.slice(EDITS_EACH)),
  ]);
  for (const { made, stale } of results) {
    expect(made.length, 'each made some changes').toBeGreaterThan(20);
    expect(stale, 'each was too late at times').toBeGreaterThan(0);
  }

  const made = results.flatMap((result) => result.made).sort((a, b) => a.version - b.version);
  expect(made.map(({ version }) => version)).toEqual(made.map((_, index) => index + 2));
  const [, ...decisions] = await salon.historyByPeople(id);
  expect(decisions.map(({ type, metadata: { actor } }) => [type, actor.userId])).toEqual(
    made.map(({ name, by }) => [RECORDED[name], by]),
  );

  const last = made.at(-1);
  if (!last) throw new Error('nothing was changed');
  const [one, other] = [await detailsOf(both[0], id, last), await detailsOf(both[1], id, last)];
  expect(one).toEqual(other);
  expect(one.version).toBe(last.version);
  const lastOf = (...names: readonly Change[]) => made.findLast(({ name }) => names.includes(name));
  const { new_date, new_time } = lastOf('reschedule')?.body ?? {};
  expect([one.appointment_date, one.appointment_time]).toEqual([new_date, new_time]);
  expect(one.sms_consent).toBe(lastOf('sms-consent')?.body.sms_consent);
  expect(one.status === 'cancelled').toBe(lastOf('cancel', 'reinstate')?.name === 'cancel');
});

it('gives one time to one of two appointments that are moved to it at once', async () => {
  const [ada, bea] = [await givenStaff(salon), await givenStaff(salon)];
  const mine = await bookedByStaff(ada, { appointment_date: '2026-12-08', appointment_time: '9:00 AM' });
  const yours = await bookedByStaff(bea, { appointment_date: '2026-12-08', appointment_time: '5:00 PM' });
  for (const hour of [720, 780, 840]) {
    const { name, body } = move('2026-12-08', hour);
    const answers = await Promise.all([
      change(ada, mine.id, name, body),
      change(bea, yours.id, name, { ...body, new_time: formatTime(hour + 15) }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.json).toMatchObject({ code: 'slot-taken' });
  }
});
