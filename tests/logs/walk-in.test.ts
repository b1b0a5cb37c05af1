import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CreatedBooking } from '../../src/contracts/bookings/bookings.ts';
import { bookingStream } from '../../src/features/booking/appointment/events.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { violationsOf, wholeLog } from '../support/server/server-proof.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';

// Tuesday, 11:52 in the salon.
const NOW = new Date('2026-11-24T19:52:00Z');
const BOOKINGS = '/api/admin/bookings';

let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: NOW });
  staff = await givenStaff(salon);
});
afterAll(() => salon.stop());

const walkIn = (appointment_time: string, more: object = {}) => ({
  walk_in: true,
  appointment_date: '2026-11-24',
  appointment_time,
  services: ['scalp-treatment'],
  ...more,
});

it('begins where a visit is finished for one of several who ask at once, however often each of them does', async () => {
  for (const hour of [5, 6, 7]) {
    const services = ['womens-haircut'];
    const ann = CreatedBooking.parse(
      (await staff.post(BOOKINGS, walkIn(`${hour}:00 AM`, { services }))).json,
    );
    const finish = { id: ann.id, version: 1 };
    const asked = await Promise.all(
      [10, 15, 20].map(async (minute) => {
        const key = randomUUID();
        const ask = () => staff.post(BOOKINGS, walkIn(`${hour}:${minute} AM`, { finish }), { key });
        const answers = await Promise.all([ask(), ask(), ask()]);
        return { minute, answers: [...answers, await ask()] };
      }),
    );
    const started = asked.filter(({ answers }) => answers.some(({ status }) => status === 201));
    expect(started, 'one of them begins').toHaveLength(1);
    const granted = started.flatMap(({ answers }) => answers.filter(({ status }) => status === 201));
    expect(new Set(granted.map(({ text }) => text)).size, 'and hears the same each time').toBe(1);
    const events = await salon.log.read(bookingStream(ann.id));
    // The registrar may write its link meanwhile.
    const [claim, completed] = events.slice(events.findIndex(({ type }) => type === 'BookingLengthChanged'));
    expect(completed).toMatchObject({ type: 'BookingCompleted' });
    expect(claim).toMatchObject({
      type: 'BookingLengthChanged',
      data: { end: hour * 60 + (started[0]?.minute ?? 0) },
      metadata: { commandId: completed?.metadata.commandId },
    });
  }
  expect(violationsOf(await wholeLog(salon.log), NOW)).toEqual([]);
});
