import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Availability } from '../../../src/contracts/bookings/availability.ts';
import { agendaStream } from '../../../src/features/booking/agenda/events.ts';
import { collide, partsOf, type Stretch } from '../../../src/salon/parts.ts';
import { addSalonDays } from '../../../src/salon/salon-time.ts';
import { days } from './calendar.ts';
import type { Row } from './row.ts';
import { writeSalon } from './salon.ts';
import { bookingOf, percentile99, sent, startService, timesOf } from './service.ts';

/** Thirty stylists, and 200 appointments on each of 200 days. */
const SALON = { appointments: 40_000, customers: 8_000, daysAhead: 199, stylists: 30, startsADay: 200 };
const MOST_MS = { day: 50, month: 150, booking: 1_000 };
const BOOKING_CLIENTS = 100;

const SERVICES = 'mens-haircut,color-treatment,scalp-treatment';
/** It is booked until nothing is free. */
const SOLD_OUT = days.at(-1) ?? '';

/** The slots of a day that overlap. */
async function overlapsOn(pool: Pool, date: string): Promise<number> {
  const { rows } = await pool.query<{ type: string; data: Stretch & { slotId: string } }>(
    "select type, data from log.events where stream = $1 and type in ('SlotTaken', 'SlotReleased') order by revision",
    [agendaStream(date)],
  );
  const taken = new Map<string, Stretch>();
  for (const { type, data } of rows) {
    if (type === 'SlotTaken') taken.set(data.slotId, data);
    else taken.delete(data.slotId);
  }
  const all = [...taken.values()].map(partsOf);
  return all.flatMap((one, at) => all.slice(at + 1).filter((other) => collide(one, other))).length;
}

/** Free times of anyone in a salon of thirty stylists, and a day that a hundred clients want at once. */
export async function benchTeam(databaseUrl: string, folder: string): Promise<Row[]> {
  await writeSalon(databaseUrl, SALON);
  const { client, pool, token, stop } = await startService(databaseUrl, folder);
  try {
    const read = async <Body>(path: string): Promise<Body> => {
      const { status, text } = await sent(client, { path });
      if (status !== 200) throw new Error(`${path} was answered ${status}: ${text}`);
      return JSON.parse(text) as Body;
    };
    const measured = async (pathOf: (day: string) => string) => {
      let turn = 0;
      // Each day is asked about once, so that no answer is one that was kept.
      const next = () => read(pathOf(days[turn++ % days.length] ?? ''));
      await timesOf(1, days.length / 4, next);
      return percentile99(await timesOf(1, (days.length * 3) / 4, next));
    };
    const dayPath = (date: string) => `/api/availability?services=${SERVICES}&date=${date}`;
    const monthPath = (day: string) =>
      `/api/availability/days?services=${SERVICES}&from=${day}&to=${addSalonDays(day, 30)}`;
    const rows: Row[] = [
      {
        name: 'a day of anyone of 30, three services',
        unit: 'ms',
        measured: await measured(dayPath),
        most: MOST_MS.day,
      },
      {
        name: 'a month of anyone of 30, three services',
        unit: 'ms',
        measured: await measured(monthPath),
        most: MOST_MS.month,
      },
    ];

    const hours = { windows: [{ start_time: '09:00', end_time: '21:00' }] };
    const set = await sent(client, {
      method: 'POST',
      path: `/api/admin/days/${SOLD_OUT}/hours?acknowledged=true`,
      headers: { 'Idempotency-Key': randomUUID(), Authorization: `Bearer ${token}` },
      body: hours,
    });
    if (set.status !== 200) throw new Error(`the hours were answered ${set.status}: ${set.text}`);
    let person = 0;
    let lost = 0;
    const times: number[] = [];
    /** Books what is free until nothing is. */
    async function buyer(): Promise<void> {
      for (;;) {
        const { slots } = await read<Availability>(
          `/api/availability?services=scalp-treatment&date=${SOLD_OUT}`,
        );
        const time = slots[Math.floor(Math.random() * slots.length)];
        if (time === undefined) return;
        const request = bookingOf(person++, SOLD_OUT, time);
        const began = performance.now();
        let answer = await sent(client, request);
        // A day that is too busy is asked again, as the website does.
        while (answer.status === 503) answer = await sent(client, request);
        const { status, text } = answer;
        times.push(performance.now() - began);
        if (status === 409) lost += 1;
        if (status !== 201 && status !== 409) throw new Error(`a booking was answered ${status}: ${text}`);
      }
    }
    await Promise.all(Array.from({ length: BOOKING_CLIENTS }, buyer));
    const overlaps = await overlapsOn(pool, SOLD_OUT);
    if (overlaps > 0) throw new Error(`${overlaps} slots of the day overlap`);
    return [
      ...rows,
      {
        name: `a booking, ${BOOKING_CLIENTS} clients at once, until ${times.length - lost} have sold the day out (${lost} lost a race)`,
        unit: 'ms',
        measured: percentile99(times),
        most: MOST_MS.booking,
      },
    ];
  } finally {
    await stop();
  }
}
