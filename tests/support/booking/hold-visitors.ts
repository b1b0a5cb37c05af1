import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { CreatedHold } from '../../../src/contracts/bookings/holds.ts';
import { agendaStream } from '../../../src/features/booking/agenda/events.ts';
import { patiently } from '../network/patiently.ts';
import { bookingRequest, type TestSalon } from '../server/server.ts';

/** Thirty minutes. */
export const THIRTY = 'scalp-treatment';
/** An hour. */
export const SIXTY = 'womens-haircut';

/** Visitors that hold and book, each at a network address of their own; the server has to trust a proxy for it. */
export function holdVisitors(salon: () => TestSalon) {
  let visitors = 0;
  return () => {
    visitors += 1;
    const headers = { 'X-Forwarded-For': `203.0.${Math.floor(visitors / 200)}.${(visitors % 200) + 1}` };
    const hold = (wish: Readonly<Record<string, unknown>>, key: string = randomUUID()) =>
      patiently(() =>
        salon().post('/api/holds', { time: '10:00 AM', services: [THIRTY], ...wish }, { key, headers }),
      );
    return {
      hold,
      /** Holds and expects it to work. */
      async held(wish: Readonly<Record<string, unknown>>, key?: string): Promise<CreatedHold> {
        const answer = await hold(wish, key);
        expect(answer).toMatchObject({ status: 201 });
        return CreatedHold.parse(answer.json);
      },
      drop: (id: string) => salon().http.send({ method: 'DELETE', path: `/api/holds/${id}`, headers }),
      book(changes: Readonly<Record<string, unknown>>) {
        const ask = { key: randomUUID(), headers };
        return patiently(() => salon().post('/api/bookings', bookingRequest(changes), ask));
      },
    };
  };
}

export const agendaOf = async ({ log }: TestSalon, date: string) =>
  (await log.read(agendaStream(date))).map(({ type, data }) => ({ type, data }));
