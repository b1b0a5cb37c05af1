import { afterEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/adapters/config.ts';
import { StartupError } from '../../src/adapters/startup-error.ts';
import { type Server, startServer } from '../../src/main.ts';
import { givenEmptyStores } from '../support/server/empty-stores.ts';

/** Starts that fail in this process, which lives on: a failed start must leave nothing running. */

const given = givenEmptyStores();
const servers: Server[] = [];
const logged: string[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  logged.length = 0;
});

const start = async (startupPatienceMs: number, say: (line: string) => void = () => {}) => {
  const config = loadConfig({
    PORT: '0',
    DATA_DIR: given.dataDir.path,
    DATABASE_URL: given.database.url,
    EVENTSTORE_URL: given.double.url,
    LOG_LEVEL: 'fatal',
  });
  const logTo = { write: (line: string) => void logged.push(line) };
  const server = await startServer(config, { startupPatienceMs, say, logTo });
  servers.push(server);
  return server;
};

type Moment = 'append' | 'stream' | 'subscription' | 'all';

/** Takes the server away at a moment of the start, before it can answer. */
const goAwayAt = (moment: Moment, nth: number): Promise<void> => {
  const gone = Promise.withResolvers<void>();
  const { double } = given;
  let reached = 0;
  const strike = (now: Moment) => {
    if (now !== moment || ++reached !== nth) return;
    double.stop();
    gone.resolve();
  };
  double.faults.beforeAppend = () => strike('append');
  double.faults.beforeRead = strike;
  return gone.promise;
};

const MOMENTS: readonly [string, Moment, number][] = [
  ['confirming which log it is', 'stream', 1],
  ['seeding', 'append', 3],
  ['the first subscription', 'subscription', 1],
  ["the projector's subscription", 'subscription', 3],
  ['opening the log in the thread that projects', 'all', 2],
  ['waiting for the read models', 'all', 3],
];

describe('an EventStoreDB that goes away during a start', () => {
  it.each(MOMENTS)('at %s is waited for, and the start goes on when it is back', async (_, moment, nth) => {
    const lines: string[] = [];
    const gone = goAwayAt(moment, nth);
    const starting = start(30_000, (line) => lines.push(line));
    await gone;
    await expect.poll(() => lines.join('\n')).toContain('Waiting for EventStoreDB');
    await given.double.start();
    const { port } = await starting;
    await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  });

  it.each(MOMENTS)('at %s for too long ends the start with one line', async (_, moment, nth) => {
    goAwayAt(moment, nth);
    const failed = await start(1_500).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(StartupError);
    expect(String(failed)).toMatch(/did not answer within \d+ s: nothing listens there \(ECONNREFUSED\)\.$/);
    const connections = async () => {
      const { rows } = await given.database.pool.query(
        `select application_name from pg_stat_activity
         where datname = current_database() and application_name <> 'salon test'`,
      );
      return rows;
    };
    await expect.poll(connections).toEqual([]);
    expect(logged).toEqual([]);
  });
});
