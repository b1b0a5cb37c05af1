// Slow because it compares every report and table at many positions of random histories.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CreatedBooking } from '../../src/contracts/bookings/bookings.ts';
import type { HistoryPage } from '../../src/contracts/history/history.ts';
import { listReports } from '../../src/contracts/reports/reports.ts';
import type { Schedule } from '../../src/contracts/salon/admin-hours.ts';
import { addSalonDays } from '../../src/salon/salon-time.ts';
import type { Answer } from '../support/network/http-client.ts';
import { operatorCommand } from '../support/server/operator-command.ts';
import { bookingRequest, givenSalon, type TestSalon } from '../support/server/server.ts';
import { CUSTOMERS, customersOf } from '../support/staff/customers-api.ts';
import { givenStaff, positionOf, type StaffApi } from '../support/staff/staff-api.ts';
import { change, manualBooking } from '../support/staff/staff-bookings.ts';

/**
 * An answer at a position never changes: not after later commands, and not in rebuilt read models. Only personal data
 * of erased people and of deleted appointments goes, so the test leaves it out.
 */

let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
});
afterAll(() => salon.stop());

const BOOKINGS = '/api/admin/bookings';

const step = fc.record({
  what: fc.constantFrom(
    'book',
    'book online',
    'confirm',
    'cancel',
    'reschedule',
    'complete',
    'reinstate',
    'delete',
    'block',
    'unblock',
    'hours',
    'service',
    'erase',
    'merge',
    'split',
    'undo',
  ),
  /** Index of an appointment. */
  which: fc.nat(10),
  half: fc.nat(20),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The first steps of each world. Two people are merged, since a merge and a split by chance alone would be rare. */
const BEGINNING: readonly Step[] = [
  { what: 'book', which: 0, half: 2 },
  { what: 'book online', which: 0, half: 6 },
  { what: 'merge', which: 0, half: 0 },
];

const timeOf = (half: number) => {
  const hour = 9 + Math.floor(half / 2);
  return `${((hour + 11) % 12) + 1}:${half % 2 === 0 ? '00' : '30'} ${hour < 12 ? 'AM' : 'PM'}`;
};

/** A week of the salon, and its events. */
function givenWeek(from: string) {
  const { customerOf, stranger } = customersOf(salon, staff);
  const bookings: string[] = [];
  let block: string | undefined;
  let merge: { readonly id: string; readonly merge_id: string } | undefined;

  async function send({ what, which, half }: Step): Promise<Answer | null> {
    const id = bookings[which % Math.max(1, bookings.length)];
    const time = timeOf(half);
    const created = (answer: Answer) => {
      if (answer.status === 201) bookings.push(CreatedBooking.parse(answer.json).id);
      return answer;
    };
    switch (what) {
      case 'book':
        return created(
          await staff.post(
            BOOKINGS,
            manualBooking({ ...stranger('Grace Hopper'), appointment_date: from, appointment_time: time }),
          ),
        );
      case 'book online':
        return created(
          await salon.post(
            '/api/bookings',
            bookingRequest({ ...stranger('Ada Lovelace'), appointment_date: from, appointment_time: time }),
          ),
        );
      case 'block': {
        const answer = await staff.post('/api/admin/blocked-dates', {
          // A date that the next world doesn't use.
          blocked_date: addSalonDays(from, 14),
          reason: 'Fair',
        });
        if (answer.status === 201) block = (answer.json as { id: string }).id;
        return answer;
      }
      case 'unblock':
        return block === undefined ? null : staff.delete(`/api/admin/blocked-dates/${block}`);
      case 'hours': {
        const { hours } = (await staff.get('/api/admin/hours')).json as Schedule;
        const slot = hours[which % hours.length];
        return staff.patch(`/api/admin/hours/${slot?.id}?acknowledged=true`, {
          is_available: !slot?.is_available,
        });
      }
      case 'service':
        return staff.patch('/api/admin/services/perm', { active: half % 2 === 0 });
      case 'split':
        return merge ? staff.post(`${CUSTOMERS}/${merge.id}/split`, { merge_id: merge.merge_id }) : null;
      case 'undo': {
        const { entries } = (await staff.get('/api/admin/activity?actor=admin')).json as HistoryPage;
        const undoable = entries.filter((entry) => entry.undoable);
        const event = undoable[which % Math.max(1, undoable.length)];
        return event ? staff.post('/api/admin/undo', { event_id: event.id }) : null;
      }
      default:
        break;
    }
    if (id === undefined) return null;
    switch (what) {
      case 'confirm':
      case 'reinstate':
        return change(staff, id, what);
      case 'cancel':
        return change(staff, id, 'cancel', { reason: which % 2 === 0 ? 'no_show' : 'customer_request' });
      case 'complete':
        return change(staff, id, 'complete', half % 2 === 0 ? {} : { total_amount: `$${half}.50` });
      case 'reschedule':
        return change(staff, id, 'reschedule', { new_date: addSalonDays(from, which % 3), new_time: time });
      case 'delete':
        bookings.splice(bookings.indexOf(id), 1);
        return staff.delete(`${BOOKINGS}/${id}`);
      case 'erase':
        return staff.post(`/api/admin/customers/${await customerOf(id)}/erase`);
      case 'merge': {
        const other = bookings[(which + 1) % bookings.length] ?? id;
        const [customer, into] = [await customerOf(id), await customerOf(other)];
        const answer = await staff.post(`${CUSTOMERS}/${customer}/merge`, { into });
        if (answer.status === 200) merge = { ...(answer.json as { merge_id: string }), id: customer };
        return answer;
      }
      default:
        throw new Error(`nobody does ${what}`);
    }
  }
  return send;
}

/** The questions about every moment: the calendar, and every report by each of its groupings. */
async function questions(from: string): Promise<readonly string[]> {
  const { reports } = listReports.answer.body.parse((await staff.get('/api/admin/reports')).json);
  const period = `from=${from}&to=${addSalonDays(from, 60)}`;
  return [
    `/api/admin/calendar?from=${from}&to=${addSalonDays(from, 20)}`,
    ...reports.flatMap(({ name, by }) =>
      by.map(({ key }) => `/api/admin/reports/${name}?${period}&by=${key}`),
    ),
  ];
}

const withoutPeople = (text: string) =>
  text
    .replaceAll(/"(customer_name|customer_phone|notes|reason)":(null|"[^"]*")/g, '"$1":0')
    .replaceAll('"is_deleted":true,', '');

async function answerAt(question: string, position: string): Promise<string> {
  const { status, text } = await staff.get(`${question}&at=${position}`);
  expect(status, `${question}: ${text}`).toBe(200);
  return withoutPeople(text);
}

it('answers for a position the same for ever, also from rebuilt read models', {
  timeout: 300_000,
}, async () => {
  const kept: { readonly question: string; readonly position: string; readonly answer: string }[] = [];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 6 }), async (steps) => {
      const from = salon.freshDay();
      const send = givenWeek(from);
      const asked = await questions(from);
      for (const one of [...BEGINNING, ...steps]) {
        const answer = await send(one);
        if (answer === null || answer.status >= 400) continue;
        const position = positionOf(answer);
        for (const question of asked)
          kept.push({ question, position, answer: await answerAt(question, position) });
      }
    }),
    { numRuns: 2, endOnFailure: true },
  );
  expect(kept.length).toBeGreaterThan(0);

  const askAgain = async () => {
    for (const { question, position, answer } of kept)
      expect(await answerAt(question, position), `${question}&at=${position}`).toBe(answer);
  };
  await askAgain();
  await operatorCommand(salon, 'replay.ts');
  await askAgain();
});
