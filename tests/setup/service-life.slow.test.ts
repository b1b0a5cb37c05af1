// Slow because it starts the service many times, and kills it.
import { once } from 'node:events';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { isReachable } from '../../src/adapters/embedded-postgres/binaries.ts';
import { findRunningServer, stopServerProcess } from '../../src/adapters/embedded-postgres/process.ts';
import { backupName } from '../../src/backup/nightly.ts';
import { formatTime } from '../../src/salon/salon-time.ts';
import { startOf } from '../lab/bench/calendar.ts';
import { mountSmallDisk } from '../lab/chaos/small-disk.ts';
import { nobodysNumber, writeTextingProfile } from '../support/messages/texting-profile.ts';
import { TIME_ZONE } from '../support/salon/test-salon.ts';
import { createTestDatabase } from '../support/server/postgres.ts';
import { TEST_SECRET_KEY } from '../support/server/secret-key.ts';
import { bookingRequest } from '../support/server/server.ts';
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
    // If npm passes it on late, it counts as another order, after which the service doesn't wait for its database.
    await expect
      .poll(() => readFile(join(dataDir.path, 'postgres.log'), 'utf8'))
      .toContain('database system is shut down');
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

  it('is not ready while its disk is full, names the disk in the first line of its errors, and recovers by itself', async ({
    skip,
  }) => {
    const disk = await mountSmallDisk(256).catch((error: Error) =>
      skip(`no disk can be mounted, which takes root: ${error.message}`),
    );
    const inFolder = join(disk.path, 'data');
    onTestFinished(async () => {
      const orphan = await findRunningServer(join(inFolder, 'postgres')).catch(() => undefined);
      if (orphan !== undefined) await stopServerProcess(orphan.pid);
      await disk.remove();
    });
    // The night's backup is there already: one that the service begins would fail in a line of its own.
    const BACKUP_DIR = join(dataDir.path, 'backups');
    for (const day of [Date.now(), Date.now() + 24 * 3_600_000])
      await mkdir(join(BACKUP_DIR, backupName(new Date(day), TIME_ZONE, true)), {
        recursive: true,
      });
    const service = start({
      DATA_DIR: inFolder,
      BACKUP_DIR,
      SALON_PROFILE: await writeTextingProfile(dataDir.path),
      BOOKING_LIMIT_PER_HOUR: '0',
      RATE_LIMIT_PER_MINUTE: '0',
    });
    const address = await service.opened();
    const readiness = async () => {
      const answer = await fetch(`${address}/readyz`);
      const { disk: ofDisk } = (await answer.json()) as { disk: object };
      return { status: answer.status, ...ofDisk };
    };
    await expect.poll(readiness).toEqual({ status: 200, ready: true });
    const printed = service.output().length;

    await disk.fill();
    const full = { ready: false, error: 'The disk of the database is full.' };
    await expect.poll(readiness).toEqual({ status: 503, ...full });
    // The first bookings may still fit into files that have room left.
    let turn = 0;
    const booked = async () => {
      const { date, start: minute } = startOf(turn++);
      const wish = { appointment_date: date, appointment_time: formatTime(minute) };
      const whose = { customer_email: `ada${turn}@example.com`, customer_phone: nobodysNumber(turn) };
      const body = JSON.stringify(bookingRequest({ ...wish, ...whose }));
      const headers = { 'Content-Type': 'application/json' };
      return (await fetch(`${address}/api/bookings`, { method: 'POST', headers, body })).status;
    };
    await expect.poll(booked).toBe(503);
    // The service's lines come by another way than its answers, and the last of them may be under way.
    const firstWarning = () =>
      service
        .output()
        .slice(printed)
        .split('\n')
        .slice(0, -1)
        .find((line) => /"level":"(warn|error)"/.test(line));
    await expect.poll(firstWarning).toBeDefined();
    expect(JSON.parse(firstWarning() ?? '')).toMatchObject({
      outage: { store: 'Postgres', reason: 'The disk of Postgres is full.' },
    });

    await disk.clear();
    await expect.poll(readiness).toEqual({ status: 200, ready: true });
  });
});
