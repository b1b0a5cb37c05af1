import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { ALL_TESTS } from './support/run/all-tests.ts';
import { runReport } from './support/run/run-report.ts';

/** A name says when a file runs: `npm run test:all` alone runs the slow ones, each of which says why it is slow. */
const LEFT_OUT = ALL_TESTS ? [] : ['**/*.slow.test.ts'];
/** They put another module in the place of a real one, so they can't share modules with other files. */
const APART = ['tests/**/*.apart.test.ts'];
/** They start processes and take long, so they come before the many short ones: at the end no core is to wait for one of them. */
const LONG = ['tests/setup/**/*.test.ts'];
/** A whole service on each event log; tests of requests that can't tell one log from another run on Postgres alone. */
const ON_EACH_LOG = ['tests/logs/*.test.ts', 'tests/roles/*.test.ts', 'tests/e2e/*journey.test.ts'];
const ON_ONE_LOG = ['tests/api/**/*.test.ts'];
const BROWSER = ['tests/support/run/shared-browser.ts'];

const ROOT = fileURLToPath(new URL('..', import.meta.url));

// Each service that is started, in a thread or process of its own, loads its modules anew: so they are compiled but once.
process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules/.cache/salon-booking/compiled');

export default defineConfig({
  root: ROOT,
  test: {
    globalSetup: ['tests/support/run/shared-postgres.ts'],
    // Three processes for two cores: each waits for a third of its time, for its browser, for the database or for a deadline. Each
    // loads a module once for all its files.
    pool: 'forks',
    maxWorkers: 3,
    isolate: false,
    // A busy machine takes its time. These limits are for what never ends; Vitest's own patience of a poll is a second.
    testTimeout: 300_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    hookTimeout: 300_000,
    reporters: [runReport, 'default'],
    provide: { eventLog: 'Postgres' },
    projects: [
      // Projects come in the order of their names.
      {
        extends: true,
        test: { name: 'long parts', include: LONG, exclude: LEFT_OUT },
      },
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [...LEFT_OUT, ...APART, ...LONG, ...ON_EACH_LOG, ...ON_ONE_LOG, 'tests/e2e/**'],
        },
      },
      {
        extends: true,
        test: { name: 'parts, apart', include: APART, isolate: true },
      },
      {
        extends: true,
        test: {
          name: 'in a browser',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: [...LEFT_OUT, ...ON_EACH_LOG],
          globalSetup: BROWSER,
        },
      },
      {
        extends: true,
        test: {
          name: 'on Postgres',
          include: [...ON_EACH_LOG, ...ON_ONE_LOG],
          exclude: LEFT_OUT,
          globalSetup: BROWSER,
        },
      },
      {
        extends: true,
        test: {
          name: 'on EventStoreDB',
          include: ON_EACH_LOG,
          exclude: LEFT_OUT,
          provide: { eventLog: 'EventStoreDB' },
          globalSetup: BROWSER,
        },
      },
    ],
  },
});
