import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CreatedBooking } from '../../src/contracts/bookings/bookings.ts';
import { ManageAnswer } from '../../src/contracts/bookings/manage.ts';
import { agendaStream } from '../../src/features/booking/agenda/events.ts';
import { formatTime } from '../../src/salon/salon-time.ts';
import { type Interval, overlaps } from '../../src/salon/slots.ts';
import { freeStarts } from '../../src/salon/starts.ts';
import { expectProblem } from '../support/network/http.ts';
import { patiently } from '../support/network/patiently.ts';
import { USUAL_STARTS } from '../support/salon/usual-starts.ts';
import { bookingRequest, givenSalon, type TestSalon } from '../support/server/server.ts';
import { violationsOf, wholeLog } from '../support/server/server-proof.ts';

let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon();
});
afterAll(() => salon.stop());

const WINDOW = { start: 540, end: 1260 };
const LENGTHS = [
  ['scalp-treatment', 30],
  ['mens-haircut', 45],
  ['womens-haircut', 60],
  ['color-treatment', 90],
  ['perm', 120],
  ['full-color', 150],
] as const;

function book(body: object) {
  const key = randomUUID();
  return patiently(() => salon.post('/api/bookings', body, { key }));
}

/** Sends them all at once, on connections of their own. */
const allAtOnce = (requests: readonly object[]) => Promise.all(requests.map(book));

async function takenOn(date: string): Promise<readonly Interval[]> {
  const events = await salon.log.read(agendaStream(date));
  return events.map(({ type, data }) => {
    expect(type).toBe('SlotTaken');
    return data as unknown as Interval;
  });
}

it('gives out a day to 200 people at once without an overlap and without turning anyone away for nothing', async () => {
  const date = salon.freshDay();
  const wishes = Array.from({ length: 200 }, (_, person) => {
    const [service, length] = LENGTHS[(person * 7) % LENGTHS.length] ?? LENGTHS[0];
    const starts = freeStarts([WINDOW], [], { start: 0, end: length }, USUAL_STARTS);
    const start = starts[(person * 11) % starts.length] ?? WINDOW.start;
    return { service, start, end: start + length };
  });
  const answers = await allAtOnce(
    wishes.map(({ service, start }) =>
      bookingRequest({ appointment_date: date, appointment_time: formatTime(start), services: [service] }),
    ),
  );

  const taken = await takenOn(date);
  const booked = wishes.filter((_, person) => answers[person]?.status === 201);
  expect(booked.length).toBe(taken.length);
  expect(booked.length).toBeGreaterThan(5);
  for (const [index, slot] of taken.entries()) {
    expect(taken.slice(index + 1).filter((other) => overlaps(slot, other))).toEqual([]);
  }
  for (const [person, answer] of answers.entries()) {
    if (answer.status === 201) continue;
    expectProblem(answer, 'slot-taken');
    const wish = wishes[person];
    expect(taken.some((slot) => wish && overlaps(slot, wish))).toBe(true);
  }
});

it('fills an open Tuesday with exactly 24 half hours', async () => {
  const tuesday = '2026-11-24';
  const answers = await allAtOnce(
    Array.from({ length: 120 }, (_, person) =>
      bookingRequest({ appointment_date: tuesday, appointment_time: formatTime(540 + (person % 24) * 30) }),
    ),
  );
  const booked = answers.filter(({ status }) => status === 201);
  expect(booked).toHaveLength(24);
  for (const answer of answers) if (answer.status !== 201) expectProblem(answer, 'slot-taken');
  const position = booked
    .map(({ json }) => CreatedBooking.parse(json).position)
    .sort()
    .at(-1);
  const free = await salon.get(
    `/api/availability?date=${tuesday}&services=scalp-treatment&after=${position}`,
  );
  expect(free.json).toEqual({ date: tuesday, blocked: false, closed: false, slots: [] });
});

it('books once for one key sent twenty times at once, and answers twenty times the same', async () => {
  const [date, key] = [salon.freshDay(), randomUUID()];
  const request = bookingRequest({ appointment_date: date });
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => salon.post('/api/bookings', request, { key })),
  );
  const bookings = answers.map(({ status, json }) => ({ status, json }));
  expect(new Set(bookings.map((answer) => JSON.stringify(answer))).size).toBe(1);
  const { id } = CreatedBooking.parse(bookings[0]?.json);
  expect(await salon.historyByPeople(id)).toHaveLength(1);
  expect(await takenOn(date)).toHaveLength(1);
  const other = { ...request, notes: 'another' };
  expectProblem(await salon.post('/api/bookings', other, { key }), 'idempotency-key-reused');
});

it('lets one of two bodies win that race for one key', async () => {
  const [date, key] = [salon.freshDay(), randomUUID()];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => {
      const appointment_time = formatTime(600 + (index % 2) * 60);
      return salon.post('/api/bookings', bookingRequest({ appointment_date: date, appointment_time }), {
        key,
      });
    }),
  );
  const booked = answers.filter(({ status }) => status === 201);
  expect(new Set(booked.map(({ text }) => text)).size).toBe(1);
  expect(booked).toHaveLength(10);
  for (const answer of answers) if (answer.status !== 201) expectProblem(answer, 'idempotency-key-reused');
  expect(await takenOn(date)).toHaveLength(1);
});

it('offers cancelled times again, under load', async () => {
  const date = salon.freshDay();
  const bookings = await Promise.all(
    Array.from({ length: 24 }, (_, slot) =>
      salon.booked({ appointment_date: date, appointment_time: formatTime(540 + slot * 30) }),
    ),
  );
  await Promise.all(
    bookings.map(async ({ management_token: token }, slot) => {
      const { position } = ManageAnswer.parse((await salon.post('/api/manage/cancel', {}, { token })).json);
      const time = formatTime(540 + slot * 30);
      await expect
        .poll(
          async () =>
            (await salon.get(`/api/availability?date=${date}&services=scalp-treatment&after=${position}`))
              .json,
        )
        .toMatchObject({ slots: expect.arrayContaining([time]) });
    }),
  );
  const again = await allAtOnce(
    bookings.map((_, slot) =>
      bookingRequest({ appointment_date: date, appointment_time: formatTime(540 + slot * 30) }),
    ),
  );
  expect(again.map(({ status }) => status)).toEqual(bookings.map(() => 201));
});

it('has kept every promise of the protocol through all of it', async () => {
  expect(violationsOf(await wholeLog(salon.log), new Date())).toEqual([]);
});
