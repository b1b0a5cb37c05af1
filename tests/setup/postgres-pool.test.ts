import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOutage } from '../../src/adapters/postgres/outage.ts';
import { createPool, poolUse, withTransaction } from '../../src/adapters/postgres/pool.ts';
import { eventually } from '../support/machine/eventually.ts';
import { postgresTarget, startTcpProxy, throughProxy } from '../support/network/tcp-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../support/server/postgres.ts';

/** Long enough for a busy machine to answer in. */
const SHORT_MS = 3_000;

describe('the Postgres pool', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.pool.query('create table kept (id int primary key)');
  });
  afterAll(() => database.drop());

  it('reads 64-bit numbers as text and dates as written', async () => {
    const { rows } = await database.pool.query(
      `select 9007199254740993::int8 as big, date '2026-11-20' as day`,
    );
    expect(rows).toEqual([{ big: '9007199254740993', day: '2026-11-20' }]);
  });

  it('keeps what a transaction wrote when its work returns', async () => {
    const answer = await withTransaction(database.pool, async (client) => {
      await client.query('insert into kept values (1)');
      return 'done';
    });
    const { rows } = await database.pool.query('select id from kept where id = 1');
    expect([answer, rows]).toEqual(['done', [{ id: 1 }]]);
  });

  it('keeps nothing of a transaction whose work throws', async () => {
    const failing = withTransaction(database.pool, async (client) => {
      await client.query('insert into kept values (2)');
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect((await database.pool.query('select id from kept where id = 2')).rowCount).toBe(0);
  });

  it('goes on with a new connection after the server ended one, idle or in a transaction', async () => {
    const broken: string[] = [];
    const pool = createPool({
      url: database.url,
      name: 'victim',
      max: 1,
      onError: (e) => broken.push(e.message),
    });
    const kill = () =>
      database.pool.query(
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'salon victim'`,
      );
    await pool.query('select 1');
    await kill();
    const interrupted = withTransaction(pool, async (client) => {
      await kill();
      await client.query('insert into kept values (3)');
    });
    await expect(interrupted).rejects.toThrow();
    expect((await pool.query('select count(*) as n from kept where id = 3')).rows).toEqual([{ n: '0' }]);
    expect(broken.length).toBeGreaterThan(0);
    await pool.end();
  });

  it('asks nothing more of a connection that gave no answer within a transaction', async () => {
    const network = await startTcpProxy(postgresTarget(database.url));
    const url = throughProxy(database.url, network);
    const pool = createPool({ url, name: 'silent', max: 1, statementTimeoutMs: SHORT_MS });
    const asked: string[] = [];
    const interrupted = withTransaction(pool, async (client) => {
      const ask = client.query.bind(client) as (text: string) => Promise<unknown>;
      client.query = ((text: string) => {
        asked.push(text);
        return ask(text);
      }) as typeof client.query;
      network.silence();
      await client.query('select 1');
    });
    await expect(interrupted).rejects.toThrow('Query read timeout');
    expect(asked).toEqual(['select 1']);
    expect(pool.totalCount).toBe(0);
    await pool.end();
    await network.close();
  });

  it('uses none of its idle connections any more once one of them gave no answer', async () => {
    const network = await startTcpProxy(postgresTarget(database.url));
    const url = throughProxy(database.url, network);
    const pool = createPool({ url, name: 'idle', max: 3, statementTimeoutMs: SHORT_MS });
    await Promise.all([1, 2, 3].map(() => pool.query('select pg_sleep(0.05)')));
    expect(pool.idleCount).toBe(3);
    network.silence();
    await expect(pool.query('select 1')).rejects.toThrow('Query read timeout');
    network.restore();
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await eventually(() => expect(poolUse(pool)).toMatchObject({ open: 1, idle: 1 }));
    await pool.end();
    await network.close();
  });

  it('gives up on connections that never answer again, and goes on with new ones', async () => {
    const network = await startTcpProxy(postgresTarget(database.url));
    const url = throughProxy(database.url, network);
    const pool = createPool({ url, name: 'forgotten', max: 2, statementTimeoutMs: SHORT_MS });
    const twice = () => Promise.allSettled([pool.query('select 1'), pool.query('select 1')]);
    await twice();
    network.silence();
    const lost = await twice();
    expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    for (const outcome of lost) expect(isOutage('reason' in outcome && outcome.reason)).toBe(true);
    network.restore();
    expect((await twice()).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    await pool.end();
    await network.close();
  });
});
