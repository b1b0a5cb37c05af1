import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CreatedHold } from '../../src/contracts/bookings/holds.ts';
import { agendaOf, holdVisitors, SIXTY, THIRTY } from '../support/booking/hold-visitors.ts';
import { expectProblem } from '../support/network/http.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';

let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon({ settings: { TRUST_PROXY: '1' } });
});
afterAll(() => salon.stop());

const somebody = holdVisitors(() => salon);
const eventsOf = (date: string) => agendaOf(salon, date);

describe('one address', () => {
  let salon: TestSalon;
  beforeAll(async () => {
    salon = await givenSalon({ settings: { TRUST_PROXY: '1', BOOKING_LIMIT_PER_HOUR: '5' } });
  });
  afterAll(() => salon.stop());
  const somebody = holdVisitors(() => salon);

  it('has three holds at most; one that is given back or replaced makes room', async () => {
    const date = salon.freshDay();
    const house = somebody();
    const [first, second] = [
      await house.held({ date, time: '9:00 AM' }),
      await house.held({ date, time: '9:30 AM' }),
      await house.held({ date, time: '10:00 AM' }),
    ];
    const refused = await house.hold({ date, time: '11:00 AM' });
    expectProblem(refused, 'too-many-requests');
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(600);
    expect(refused.text).not.toContain('Rate limit exceeded');
    await house.held({ date, time: '11:30 AM', hold_id: first.hold_id });
    expectProblem(await house.hold({ date, time: '12:00 PM' }), 'too-many-requests');
    await house.drop(second.hold_id);
    await house.held({ date, time: '12:30 PM' });
    expectProblem(await house.hold({ date, time: '1:00 PM' }), 'too-many-requests');
    await somebody().held({ date, time: '1:00 PM' });
  });

  it('has no more of them when its requests race, and pays nothing for a refusal', async () => {
    const date = salon.freshDay();
    const house = somebody();
    await somebody().held({ date, time: '8:00 PM' });
    for (let refused = 0; refused < 4; refused += 1) {
      expectProblem(await house.hold({ date, time: '8:00 PM' }), 'slot-taken');
    }
    const times = ['9:00 AM', '10:00 AM', '11:00 AM', '12:00 PM', '1:00 PM', '2:00 PM', '3:00 PM', '4:00 PM'];
    const answers = await Promise.all(times.map((time) => house.hold({ date, time })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429, 429, 429, 429, 429]);
    const held = (await agendaOf(salon, date)).filter(({ type }) => type === 'SlotHeld');
    expect(held).toHaveLength(4);
  });
});

describe('many at once', () => {
  it('lets one of twenty hold a time', async () => {
    const date = salon.freshDay();
    const answers = await Promise.all(Array.from({ length: 20 }, () => somebody().hold({ date })));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(19);
    for (const answer of refused) expectProblem(answer, 'slot-taken');
  });

  it('never gives overlapping time, and no held time to another, while holds and bookings race', async () => {
    const date = salon.freshDay();
    const times = ['9:00 AM', '9:30 AM', '10:00 AM', '10:30 AM', '11:00 AM', '11:30 AM'];
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const visitor = somebody();
        const [time, services] = [times[index % times.length], [index % 2 ? SIXTY : THIRTY]];
        const hold = index % 3 ? await visitor.hold({ date, time, services }) : undefined;
        const hold_id = hold?.status === 201 ? CreatedHold.parse(hold.json).hold_id : undefined;
        const booked = await visitor.book({
          appointment_date: date,
          appointment_time: time,
          services,
          hold_id,
        });
        return { held: hold_id !== undefined, status: booked.status };
      }),
    );
    // Each holder of a time has booked it: nobody else could take it within the ten minutes.
    expect(outcomes.filter(({ held, status }) => held && status !== 201)).toEqual([]);
    expect(outcomes.filter(({ status }) => ![201, 409].includes(status))).toEqual([]);
    const taken = (await eventsOf(date))
      .filter(({ type }) => type === 'SlotTaken')
      .map(({ data }) => data as unknown as { start: number; end: number })
      .sort((a, b) => a.start - b.start);
    expect(taken.length).toBe(outcomes.filter(({ status }) => status === 201).length);
    for (const [index, { end }] of taken.entries()) {
      expect(taken[index + 1]?.start ?? 1440).toBeGreaterThanOrEqual(end);
    }
  });
});
