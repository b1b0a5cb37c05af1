import { execFile } from 'node:child_process';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../../src/adapters/config.ts';
import { openEmbedded } from '../../../src/adapters/embedded-postgres/server.ts';
import { getProjections } from '../../../src/contracts/system/projections.ts';
import { REGISTER, readErasures } from '../../../src/erasure/register.ts';
import { reviewStream } from '../../../src/features/reviews/events.ts';
import { type Server, startServer } from '../../../src/main.ts';
import { QUICK_SIGN_IN } from '../../support/accounts/quick-sign-in.ts';
import { bareEnvironment } from '../../support/machine/bare-environment.ts';
import { eventually } from '../../support/machine/eventually.ts';
import { createHttpClient } from '../../support/network/http-client.ts';
import { queryOnce } from '../../support/server/query-once.ts';
import { makeDataDir } from '../../support/server/service-process.ts';

const [ADMIN_EMAIL, ADMIN_PASSWORD] = ['owner@example.com', 'Bluebird-7-lantern'];

/** An installation of which nothing is set: database, key and backups are in one folder. */
async function givenInstallation() {
  const dataDir = await makeDataDir();
  const logged: string[] = [];
  let running: Server | undefined;
  const now = new Date();
  const stop = async () => {
    await running?.stop();
    running = undefined;
  };
  onTestFinished(async () => {
    await stop();
    await dataDir.remove();
  });
  const client = createHttpClient(() => `http://127.0.0.1:${running?.port}`);
  return {
    dataDir: dataDir.path,
    now,
    logged,
    stop,
    async start() {
      running = await startServer(
        loadConfig({ PORT: '0', DATA_DIR: dataDir.path, ADMIN_EMAIL, ADMIN_PASSWORD, LOG_LEVEL: 'info' }),
        {
          now: () => now,
          durable: false,
          checkAnswers: true,
          quickSignIn: QUICK_SIGN_IN,
          logTo: { write: (line) => logged.push(line) },
        },
      );
    },
    async signedIn() {
      const { json, text } = await client.send({
        method: 'POST',
        path: '/auth/v1/token?grant_type=password',
        body: { email: ADMIN_EMAIL, password: ADMIN_PASSWORD },
      });
      const { access_token: token } = json as { readonly access_token?: string };
      expect(token, text).toBeDefined();
      return async (method: 'GET' | 'POST', path: string, body?: unknown) => {
        const answer = await client.send({
          method,
          path,
          body,
          headers: { Authorization: `Bearer ${token}` },
        });
        expect(answer.status, answer.text).toBeLessThan(300);
        return answer.json;
      };
    },
  };
}

it('an embedded installation backs up beside its data, erases also where it can’t note it, notes it later, and is restored from the backup and the key alone', async () => {
  const { dataDir, now, logged, start, stop, signedIn } = await givenInstallation();
  // Before three at night: the backup would not wait for the administrator, who is made at the first start.
  now.setUTCHours(10);
  await start();
  await signedIn();
  await stop();
  now.setUTCHours(20);
  await start();
  const ask = await signedIn();
  const backups = join(dataDir, 'backups');
  const state = async () =>
    getProjections.answer.body.parse(await ask('GET', '/api/admin/projections')).backup;
  const made = await eventually(
    async () => {
      expect(await state()).toMatchObject({ beside_data: backups, is_running: false, failed: null });
      const [name = ''] = await readdir(backups);
      expect(name).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      return name;
    },
    { timeout: 120_000 },
  );
  expect(await ask('GET', '/api/admin/first-steps')).toMatchObject({ backs_up_beside_data: true });

  // The file in the place of the folder keeps everybody from writing there, whoever runs the test.
  await rename(backups, join(dataDir, 'kept'));
  await writeFile(backups, '');
  const review = { name: 'Una Erased', rating: 5, text: 'Lovely.' };
  const { id } = (await ask('POST', '/api/admin/reviews', review)) as { readonly id: string };
  await ask('POST', `/api/admin/reviews/${id}/erase`);
  const database = await openEmbedded({ dataDir }, { attach: true });
  await eventually(async () => {
    const keys = await queryOnce(
      database.url,
      `select key from sealing.sealing_keys where stream = '${reviewStream(id)}'`,
    );
    expect(keys).toEqual([{ key: null }]);
  });
  await database.stop();
  expect(logged.join('')).toContain('An erasure could not be noted beside the backups');
  await eventually(async () => expect(await state()).toMatchObject({ unnoted_erasures: 1 }));
  // It is noted as soon as that is possible, though the service was started again in between.
  await stop();
  await rm(backups);
  await rename(join(dataDir, 'kept'), backups);
  await start();
  await eventually(async () =>
    expect(await readErasures(join(backups, REGISTER), () => {})).toMatchObject([{ reviewId: id }]),
  );

  await stop();
  for (const name of await readdir(dataDir))
    if (!['backups', 'secret-key'].includes(name)) await rm(join(dataDir, name), { recursive: true });
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['scripts/restore.ts', join(backups, made)],
    { env: { ...bareEnvironment(), DATA_DIR: dataDir } },
  );
  expect(stdout).toContain(`Administrators: ${ADMIN_EMAIL}.`);
  await start();
  await signedIn();
});
