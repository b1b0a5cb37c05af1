// Slow because it starts the service many times, and kills it.
import { once } from 'node:events';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { isReachable } from '../../src/adapters/embedded-postgres/binaries.ts';
import { findRunningServer } from '../../src/adapters/embedded-postgres/process.ts';
import { createTestDatabase } from '../support/server/postgres.ts';
import { TEST_SECRET_KEY } from '../support/server/secret-key.ts';
import { makeDataDir, type ServiceOptions, startService } from '../support/server/service-process.ts';

// Whole starts, some of them twice, on a machine that may be busy with the other tests.
const isRoot = process.getuid?.() === 0;
const NOBODY = { uid: 65_534, gid: 65_534 };
/** Whether a test can run the service as a plain user: always as one, as root only if that user may enter here. */
const plainUser = isRoot ? { account: NOBODY } : {};
const canBePlainUser = !isRoot || (await isReachable(process.execPath, NOBODY));

describe('the service as a process', () => {
  let dataDir: Awaited<ReturnType<typeof makeDataDir>>;
  beforeEach(async () => {
    dataDir = await makeDataDir();
  });
  afterEach(() => dataDir.remove());

  function start(settings: Record<string, string> = {}, options: ServiceOptions = {}) {
    const service = startService({ DATA_DIR: dataDir.path, ...settings }, options);
    onTestFinished(() => {
      if (service.child.exitCode === null && service.child.signalCode === null) service.child.kill('SIGKILL');
    });
    return service;
  }
  const database = () => findRunningServer(join(dataDir.path, 'postgres'));
  const answers = async (address: string) => (await fetch(`${address}/healthz`)).status;

  it("stops when npm's process is told to, and takes its database along", async () => {
    const service = start({}, { script: 'start' });
    expect(await answers(await service.opened())).toBe(200);
    process.kill(service.pid, 'SIGTERM');
    await service.ended();
    expect(service.output()).toContain('Stopping…');
    expect(await database()).toBeUndefined();
  });

  it('stops in good order on Ctrl-C, which npm and the terminal both pass on', async () => {
    const service = start({}, { script: 'start' });
    await service.opened();
    process.kill(-service.pid, 'SIGINT');
    await service.ended();
    expect(service.output()).toContain('Stopping…');
    expect(await readFile(join(dataDir.path, 'postgres.log'), 'utf8')).toContain(
      'database system is shut down',
    );
  });

  it('says what it does when it only projects, and not that the salon is open', async () => {
    const outside = await createTestDatabase();
    onTestFinished(outside.drop);
    const service = start({
      ROLE: 'projector',
      DATABASE_URL: outside.url,
      SECRET_KEY: TEST_SECRET_KEY,
    });
    const told = () => /keeps the read models up to date.*(http:\S+readyz)/.exec(service.output())?.[1] ?? '';
    await expect.poll(told).toMatch(/^http/);
    expect([200, 503]).toContain((await fetch(told())).status);
    expect(service.output()).not.toContain('is open');
    process.kill(service.pid, 'SIGTERM');
    expect(await service.ended()).toBe(0);
  });

  it('finishes what it was doing when it is stopped while it starts', async () => {
    const service = start();
    await once(service.child.stdout ?? service.child, 'data');
    process.kill(service.pid, 'SIGTERM');
    expect(await service.ended()).toBe(0);
    expect(await database()).toBeUndefined();
  });

  it('recovers after kill -9 from the database server left behind', async () => {
    const killed = start();
    await killed.opened();
    const orphan = await database();
    process.kill(killed.pid, 'SIGKILL');
    expect(await killed.ended()).toBe('SIGKILL');
    const next = start();
    expect(await answers(await next.opened())).toBe(200);
    expect(next.output()).toContain('recovering');
    expect((await database())?.pid).not.toBe(orphan?.pid);
    process.kill(next.pid, 'SIGTERM');
    expect(await next.ended()).toBe(0);
  });

  it('says in one line that its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const address = other.address();
    const port = address !== null && typeof address === 'object' ? String(address.port) : '';
    const service = start({ PORT: port });
    expect(await service.ended()).toBe(1);
    expect(service.output()).toBe(`Port ${port} is taken: stop the other program, or set PORT.\n`);
  });

  it('says in one line that a setting is wrong', async () => {
    const service = start({ PORT: 'http' });
    expect(await service.ended()).toBe(1);
    expect(service.output()).toBe('PORT must be a whole number from 0 to 65535.\n');
  });

  it('says in one line that its database cannot be reached', async () => {
    const service = start({ DATABASE_URL: 'postgres://salon:secret@127.0.0.1:1/salon' });
    expect(await service.ended()).toBe(1);
    expect(service.output()).toMatch(/^The database that DATABASE_URL names [^\n]+\n$/);
    expect(service.output()).not.toContain('secret');
  });

  it('says in one line that DATA_DIR cannot be written, because it is a file', async () => {
    await writeFile(join(dataDir.path, 'file'), '');
    const service = start({ DATA_DIR: join(dataDir.path, 'file') });
    expect(await service.ended()).toBe(1);
    expect(service.output()).toMatch(/^DATA_DIR [^\n]+ cannot be written \([A-Z]+\)\.\n$/);
  });

  it.runIf(canBePlainUser)(
    'says in one line that DATA_DIR cannot be written, for want of rights',
    async () => {
      await chmod(dataDir.path, 0o555);
      const service = start({}, plainUser);
      expect(await service.ended()).toBe(1);
      expect(service.output()).toMatch(/^DATA_DIR [^\n]+ cannot be written \(EACCES\)\.\n$/);
    },
  );

  it.runIf(canBePlainUser)('works as a plain user, and for root on the folder that user made', async () => {
    const own = await makeDataDir(plainUser.account);
    onTestFinished(own.remove);
    for (const options of [plainUser, {}]) {
      const service = start({ DATA_DIR: join(own.path, 'data') }, options);
      expect(await answers(await service.opened())).toBe(200);
      process.kill(service.pid, 'SIGTERM');
      expect(await service.ended()).toBe(0);
    }
  });
});
