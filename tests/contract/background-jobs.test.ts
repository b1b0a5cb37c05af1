import { readFile, writeFile } from 'node:fs/promises';
import type { Pool } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../src/adapters/config.ts';
import { createLogger } from '../../src/adapters/logger.ts';
import { runMessagingAndJobs } from '../../src/app/worker/background-jobs.ts';
import { secretLinksOf } from '../../src/features/booking/appointment/secret-links.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { memorySealingKeys } from '../support/log/memory-sealing-keys.ts';
import { profileWith } from '../support/salon/profile-file.ts';
import { givenDatabase } from '../support/server/postgres.ts';

const SECRET = Buffer.alloc(32, 7).toString('base64');

const database = givenDatabase();

/** Messages and jobs over a pool whose statements fail for as long as the database is said to be away. */
function running({ settings = {}, isAway = true } = {}) {
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
  const ended = runMessagingAndJobs(
    {
      config: loadConfig({ DATABASE_URL: database.url, ...settings }),
      publicUrl: 'https://salon.example',
      secretKey: SECRET,
      pool,
      log: { ...memoryEventStore(), kind: 'Postgres' },
      databaseUrl: database.url,
      keys: memorySealingKeys(),
      links: secretLinksOf(SECRET),
      metrics: { messageEnded: () => {} },
      logger: createLogger('warn', { write: (line) => warnings.push(line) }),
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

it('begins messages and jobs once the database is there, says what they miss, and ends both with the signal', async () => {
  const { state, warnings, ended, end } = running();
  await expect.poll(() => warnings.join('')).toContain('Messages and jobs could not be begun');
  expect(state.begun).toBe(0);
  state.isAway = false;
  await expect.poll(() => state.begun).toBe(1);
  const workers = () => database.pool.query("select from pgboss.queue where name = 'account-mails'");
  const begun = () =>
    workers()
      .then(({ rowCount }) => rowCount)
      .catch(() => 0);
  await expect.poll(begun).toBe(1);
  state.isAway = true;
  const trouble = () => warnings.filter((line) => line.includes('The job queue has trouble'));
  await expect.poll(() => trouble().length, { timeout: 30_000 }).toBeGreaterThan(0);
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

it('waits for a profile that is being edited, without ending the other work of its thread', async () => {
  const { path, remove } = await profileWith({});
  onTestFinished(remove);
  const whole = await readFile(path, 'utf8');
  await writeFile(path, whole.slice(0, 100));
  const { state, warnings, ended, end } = running({ settings: { SALON_PROFILE: path }, isAway: false });
  await expect.poll(() => warnings.join('')).toContain('Messages and jobs could not be begun');
  expect(state.begun).toBe(0);
  await writeFile(path, whole);
  await expect.poll(() => state.begun, { timeout: 30_000 }).toBe(1);
  end();
  await ended;
});
