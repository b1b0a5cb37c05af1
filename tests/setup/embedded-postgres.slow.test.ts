// Slow because each test starts a database server of its own.
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runnablePostgres, serverUser } from '../../src/adapters/embedded-postgres/binaries.ts';
import { findRunningServer, startServerProcess } from '../../src/adapters/embedded-postgres/process.ts';
import { openEmbedded } from '../../src/adapters/embedded-postgres/server.ts';
import { IDLE_TRANSACTION_MS } from '../../src/adapters/postgres/pool.ts';
import { eventually } from '../support/machine/eventually.ts';
import { freePort } from '../support/machine/free-port.ts';
import { queryOnce as query } from '../support/server/query-once.ts';
import { makeDataDir } from '../support/server/service-process.ts';

const isRoot = process.getuid?.() === 0;
const NOBODY = { uid: 65_534, gid: 65_534 };

describe('the embedded database', () => {
  let dataDir: Awaited<ReturnType<typeof makeDataDir>>;
  beforeEach(async () => {
    dataDir = await makeDataDir();
  });
  afterEach(() => dataDir.remove());
  const open = (options: Parameters<typeof openEmbedded>[1] = {}) =>
    openEmbedded({ dataDir: dataDir.path }, { durable: false, ...options });

  it('is made in an empty folder and keeps what was written for the next start', async () => {
    const first = await open();
    await query(first.url, 'create table kept (id int)');
    await first.stop();
    const second = await open();
    expect(await query(second.url, 'select * from kept')).toEqual([]);
    await second.stop();
  });

  it('waits for the disk by default, sorts by bytes and speaks UTF-8', async () => {
    const database = await open({ durable: true });
    const [settings] = await query(
      database.url,
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
              pg_encoding_to_char(encoding) as encoding, datcollate as collation
       from pg_database where datname = current_database()`,
    );
    expect(settings).toEqual({ fsync: 'on', commit: 'on', encoding: 'UTF8', collation: 'C' });
    await database.stop();
  });

  it('ends the idle transactions of every session, not only of our pools', async () => {
    const database = await open();
    for (const url of [database.url, database.ownerUrl]) {
      expect(await query(url, 'show idle_in_transaction_session_timeout')).toEqual([
        { idle_in_transaction_session_timeout: `${IDLE_TRANSACTION_MS / 1_000}s` },
      ]);
    }
    await database.stop();
  });

  it('asks both its accounts for the password that it keeps', async () => {
    const database = await open();
    for (const url of [database.url, database.ownerUrl]) {
      const stranger = new URL(url);
      stranger.password = 'guess';
      await expect(query(stranger.href, 'select 1')).rejects.toThrow(/password authentication failed/);
    }
    await database.stop();
  });

  it('can be reached through its folder alone, which others cannot enter', async () => {
    const database = await open();
    const folder = join(dataDir.path, 'postgres');
    expect(decodeURIComponent(new URL(database.url).hostname)).toBe(folder);
    expect(await query(database.url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
    expect((await stat(folder)).mode & 0o077).toBe(0);
    expect((await stat(join(folder, '.s.PGSQL.5432'))).mode & 0o077).toBe(0);
    await database.stop();
  });

  it('is reached at a port of this machine where the path of its folder is too long for a socket', async () => {
    const deep = join(dataDir.path, 'a-folder-with-a-long-name'.repeat(4));
    const database = await openEmbedded({ dataDir: deep }, { durable: false });
    expect(new URL(database.url).hostname).toBe('127.0.0.1');
    expect(await query(database.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    await expect(openEmbedded({ dataDir: deep })).rejects.toThrow(/^Another server is using/);
    await database.stop();
  });

  it('has one owner: a second start is refused, a command beside it may attach', async () => {
    const owner = await open();
    await expect(open()).rejects.toThrow(/^Another server is using [^\n]+$/);
    const guest = await open({ attach: true });
    expect([guest.attached, guest.url]).toEqual([true, owner.url]);
    await guest.stop();
    expect(await query(owner.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await owner.stop();
  });

  it('is started by a command that finds none to attach to, for as long as it runs', async () => {
    await (await open()).stop();
    const command = await open({ attach: true });
    expect(command.attached).toBe(false);
    await command.stop();
    await expect(query(command.url, 'select 1')).rejects.toThrow();
  });

  it('comes back by itself on the same address when its server is killed', async () => {
    const database = await open();
    const before = database.pid();
    process.kill(before, 'SIGKILL');
    // Trying to open it would be wrong: until its owner has claimed it again, that would make this test a second owner.
    // Fails as long as nobody has.
    const claimed = "select 1 / count(*) from pg_locks where locktype = 'advisory'";
    await eventually(() => query(database.url, claimed));
    await eventually(() => expect(database.pid()).not.toBe(before));
    await expect(open()).rejects.toThrow(/Another server is using/);
    await database.stop();
  });

  it('is opened by exactly one of several starts at once', async () => {
    await (await open()).stop();
    const starts = await Promise.allSettled([open(), open(), open(), open()]);
    const winners = starts.filter((start) => start.status === 'fulfilled');
    expect(winners).toHaveLength(1);
    for (const start of starts) {
      if (start.status === 'rejected') expect(String(start.reason)).toMatch(/Another server is using/);
    }
    await Promise.all(winners.map((winner) => winner.value.stop()));
  });

  it('refuses a folder made by another version of Postgres', async () => {
    await mkdir(join(dataDir.path, 'postgres'));
    await writeFile(join(dataDir.path, 'postgres', 'PG_VERSION'), '15\n');
    await expect(open()).rejects.toThrow(/made by Postgres 15, this is Postgres 18/);
  });

  it('refuses a folder that is something else', async () => {
    await mkdir(join(dataDir.path, 'postgres'));
    await writeFile(join(dataDir.path, 'postgres', 'letter.txt'), 'Dear salon');
    await expect(open()).rejects.toThrow(/is not a database folder/);
  });

  it('starts over a lock file whose number now belongs to another program', async () => {
    await (await open()).stop();
    const lock = `${process.pid}\n/elsewhere\n1\n5432\n.\n\n1 1\nready\n`;
    for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock', '.s.PGSQL.5432']) {
      await writeFile(join(dataDir.path, 'postgres', name), lock);
    }
    const database = await open();
    expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await database.stop();
  });

  it('stops a server that outlived its owner, and takes its place', async () => {
    await (await open()).stop();
    const databaseDir = join(dataDir.path, 'postgres');
    const user = await serverUser(databaseDir);
    const place = {
      databaseDir,
      user,
      programs: await runnablePostgres(user),
      logFile: join(dataDir.path, 'log'),
    };
    const endpoint = { kind: 'port', port: await freePort() } as const;
    const orphan = await startServerProcess(place, { fsync: 'off' }, endpoint);
    expect(await findRunningServer(databaseDir)).toMatchObject({ pid: orphan.pid, endpoint });
    const database = await open();
    expect(orphan.child.exitCode ?? orphan.child.signalCode).not.toBeNull();
    expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await database.stop();
  });

  it.runIf(isRoot)('is never run as root, and needs no folder above it opened to others', async () => {
    const database = await open();
    const { uid } = await stat(join(dataDir.path, 'postgres'));
    expect(uid).not.toBe(0);
    expect((await stat(dataDir.path)).mode & 0o777).toBe(0o700);
    await database.stop();
  });
});

describe.runIf(isRoot)("the database's programs, for root", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'salon-programs-'));
    await chmod(folder, 0o755);
    await mkdir(join(folder, 'clone', 'bin'), { recursive: true });
    await mkdir(join(folder, 'clone', 'share'), { mode: 0o700 });
    await writeFile(join(folder, 'clone', 'share', 'zones'), 'UTC', { mode: 0o600 });
    await writeFile(
      join(folder, 'clone', 'bin', 'postgres'),
      '#!/bin/sh\ncat "$(dirname "$0")/../share/zones"\n',
      {
        mode: 0o700,
      },
    );
    await chmod(join(folder, 'clone'), 0o700);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const runnable = (...copiesIn: string[]) =>
    runnablePostgres(NOBODY, { root: join(folder, 'clone'), version: '1' }, copiesIn);

  it('are copied to where another account can run them, when only root may enter the clone', async () => {
    const copy = await runnable(join(folder, 'copies'));
    expect(copy).toBe(join(folder, 'copies', 'postgres-1'));
    expect(execFileSync(join(copy, 'bin', 'postgres'), NOBODY).toString()).toBe('UTC');
    expect(await runnable(join(folder, 'copies'))).toBe(copy);
    expect(await readdir(join(folder, 'copies'))).toEqual(['postgres-1']);
  });

  it('are run where they are when everyone may enter the clone', async () => {
    await chmod(join(folder, 'clone'), 0o755);
    await chmod(join(folder, 'clone', 'bin', 'postgres'), 0o755);
    expect(await runnable(join(folder, 'copies'))).toBe(join(folder, 'clone'));
  });

  it('are never taken from a folder that others may write', async () => {
    await mkdir(join(folder, 'open'));
    await chmod(join(folder, 'open'), 0o777);
    await expect(runnable(join(folder, 'open'))).rejects.toThrow(/move the clone/);
  });
});
