import type { Pool } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../src/adapters/config.ts';
import { createLogger } from '../../src/adapters/logger.ts';
import { createMetrics } from '../../src/adapters/metrics.ts';
import { loadSalonProfile } from '../../src/adapters/salon-profile/profile.ts';
import { sendingKeysOf } from '../../src/app/sending-keys.ts';
import { runMessagingAndJobs } from '../../src/app/worker/background-jobs.ts';
import { secretLinksOf } from '../../src/features/booking/appointment/secret-links.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { memorySealingKeys } from '../support/log/memory-sealing-keys.ts';
import { givenDatabase } from '../support/server/postgres.ts';

const SECRET = Buffer.alloc(32, 7).toString('base64');

const database = givenDatabase();
const profile = await loadSalonProfile();

/** Messages and jobs over a pool whose statements fail for as long as the database is said to be away. */
function running({ isAway = true } = {}) {
  const state = { isAway, begun: 0, ended: 0 };
  const warnings: string[] = [];
  const pool = new Proxy(database.pool, {
    get(of, name) {
      const value: unknown = Reflect.get(of, name);
      if (name === 'query' && state.isAway) return () => Promise.reject(new Error('away'));
      return typeof value === 'function' ? value.bind(of) : value;
    },
  }) as Pool;
  const ending = new AbortController();
  const config = loadConfig({ DATABASE_URL: database.url });
  const keys = memorySealingKeys();
  const logger = createLogger('warn', { write: (line) => warnings.push(line) });
  const ended = runMessagingAndJobs(
    {
      config,
      publicUrl: 'https://salon.example',
      secretKey: SECRET,
      pool,
      log: {
        ...memoryEventStore(),
        kind: 'Postgres',
        lagAfter: async () => ({ events: 0, seconds: 0 }),
      },
      databaseUrl: database.url,
      keys,
      links: secretLinksOf(SECRET),
      metrics: createMetrics(),
      profile: () => profile,
      sendingKeys: sendingKeysOf({ pool, keys, config, logger }, () => {}),
      team: { nameOf: async () => undefined },
      logger,
      now: () => new Date('2026-11-20T18:00:00Z'),
      rebuild: async () => {},
      say: () => {},
    },
    async (manager, signal) => {
      expect(manager.name).toBe('messenger');
      state.begun += 1;
      await new Promise<void>((end) => {
        if (signal.aborted) end();
        signal.addEventListener('abort', () => end());
      });
      state.ended += 1;
    },
    ending.signal,
  );
  return { state, warnings, ended, end: () => ending.abort() };
}

/** The number of queues for mails of accounts; 0 as long as there are no tables of queues. */
const queues = () =>
  database.pool
    .query("select from pgboss.queue where name = 'account-mails'")
    .then(({ rowCount }) => rowCount)
    .catch(() => 0);

it('begins messages and jobs once the database is there, says what they miss, and ends both with the signal', async () => {
  const { state, warnings, ended, end } = running();
  await expect.poll(() => warnings.join('')).toContain('Messages and jobs could not be begun');
  expect(state.begun).toBe(0);
  state.isAway = false;
  await expect.poll(() => state.begun).toBe(1);
  await expect.poll(queues).toBe(1);
  state.isAway = true;
  const trouble = () => warnings.filter((line) => line.includes('The job queue has trouble'));
  await expect.poll(() => trouble().length).toBeGreaterThan(0);
  expect(trouble()[0]).toContain('"reason":"away');
  state.isAway = false;
  end();
  await ended;
  expect(state).toMatchObject({ begun: 1, ended: 1 });
});

it('ends at once when it is told to before anything could be begun', async () => {
  const { state, warnings, ended, end } = running();
  await expect.poll(() => warnings.length).toBeGreaterThan(0);
  end();
  await ended;
  expect(state.begun).toBe(0);
});

it('sends messages where the tables of the queue are of another version', async () => {
  const earlier = running({ isAway: false });
  await expect.poll(queues).toBe(1);
  earlier.end();
  await earlier.ended;
  await database.pool.query('update pgboss.version set version = version + 1');
  onTestFinished(async () => {
    await database.pool.query('update pgboss.version set version = version - 1');
  });
  const { state, warnings, ended, end } = running({ isAway: false });
  await expect.poll(() => warnings.join('')).toContain('changed by another version of the program');
  await expect.poll(() => state.begun).toBe(1);
  end();
  await ended;
});
