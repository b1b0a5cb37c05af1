import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { API_KEYS } from '../../support/accounts/api-keys.ts';
import { givenAdmin, PASSWORD } from '../../support/accounts/auth-client.ts';
import { backedUp, emptyInstallation, givenFolder, restored } from '../../support/backup/installation.ts';
import { givenSalon } from '../../support/server/server.ts';

it('a restored service takes passwords and API keys, but no session or calendar address from before', async () => {
  const source = await givenSalon({ now: new Date() });
  onTestFinished(() => source.stop());
  const { client, email, token } = await givenAdmin(source);
  const made = await source.post('/api/account/calendar-address', {}, { token });
  const { pathname } = new URL((made.json as { readonly url: string }).url);
  expect((await source.get(pathname)).status).toBe(200);
  const { data } = await client.getSession();
  const madeKey = async (name: string) => {
    const answer = await source.post(API_KEYS, { name, areas: ['services'], access: 'read' }, { token });
    return answer.json as { readonly id: string; readonly key: string };
  };
  const [kept, ended] = [await madeKey('Kept'), await madeKey('Ended')];
  const path = `${API_KEYS}/${ended.id}`;
  await source.http.send({ method: 'DELETE', path, headers: { Authorization: `Bearer ${token}` } });

  const folder = join(await givenFolder(), 'backup');
  await backedUp(source, folder);
  const installation = await emptyInstallation('Postgres');
  await restored(folder, installation);
  const copy = await givenSalon({ now: new Date(), stores: installation });
  onTestFinished(() => copy.stop());

  expect((await source.get('/api/admin/dashboard', { token })).status).toBe(200);
  expect((await copy.get('/api/admin/dashboard', { token })).status).toBe(401);
  const signIn = (grant: string, body: object) => copy.post(`/auth/v1/token?grant_type=${grant}`, body);
  const refreshed = await signIn('refresh_token', { refresh_token: data.session?.refresh_token });
  expect([refreshed.status, refreshed.text]).toEqual([
    400,
    expect.stringContaining('refresh_token_not_found'),
  ]);
  expect((await copy.get(pathname)).status).toBe(404);
  expect((await copy.get('/api/admin/services', { token: kept.key })).status).toBe(200);
  expect((await copy.get('/api/admin/services', { token: ended.key })).status).toBe(401);

  const again = (await signIn('password', { email, password: PASSWORD })).json as {
    readonly access_token: string;
  };
  expect((await copy.get('/api/admin/dashboard', { token: again.access_token })).status).toBe(200);
});
