import type { Request } from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { problemCodeOf } from '../../../src/http/problem-details.ts';
import { givenUser } from '../../support/accounts/auth-client.ts';
import { givenSalon, type TestSalon } from '../../support/server/server.ts';

/** Postgres takes no NUL: what has one must be refused before it gets there, for known and unknown people alike. */

let salon: TestSalon;
let known: Awaited<ReturnType<typeof givenUser>>;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  known = await givenUser(salon);
});
afterAll(() => salon.stop());

const NUL = '\u0000';
const PASSWORD = 'Bluebird-7-lantern';
const send = async (method: 'POST' | 'PUT', path: string, body: object) => {
  const headers = { Authorization: `Bearer ${known.token}` };
  const { status, json } = await salon.http.send({ method, path: `/auth/v1${path}`, body, headers });
  return { status, code: (json as { error_code?: string }).error_code };
};
const REFUSED = { status: 400, code: 'validation_failed' };

it('a control character is refused in a name at sign-up, whether or not the address has an account', async () => {
  for (const email of [known.email, 'nobody-yet@example.com'])
    for (const name of [NUL, `A${NUL}da`, 'Ada\u0007', '\ud800'])
      expect(
        await send('POST', '/signup', {
          email,
          password: PASSWORD,
          data: { first_name: name, last_name: 'Lovelace' },
        }),
      ).toEqual(REFUSED);
});

it.each<['POST' | 'PUT', string, object]>([
  ['PUT', '/user', { data: { last_name: `A${NUL}` } }],
  ['PUT', '/user', { email: `a${NUL}@example.com`, current_password: PASSWORD }],
  ['POST', '/factors', { factor_type: 'totp', friendly_name: NUL }],
  ['POST', '/factors', { factor_type: 'totp', issuer: NUL }],
  ['POST', '/factors', { factor_type: 'phone', phone: `+1925555${NUL}0123` }],
  ['POST', '/verify', { type: 'signup', token: 'abc', email: `a${NUL}@example.com` }],
  ['POST', '/recover', { email: `a${NUL}@example.com` }],
  ['POST', '/token?grant_type=password', { email: `a${NUL}@example.com`, password: PASSWORD }],
])('is refused by %s %s: %o', async (method, path, body) => {
  expect(await send(method, path, body)).toEqual(REFUSED);
});

it('names keep spaces and letters of any script', async () => {
  const { data } = await known.client.updateUser({ data: { first_name: ' Zoë  Anaïs ', last_name: '山田' } });
  expect(data.user?.user_metadata).toEqual({ first_name: 'Zoë Anaïs', last_name: '山田' });
});

it("a control character is the sender's fault, also where no schema has refused it", async () => {
  const error = await salon.database.pool.query('select $1::text', [NUL]).catch((refused: Error) => refused);
  expect(problemCodeOf(error, {} as Request)).toBe('validation-failed');
});
