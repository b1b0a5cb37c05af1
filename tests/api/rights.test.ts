import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallerKind, isPrivate, type Operation } from '../../src/contracts/operation.ts';
import { OPERATIONS } from '../../src/contracts/operations.ts';
import { badAccessTokens, weakAccessTokens } from '../support/accounts/access-token-attacks.ts';
import { expectProblem } from '../support/network/http.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';

/** Every operation is walked, so that a new one is covered without touching this file. */

let salon: TestSalon;
beforeAll(async () => {
  // Signing in goes by the machine's clock on both sides.
  salon = await givenSalon({ now: new Date() });
});
afterAll(() => salon.stop());

const guarded = OPERATIONS.filter(({ caller }) => caller !== 'public');
const ofLinks = guarded.filter(({ caller }) => caller === 'link');
const title = ({ method, path, caller }: Operation) =>
  [`${method} ${path}`, { method, path, caller }] as const;
/** The refusal of an unknown caller. */
const stranger = (caller: CallerKind) => (caller === 'link' ? 'unauthorized' : 'sign-in-required');

type Asked = Pick<Operation, 'method' | 'path'>;

function ask({ method, path }: Asked, authorization?: string) {
  const headers = authorization === undefined ? {} : { Authorization: authorization };
  return salon.http.send({ method: method.toUpperCase(), path, headers });
}

describe('an operation that is not for everybody', () => {
  let token: string;
  beforeAll(async () => {
    ({ management_token: token } = await salon.booked({ appointment_date: salon.freshDay() }));
  });

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

describe('an access token', () => {
  let bad: ReadonlyMap<string, string | undefined>;
  let weak: Awaited<ReturnType<typeof weakAccessTokens>>;
  beforeAll(async () => {
    bad = await badAccessTokens(salon);
    weak = await weakAccessTokens(salon);
  });
  const bearer = (token: string | undefined) => (token === undefined ? undefined : `Bearer ${token}`);
  const outcome = async (operation: Asked, token: string | undefined) => {
    const { status, json } = await ask(operation, bearer(token));
    const { code } = (json ?? {}) as { readonly code?: string };
    return [401, 403].includes(status) ? code : 'let in';
  };

  it.each(OPERATIONS.map(title))(
    'to %s opens nothing when anything is wrong with it',
    async (_, operation) => {
      const expected = operation.caller === 'public' ? 'let in' : stranger(operation.caller);
      const outcomes = new Map<string, string | undefined>();
      for (const [name, token] of bad) outcomes.set(name, await outcome(operation, token));
      expect(outcomes).toEqual(new Map([...bad.keys()].map((name) => [name, expected])));
    },
  );

  it.each(OPERATIONS.map(title))('to %s opens what its holder may do', async (_, operation) => {
    const outcomes: Record<string, string | undefined> = {};
    for (const [name, token] of Object.entries(weak)) outcomes[name] = await outcome(operation, token);
    const all = (code: string) => ({
      plain: code,
      revoked: code,
      halfIn: code,
      easyToGuess: code,
      admin: code,
    });
    const expected = {
      public: all('let in'),
      link: all('unauthorized'),
      user: { ...all('let in'), halfIn: 'second-factor-required' },
      admin: {
        ...all('forbidden'),
        halfIn: 'second-factor-required',
        easyToGuess: 'stronger-password-required',
        admin: 'let in',
      },
    };
    expect(outcomes).toEqual(expected[operation.caller]);
  });

  it.each([
    ['GET', '/auth/v1/user'],
    ['PUT', '/auth/v1/user'],
    ['POST', '/auth/v1/logout?scope=local'],
  ])('to %s %s opens nothing when anything is wrong with it', async (method, path) => {
    for (const [name, token] of bad) {
      const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
      const { status, json } = await salon.http.send({ method, path, headers });
      const codes = { 401: 'no_authorization', 403: expect.stringMatching(/^(bad_jwt|session_not_found)$/) };
      expect([name, status, json]).toEqual([
        name,
        token === undefined ? 401 : 403,
        expect.objectContaining({ error_code: token === undefined ? codes[401] : codes[403] }),
      ]);
    }
  });
});

it.each(OPERATIONS.filter(isPrivate).map(title))('%s is kept by no cache', async (_, operation) => {
  expect((await ask(operation)).headers['cache-control']).toBe('no-store');
});
