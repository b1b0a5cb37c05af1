import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeRole } from '../../../src/features/accounts/users/staff.ts';
import { givenAdmin } from '../../support/accounts/auth-client.ts';
import { givenSalon, type TestSalon } from '../../support/server/server.ts';

const START = new Date();
let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon({ now: START });
});
afterAll(() => salon.stop());

const later = (ms: number) => salon.setClock(new Date(START.getTime() + ms));
const me = (token: string) => salon.get('/api/me', { token });

describe('a caller with an access token', () => {
  it('is told who they are', async () => {
    const { id, email, token } = await givenAdmin(salon);
    expect(await me(token)).toMatchObject({ status: 200, json: { id, email, role: 'admin' } });
  });

  it('loses a role that was taken away, after five seconds at most', async () => {
    later(0);
    const { id, token } = await givenAdmin(salon);
    await me(token);
    await revokeRole(salon.database.pool, id);
    later(5_000);
    expect((await me(token)).json).toMatchObject({ role: null });
    later(0);
  });

  it('is refused once their session has ended, after five seconds at most', async () => {
    later(0);
    const { client, token } = await givenAdmin(salon);
    await me(token);
    await client.signOut({ scope: 'local' });
    later(5_000);
    expect(await me(token)).toMatchObject({ status: 401, json: { code: 'sign-in-required' } });
    later(0);
  });
});
