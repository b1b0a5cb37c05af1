import { spawnSync } from 'node:child_process';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { SERVICE_ACCOUNT } from '../../src/adapters/embedded-postgres/cluster.ts';
import { openEmbedded } from '../../src/adapters/embedded-postgres/server.ts';
import { composeFile, FILLED_IN } from '../support/machine/compose.ts';
import { queryOnce as query } from '../support/server/query-once.ts';
import { makeDataDir } from '../support/server/service-process.ts';

describe("the service's account in the embedded database", () => {
  let dataDir: Awaited<ReturnType<typeof makeDataDir>>;
  beforeEach(async () => {
    dataDir = await makeDataDir();
  });
  afterEach(() => dataDir.remove());
  const open = () => openEmbedded({ dataDir: dataDir.path }, { durable: false });

  it('owns the database, may do what it likes in it, and is nothing more', async () => {
    const database = await open();
    const [account] = await query(
      database.url,
      `select rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as privileged,
              pg_get_userbyid(datdba) = current_user as owner
       from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
    );
    expect(account).toEqual({ privileged: false, owner: true });
    await query(database.url, 'create schema own; create table own.things (id int); drop schema own cascade');
    for (const forbidden of [
      "copy (select 1) to program 'true'",
      "select pg_read_file('postgresql.conf')",
      'select rolpassword from pg_authid',
      'alter system set fsync = on',
      'create role another',
    ]) {
      await expect(query(database.url, forbidden)).rejects.toThrow(/permission denied/);
    }
    await database.stop();
  });

  it('sees how long the transactions of others are open, which delay subscriptions', async () => {
    const database = await open();
    const other = new pg.Client({ connectionString: database.ownerUrl });
    await other.connect();
    await other.query('begin; select pg_current_xact_id()');
    const open_transactions =
      'select count(*)::int as count from pg_stat_activity where backend_xid is not null and xact_start is not null';
    expect(await query(database.url, open_transactions)).toEqual([{ count: 1 }]);
    await other.end();
    await database.stop();
  });
});

const psql = spawnSync('psql', ['--version']).status === 0;

it.runIf(psql)(
  'makes the account with the command that the file gives to psql, and a second time changes nothing',
  async () => {
    const dataDir = await makeDataDir();
    onTestFinished(() => dataDir.remove());
    const database = await openEmbedded({ dataDir: dataDir.path }, { durable: false });
    onTestFinished(() => database.stop());
    const owner = new URL(database.ownerUrl);
    const service = composeFile(['docker-compose.yml'], FILLED_IN).services['database-account'];
    const [program = '', ...args] = service?.command ?? [];
    const script = service?.volumes
      ?.map((mount) => String(mount).split(':'))
      .find(([, at]) => args.includes(`--file=${at}`));
    const env = {
      PATH: process.env.PATH,
      ...(service?.environment as Record<string, string>),
      PGHOST: decodeURIComponent(owner.hostname),
      PGPORT: owner.port,
      PGPASSWORD: owner.password,
    };
    const command = args.map((arg) => (arg.startsWith('--file=') ? `--file=${script?.[0]}` : arg));
    for (let time = 0; time < 2; time += 1) {
      const { status, stderr } = spawnSync(program, command, { env, encoding: 'utf8' });
      expect([status, stderr]).toEqual([0, '']);
    }
    const url = new URL(database.url);
    url.password = FILLED_IN.DATABASE_PASSWORD;
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    expect((await client.query('select current_user as name')).rows).toEqual([{ name: SERVICE_ACCOUNT }]);
    await client.end();
  },
);
