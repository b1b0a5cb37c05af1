import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { problemOf } from '../support/http.ts';
import type { Answer, WireRequest } from '../support/http-client.ts';
import { badRequest } from '../support/http-fuzz.ts';
import { bookingRequest, givenSalon, type TestSalon } from '../support/server.ts';

/** More cases, or the ones of an earlier run, by option: FUZZ_CASES=20000 FUZZ_SEED=… */
const CASES = Number(process.env.FUZZ_CASES ?? 3_000);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
const AT_ONCE = 16;

let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon();
});
afterAll(() => salon.stop());

/** How zod begins a message of its own; ours name the field after such a word. */
const VALIDATORS_WORDS = /^(?:Invalid (?:input|string|option|ISO|UUID|GUID)|Too |Unrecognized |Expected )/;

/** What is wrong with an answer to a request that should have been refused; undefined when nothing is. */
function faultOf(answer: Answer): string | undefined {
  if (answer.status < 400 || answer.status > 499)
    return `answered ${answer.status}: ${answer.text.slice(0, 200)}`;
  try {
    const { errors = [] } = problemOf(answer);
    const paths = new Set(errors.map(({ path }) => path));
    if (paths.size < errors.length) return `says more than once what is wrong: ${answer.text.slice(0, 300)}`;
    const raw = errors.find(({ message }) => VALIDATORS_WORDS.test(message));
    return raw && `answered in the validator's words: ${raw.message}`;
  } catch (error) {
    return `answered ${answer.status} without problem details: ${String(error).slice(0, 300)}`;
  }
}

it(`refuses ${CASES} malformed requests with problem details, never fails and writes nothing (seed ${SEED})`, {
  timeout: 60_000 + CASES * 20,
}, async () => {
  const standing = await salon.booked({ appointment_date: salon.freshDay() });
  const good = {
    token: standing.management_token,
    booking: bookingRequest({ appointment_date: salon.freshDay() }),
    move: { new_date: salon.freshDay(), new_time: '11:00 AM' },
  };
  const cases = fc.sample(badRequest(good), { numRuns: CASES, seed: SEED });
  const before = await salon.log.head();
  const faults: { wire: WireRequest; fault: string }[] = [];
  const next = cases.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const wire of next) {
        const fault = faultOf(await salon.http.send(wire));
        if (fault) faults.push({ wire, fault });
      }
    }),
  );
  expect(faults.slice(0, 5)).toEqual([]);
  expect(await salon.log.head()).toBe(before);
  expect(salon.logged.filter((line) => ['error', 'fatal'].includes(JSON.parse(line).level))).toEqual([]);
  // Nothing of it has worn the server out: the good request that all were made from still works.
  expect((await salon.post('/api/bookings', good.booking, { key: randomUUID() })).status).toBe(201);
});
