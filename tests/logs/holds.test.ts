import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Availability } from '../../src/contracts/bookings/availability.ts';
import { agendaOf, holdVisitors, SIXTY, THIRTY } from '../support/booking/hold-visitors.ts';
import { expectProblem } from '../support/network/http.ts';
import { FRIDAY_MORNING, givenSalon, type TestSalon } from '../support/server/server.ts';
import { blockDate, deactivateService } from '../support/staff/server-staff.ts';

let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon({ settings: { TRUST_PROXY: '1' } });
});
afterAll(() => salon.stop());

const somebody = holdVisitors(() => salon);
const eventsOf = (date: string) => agendaOf(salon, date);

async function freeTimes(date: string, { after = '', ownHold = '', services = THIRTY } = {}) {
  const query = new URLSearchParams({ date, services });
  if (after) query.set('after', after);
  if (ownHold) query.set('hold_id', ownHold);
  const { json } = await salon.get(`/api/availability?${query}`);
  return (json as Availability).slots;
}

/** Runs with the server's clock moved on. */
async function minutesLater<T>(minutes: number, work: () => Promise<T>): Promise<T> {
  salon.setClock(new Date(FRIDAY_MORNING.getTime() + minutes * 60_000));
  try {
    return await work();
  } finally {
    salon.setClock(FRIDAY_MORNING);
  }
}

describe('a hold', () => {
  it('keeps a time from others for ten minutes, and leaves it free to whoever holds it', async () => {
    const date = salon.freshDay();
    const { hold_id, expires_at, position } = await somebody().held({ date, services: [SIXTY] });
    expect(Date.parse(expires_at) - FRIDAY_MORNING.getTime()).toBe(10 * 60_000);
    const others = await freeTimes(date, { after: position });
    expect(others).not.toContain('10:00 AM');
    expect(others).not.toContain('10:30 AM');
    expect(others).toEqual(expect.arrayContaining(['9:30 AM', '11:00 AM']));
    expect(await freeTimes(date, { ownHold: hold_id })).toEqual(
      expect.arrayContaining(['10:00 AM', '10:30 AM']),
    );
  });

  it("refuses everyone else's booking over it, however it overlaps, and becomes its owner's", async () => {
    const date = salon.freshDay();
    const owner = somebody();
    const { hold_id } = await owner.held({ date, services: [SIXTY] });
    const wishes = [
      { appointment_time: '10:30 AM' },
      { appointment_time: '9:30 AM', services: [SIXTY] },
      { appointment_time: '10:00 AM', hold_id: randomUUID() },
    ];
    for (const wish of wishes) {
      expectProblem(await somebody().book({ appointment_date: date, ...wish }), 'slot-taken');
    }
    const booked = await owner.book({ appointment_date: date, services: [SIXTY], hold_id });
    expect(booked.status).toBe(201);
    expect((await eventsOf(date)).map(({ type }) => type)).toEqual(['SlotHeld', 'SlotTaken']);
    expect((await eventsOf(date))[1]?.data).toMatchObject({ fromHold: hold_id, start: 600, end: 660 });
  });

  it('is void when its ten minutes are over, for booking and for reading', async () => {
    const date = salon.freshDay();
    const late = somebody();
    const { hold_id, position } = await late.held({ date });
    await minutesLater(9.9, async () => {
      expectProblem(await somebody().book({ appointment_date: date }), 'slot-taken');
    });
    await minutesLater(10, async () => {
      expect(await freeTimes(date, { after: position })).toContain('10:00 AM');
      expect((await somebody().book({ appointment_date: date })).status).toBe(201);
      expectProblem(await late.book({ appointment_date: date, hold_id }), 'slot-taken');
    });
  });

  it('that has run out does not keep its owner from booking a time that is still free', async () => {
    const date = salon.freshDay();
    const late = somebody();
    const { hold_id } = await late.held({ date });
    await minutesLater(11, async () => {
      expect((await late.book({ appointment_date: date, hold_id })).status).toBe(201);
    });
  });

  it('gives no right to time beyond it', async () => {
    const date = salon.freshDay();
    const owner = somebody();
    const { hold_id } = await owner.held({ date });
    expect((await somebody().book({ appointment_date: date, appointment_time: '10:30 AM' })).status).toBe(
      201,
    );
    expectProblem(await owner.book({ appointment_date: date, services: [SIXTY], hold_id }), 'slot-taken');
  });

  it.each([
    ['a time that is over', { date: '2026-11-20', time: '9:00 AM' }, 'in-the-past'],
    ['a day that is too far', { date: '2027-05-21' }, 'too-far-ahead'],
    ['a closed day', { date: '2026-11-29' }, 'not-offered'],
    ['a time off the grid', { date: '2026-11-24', time: '10:10 AM' }, 'off-grid'],
    ['a service that is not there', { date: '2026-11-24', services: ['no-such'] }, 'unknown-service'],
    ['no service', { date: '2026-11-24', services: [] }, 'validation-failed'],
    ['a day that does not exist', { date: '2026-02-30' }, 'validation-failed'],
    ['a hold id that is none', { date: '2026-11-24', hold_id: '7' }, 'validation-failed'],
  ] as const)('is refused for %s', async (_, wish, code) => {
    const before = await salon.log.head();
    expectProblem(await somebody().hold(wish), code);
    expect(await salon.causedByPeopleSince(before)).toEqual([]);
  });

  it('is refused on a blocked date, and for a service that is not offered any more', async () => {
    const date = salon.freshDay();
    await blockDate(salon, date, 'Holiday');
    expectProblem(await somebody().hold({ date }), 'date-blocked');
    await deactivateService(salon, 'makeup');
    const wish = { date: salon.freshDay(), services: ['makeup'] };
    await expect.poll(async () => (await somebody().hold(wish)).status).toBe(400);
  });
});

describe('giving a hold back', () => {
  it('frees the time at once, and voids the hold', async () => {
    const date = salon.freshDay();
    const owner = somebody();
    const { hold_id } = await owner.held({ date });
    const answer = await owner.drop(hold_id);
    expect(answer).toMatchObject({ status: 204, text: '' });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect((await somebody().book({ appointment_date: date })).status).toBe(201);
    expectProblem(await owner.book({ appointment_date: date, hold_id }), 'slot-taken');
  });

  it('answers the same, and changes nothing, for a hold that is over or never was', async () => {
    const date = salon.freshDay();
    const owner = somebody();
    const [dropped, booked] = [await owner.held({ date }), await owner.held({ date, time: '2:00 PM' })];
    await owner.drop(dropped.hold_id);
    await owner.book({ appointment_date: date, appointment_time: '2:00 PM', hold_id: booked.hold_id });
    const before = await salon.log.head();
    const strangers = [randomUUID(), dropped.hold_id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))];
    for (const id of [dropped.hold_id, booked.hold_id, ...strangers]) {
      expect(await somebody().drop(id)).toMatchObject({ status: 204, text: '' });
    }
    expect(await salon.causedByPeopleSince(before)).toEqual([]);
    expectProblem(
      await somebody().book({ appointment_date: date, appointment_time: '2:00 PM' }),
      'slot-taken',
    );
    expectProblem(await somebody().drop('no-id'), 'validation-failed');
  });
});

describe('a browser', () => {
  it('changes its hold in one step, also for one that overlaps it', async () => {
    const date = salon.freshDay();
    const owner = somebody();
    const first = await owner.held({ date });
    const second = await owner.held({ date, services: [SIXTY], hold_id: first.hold_id });
    expect((await eventsOf(date)).map(({ type }) => type)).toEqual([
      'SlotHeld',
      'SlotHeld',
      'SlotHoldDropped',
    ]);
    expect(await freeTimes(date, { ownHold: first.hold_id, after: second.position })).not.toContain(
      '10:00 AM',
    );
    expect((await owner.book({ appointment_date: date, services: [SIXTY], ...second })).status).toBe(201);
  });

  it('gives the old time back when it moves to another day', async () => {
    const [monday, tuesday] = [salon.freshDay(), salon.freshDay()];
    const owner = somebody();
    const { hold_id } = await owner.held({ date: monday });
    await owner.held({ date: tuesday, hold_id });
    expect((await eventsOf(monday)).map(({ type }) => type)).toEqual(['SlotHeld', 'SlotHoldDropped']);
  });

  it('keeps what it has when the new time is not to be had', async () => {
    const date = salon.freshDay();
    const owner = somebody();
    const { hold_id } = await owner.held({ date });
    await somebody().book({ appointment_date: date, appointment_time: '11:00 AM' });
    expectProblem(await owner.hold({ date, time: '11:00 AM', hold_id }), 'slot-taken');
    expectProblem(await somebody().book({ appointment_date: date }), 'slot-taken');
    expect((await owner.book({ appointment_date: date, hold_id })).status).toBe(201);
  });

  it('holds once for one key, however often it asks, and is refused another wish under it', async () => {
    const date = salon.freshDay();
    const [owner, key] = [somebody(), randomUUID()];
    const answers = await Promise.all(Array.from({ length: 10 }, () => owner.held({ date }, key)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const [first] = answers;
    expectProblem(await owner.hold({ date, time: '3:00 PM' }, key), 'idempotency-key-reused');
    await owner.drop(first?.hold_id ?? '');
    expect(await owner.held({ date }, key)).toEqual(first);
    expect((await eventsOf(date)).map(({ type }) => type)).toEqual(['SlotHeld', 'SlotHoldDropped']);
    expect((await somebody().book({ appointment_date: date })).status).toBe(201);
  });
});
