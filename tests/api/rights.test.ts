import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallerKind, isPrivate, type Operation } from '../../src/contracts/operation.ts';
import { OPERATIONS } from '../../src/contracts/operations.ts';
import { expectProblem } from '../support/http.ts';
import { givenSalon, type TestSalon } from '../support/server.ts';

/** Every operation is walked, so that a new one is covered without touching this file. */

let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon();
});
afterAll(() => salon.stop());

const guarded = OPERATIONS.filter(({ caller }) => caller !== 'public');
const ofLinks = guarded.filter(({ caller }) => caller === 'link');
const title = ({ method, path, caller }: Operation) =>
  [`${method} ${path}`, { method, path, caller }] as const;
/** How an operation refuses a caller whom it doesn't know. */
const stranger = (caller: CallerKind) => (caller === 'link' ? 'unauthorized' : 'sign-in-required');

function ask({ method, path }: Pick<Operation, 'method' | 'path'>, authorization?: string) {
  const headers = authorization === undefined ? {} : { Authorization: authorization };
  return salon.http.send({ method: method.toUpperCase(), path, headers });
}

describe('an operation that is not for everybody', () => {
  it('exists', () => expect(guarded.length).toBeGreaterThan(3));

  it.each(guarded.map(title))(
    '%s refuses whoever has no token, and says what it takes',
    async (_, operation) => {
      const answer = await ask(operation);
      expectProblem(answer, stranger(operation.caller));
      expect(answer.headers['www-authenticate']).toBe('Bearer');
      expect(answer.headers['cache-control']).toBe('no-store');
    },
  );

  it.each(guarded.map(title))('%s refuses a token that is not ours', async (_, operation) => {
    const { management_token: token } = await salon.booked({ appointment_date: salon.freshDay() });
    const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    for (const authorization of [`Bearer ${forged}`, 'Bearer ', 'Bearer x', `Basic ${token}`, token]) {
      expectProblem(await ask(operation, authorization), stranger(operation.caller));
    }
  });
});

describe("an operation of a booking's link", () => {
  it.each(ofLinks.map(title))('%s finds no other booking than its own', async (_, { method, path }) => {
    const mine = await salon.booked({ appointment_date: salon.freshDay() });
    const other = await salon.booked({ appointment_date: salon.freshDay() });
    const named = { method, path: `${path}?booking_id=${other.id}` };
    expectProblem(await ask(named, `Bearer ${mine.management_token}`), 'booking-not-found');
  });

  it.each(ofLinks.map(title))('%s refuses a booking id that is none', async (_, { method, path }) => {
    const { management_token } = await salon.booked({ appointment_date: salon.freshDay() });
    const answer = await ask({ method, path: `${path}?booking_id=mine` }, `Bearer ${management_token}`);
    expectProblem(answer, 'validation-failed');
  });
});

it.each(OPERATIONS.filter(isPrivate).map(title))('%s is kept by no cache', async (_, operation) => {
  expect((await ask(operation)).headers['cache-control']).toBe('no-store');
});
