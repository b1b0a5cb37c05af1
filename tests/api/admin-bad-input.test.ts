import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Operation } from '../../src/contracts/operation.ts';
import { queriesOf } from '../../src/contracts/operation-rules.ts';
import { OPERATIONS } from '../../src/contracts/operations.ts';
import { problemOf } from '../support/network/http.ts';
import type { WireRequest } from '../support/network/http-client.ts';
import { patiently } from '../support/network/patiently.ts';
import { FRIDAY_MORNING, givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';

/** Each operation for staff answers bad input in its own words, and never with a fault of the server. */

const CASES = Number(process.env.FUZZ_CASES ?? 600);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
const AT_ONCE = 8;

let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: FRIDAY_MORNING, settings: { LOG_LEVEL: 'error' } });
  staff = await givenStaff(salon);
});
afterAll(() => salon.stop());

/** Only operations that answer with JSON: a stream would never end. */
const FOR_STAFF = OPERATIONS.filter(
  ({ caller, answer }) => caller === 'admin' && !('body' in answer && typeof answer.body === 'string'),
);

const UUID = '00000000-0000-4000-8000-000000000001';
const oddText = fc.oneof(
  fc.constantFrom('\0', 'x\0y', '\ud800x'),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'x\0y',
    '\ud800',
    '%',
    '_',
    "'",
    '"',
    '\\',
    '0',
    '-1',
    '1e400',
    'null',
    '[]',
    '٩',
  ),
  fc.constantFrom(UUID, '2026-12-01', '2026-02-30', '9999-12-31', '10:00 AM', '09:00', 'x'.repeat(40_000)),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const oddValue = fc.oneof(
  oddText,
  fc.constantFrom(null, true, false, 0, -1, 0.5, 1e308, 2 ** 53),
  fc.array(oddText, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('id', '__proto__', 'length', 'toString'), oddText, { maxKeys: 2 }),
);

const fieldsOf = (schema: z.ZodType | undefined): readonly string[] =>
  Object.keys((schema as z.ZodObject | undefined)?.shape ?? {});
/** Mostly one, so that a field is reached although those before it were refused. */
const some = <Value>(names: readonly string[], value: fc.Arbitrary<Value>) =>
  names.length === 0
    ? fc.constant({})
    : fc.oneof(
        { weight: 3, arbitrary: fc.dictionary(fc.constantFrom(...names), value, { minKeys: 1, maxKeys: 1 }) },
        { weight: 1, arbitrary: fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 6 }) },
      );

function requestTo(operation: Operation): fc.Arbitrary<WireRequest> {
  const query = queriesOf(operation).flatMap(fieldsOf);
  return fc
    .record({
      id: fc.oneof({ weight: 3, arbitrary: fc.constant(UUID) }, oddText),
      query: some(query, oddText),
      body: fc.oneof({ weight: 5, arbitrary: some(fieldsOf(operation.body), oddValue) }, oddValue),
      ifMatch: fc.option(fc.constantFrom('"1"', '*', 'W/"2"', '"x"', '""', '"99999999999"'), {
        nil: undefined,
      }),
    })
    .map(({ id, query, body, ifMatch }) => ({
      method: operation.method.toUpperCase(),
      path: `${operation.path.replaceAll(/\{\w+\}/g, encodeURIComponent(id.toWellFormed()))}?${new URLSearchParams(query)}`.slice(
        0,
        8_000,
      ),
      headers: {
        Authorization: `Bearer ${staff.token}`,
        ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
      },
      ...(operation.method !== 'get' && { body }),
    }));
}

/** The first words of zod's own messages. */
const VALIDATORS_WORDS = /^(?:Invalid (?:input|string|option|ISO|UUID|GUID)|Too |Unrecognized |Expected )/;

it('is answered with a problem in our words, or is no bad input', { timeout: 240_000 }, async () => {
  expect(FOR_STAFF.length).toBeGreaterThan(10);
  const requests = fc.sample(fc.constantFrom(...FOR_STAFF).chain(requestTo), { numRuns: CASES, seed: SEED });
  const faults: string[] = [];
  const next = requests.values();
  async function send(): Promise<void> {
    for (const request of next) {
      const answer = await patiently(() => salon.http.send(request));
      const said = `${request.method} ${request.path.slice(0, 200)} ${JSON.stringify(request.body)?.slice(0, 200)} → ${answer.status} ${answer.text.slice(0, 200)}`;
      if (answer.status >= 500) faults.push(said);
      else if (answer.status >= 400) {
        const { errors = [] } = problemOf(answer);
        if (errors.some(({ message }) => VALIDATORS_WORDS.test(message))) faults.push(said);
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, send));
  expect(faults, `FUZZ_SEED=${SEED}`).toEqual([]);
});
