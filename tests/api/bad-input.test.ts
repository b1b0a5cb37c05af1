import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { heldMemory } from '../support/machine/heap.ts';
import { problemOf } from '../support/network/http.ts';
import type { Answer, WireRequest } from '../support/network/http-client.ts';
import { badRequest } from '../support/network/http-fuzz.ts';
import { patiently } from '../support/network/patiently.ts';
import { type BrokenConversation, brokenConversation, converse } from '../support/network/socket-fuzz.ts';
import { ALL_TESTS } from '../support/run/all-tests.ts';
import { bookingRequest, givenSalon, type TestSalon } from '../support/server/server.ts';

/** More cases, or the ones of an earlier run, by option: FUZZ_CASES=100000 FUZZ_SEED=… */
const CASES = Number(process.env.FUZZ_CASES ?? (ALL_TESTS ? 3_000 : 1_000));
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
const AT_ONCE = 16;

let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon({ settings: { LOG_LEVEL: 'error' } });
});
afterAll(() => salon.stop());

/** The first words of zod's own messages; ours name the field after such a word. */
const VALIDATORS_WORDS = /^(?:Invalid (?:input|string|option|ISO|UUID|GUID)|Too |Unrecognized |Expected )/;

/** The same for the auth client's calls, whose errors have a form of their own. */
function faultOfProtocol({ status, json, text }: Answer): string | undefined {
  const { code, error_code, msg } = (json ?? {}) as Readonly<Record<string, unknown>>;
  if (code !== status || typeof error_code !== 'string' || typeof msg !== 'string')
    return `answered ${status} in another form than the auth client's: ${text.slice(0, 300)}`;
  return VALIDATORS_WORDS.test(msg) ? `answered in the validator's words: ${msg}` : undefined;
}

/** The fault of an answer to a request that should have been refused; undefined if it has none. */
function faultOf(answer: Answer, { path }: WireRequest): string | undefined {
  if (answer.status < 400 || answer.status > 499)
    return `answered ${answer.status}: ${answer.text.slice(0, 200)}`;
  if (path.startsWith('/auth/v1/')) return faultOfProtocol(answer);
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

/** Cases that are made and sent together, so that a long run doesn't hold them all. */
const BATCH = 500;
/** Memory that a run may keep beside measuring error: caches that are filled once. */
const MEMORY_MARGIN = 12 * 2 ** 20;

async function inParallel<Case>(cases: readonly Case[], send: (one: Case) => Promise<void>): Promise<void> {
  const next = cases.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const one of next) await send(one);
    }),
  );
}

/** The fault of everything that the server said on a connection; undefined if it has none. */
function faultHeard(heard: string): string | undefined {
  const statuses = [...heard.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
  const wrong = statuses.find((status) => status >= 500 || status === 201);
  return wrong === undefined ? undefined : `answered ${wrong}: ${heard.slice(0, 300)}`;
}

it(`refuses ${CASES} malformed requests with problem details, never fails, writes and keeps nothing (seed ${SEED})`, {
  timeout: 120_000 + CASES * 20,
}, async () => {
  const standing = await salon.booked({ appointment_date: salon.freshDay() });
  const good = {
    token: standing.management_token,
    booking: bookingRequest({ appointment_date: salon.freshDay() }),
    move: { new_date: salon.freshDay(), new_time: '11:00 AM' },
  };
  const before = await salon.log.head();
  const faults: { wire: WireRequest | BrokenConversation; fault: string }[] = [];
  let heldAtFirst: number | undefined;
  for (let done = 0; done < CASES; done += BATCH) {
    const run = { numRuns: Math.min(BATCH, CASES - done), seed: SEED + done };
    await inParallel(fc.sample(badRequest(good), run), async (wire) => {
      const fault = faultOf(await patiently(() => salon.http.send(wire)), wire);
      if (fault) faults.push({ wire, fault });
    });
    const conversations = fc.sample(brokenConversation, { ...run, numRuns: Math.ceil(run.numRuns / 10) });
    await inParallel(conversations, async (wire) => {
      const fault = faultHeard(await converse(salon.url, wire));
      if (fault) faults.push({ wire, fault });
    });
    expect(faults.slice(0, 5)).toEqual([]);
    heldAtFirst ??= await heldMemory();
  }
  expect(await salon.causedByPeopleSince(before)).toEqual([]);
  // A busy machine may have given up waiting for one, which was sent again.
  expect(salon.logged.filter((line) => !line.includes('DeadlineExceeded'))).toEqual([]);
  expect((await heldMemory()) - (heldAtFirst ?? 0)).toBeLessThan(MEMORY_MARGIN);
  // The good request that all were made from still works.
  expect((await salon.post('/api/bookings', good.booking, { key: randomUUID() })).status).toBe(201);
});
