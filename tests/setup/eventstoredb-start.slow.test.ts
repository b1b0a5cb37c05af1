// Slow because it waits while the event log is away at each step of a start.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { status as grpcStatus } from '@grpc/grpc-js';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../src/adapters/config.ts';
import { openEventLog } from '../../src/adapters/event-log/open.ts';
import { createStartupPatience } from '../../src/adapters/event-log/startup-patience.ts';
import { StartupError } from '../../src/adapters/startup-error.ts';
import { type Server, startServer } from '../../src/main.ts';
import { eventStoreDbDouble } from '../support/eventstoredb-double/double.ts';
import { status } from '../support/eventstoredb-double/faults.ts';
import { eventually } from '../support/machine/eventually.ts';
import { givenEmptyStores } from '../support/server/empty-stores.ts';
import { startService } from '../support/server/service-process.ts';

const given = givenEmptyStores();

const settings = (eventstoreUrl: string | undefined = given.double.url) => ({
  DATA_DIR: given.dataDir.path,
  DATABASE_URL: given.database.url,
  ...(eventstoreUrl && { EVENTSTORE_URL: eventstoreUrl }),
});

function start(given: Record<string, string> = settings()) {
  const service = startService(given);
  onTestFinished(() => {
    if (service.child.exitCode === null && service.child.signalCode === null) service.child.kill('SIGKILL');
  });
  return service;
}

async function stop(service: ReturnType<typeof start>) {
  service.child.kill('SIGTERM');
  expect(await service.ended()).toBe(0);
}

const refusal = (url: string, limitMs?: number) =>
  openEventLog({ eventstoreUrl: url }, given.database.url, {
    patience: createStartupPatience({ limitMs }),
  }).then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a start whose EventStoreDB does not answer', () => {
  it('says that it waits, and opens once the server is there', async () => {
    given.double.stop();
    const service = start();
    await expect.poll(() => service.output()).toContain('Waiting for EventStoreDB');
    await given.double.start();
    const url = await service.opened();
    await eventually(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200));
    await stop(service);
  });

  it('gives up after its patience with one line that names the cause and no address', async () => {
    given.double.stop();
    const error = await refusal(given.double.url, 300);
    expect(error).toBeInstanceOf(StartupError);
    expect(String(error)).toMatch(/did not answer within \d+ s: nothing listens there \(ECONNREFUSED\)\.$/);
    expect(String(error)).not.toContain(given.double.endPoint.port);
  });

  it('is ended by a signal at once', async () => {
    given.double.stop();
    const service = start();
    await expect.poll(() => service.output()).toContain('Waiting for EventStoreDB');
    const toldAt = performance.now();
    await stop(service);
    expect(performance.now() - toldAt).toBeLessThan(12_000);
    expect(service.output()).not.toContain('did not answer');
  });

  // The write side follows the log first: its history, then its live end.
  it.each([
    ['the write side', 0],
    ['the projector', 2],
  ])('is ended by a signal, too, when it is lost to %s', async (_, answered) => {
    given.double.faults.beforeRead = (kind) => {
      const isLost = kind === 'subscription' && (given.double.calls.get(kind) ?? 0) > answered;
      return isLost ? new Promise(() => {}) : undefined;
    };
    const service = start();
    const asked = () => given.double.calls.get('subscription');
    await expect.poll(asked).toBeGreaterThan(answered);
    const toldAt = performance.now();
    await stop(service);
    // The thread is given 15 s.
    expect(performance.now() - toldAt).toBeLessThan(12_000);
  });
});

it('lets two processes start together on an empty log, though each repeats what the other writes', async () => {
  // Long enough for the repetition to arrive before the append is replicated; the server then drops the repetition.
  given.double.faults.replication = () => sleep(150);
  const services = [start(), start()];
  await Promise.all(services.map((service) => service.opened()));
  const ids = given.double.log.events.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  await Promise.all(services.map(stop));
});

it.each([
  ['UNAUTHENTICATED', grpcStatus.UNAUTHENTICATED],
  ['PERMISSION_DENIED', grpcStatus.PERMISSION_DENIED],
])('does not wait for a server that refuses its user (%s)', async (_, code) => {
  given.double.faults.beforeRead = () => {
    throw status(code, 'no', { exception: 'access-denied' });
  };
  expect(String(await refusal(given.double.url))).toBe(
    'StartupError: EventStoreDB refuses the user and password in EVENTSTORE_URL.',
  );
});

it('says in one line that an address is none, and not its password', async () => {
  const service = start(settings('esdb://owner:hidden@localhost:port'));
  expect(await service.ended()).toBe(1);
  expect(service.output()).toMatch(/^EVENTSTORE_URL must be an address [^\n]+\n$/);
  expect(service.output()).not.toContain('hidden');
});

describe('a database that goes with one log', () => {
  it('is refused to a service and to commands beside any other', async () => {
    const first = start();
    await first.opened();
    await stop(first);
    const again = start();
    await again.opened();
    await stop(again);

    const other = await eventStoreDbDouble();
    onTestFinished(() => other.stop());
    const elsewhere = start(settings(other.url));
    expect(await elsewhere.ended()).toBe(1);
    expect(elsewhere.output()).toMatch(
      /^This database goes with another event log \(EventStoreDB [0-9a-f-]{36}\) than the settings name \(EventStoreDB, empty\)[^\n]+\n$/,
    );
    expect(other.log.events).toEqual([]);

    const script = join(import.meta.dirname, '../../scripts/verify.ts');
    const { EVENTSTORE_URL: _, ...withoutIt } = settings();
    const verify = promisify(execFile)(process.execPath, [script], { env: withoutIt });
    await expect(verify).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('than the settings name (Postgres, empty)'),
    });
  });
});

/** Starts that fail in this process, which lives on: a failed start must leave nothing running. */

const servers: Server[] = [];
const logged: string[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  logged.length = 0;
});

const startHere = async (startupPatienceMs: number, say: (line: string) => void = () => {}) => {
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
    const starting = startHere(30_000, (line) => lines.push(line));
    await gone;
    await expect.poll(() => lines.join('\n')).toContain('Waiting for EventStoreDB');
    await given.double.start();
    const { port } = await starting;
    await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  });

  it.each(MOMENTS)('at %s for too long ends the start with one line', async (_, moment, nth) => {
    goAwayAt(moment, nth);
    const failed = await startHere(1_500).catch((error: unknown) => error);
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
