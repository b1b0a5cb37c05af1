import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { skippedTestsReporter } from './support/skipped-tests-reporter.ts';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/support/shared-postgres.ts'],
    // A process of its own for each file; two, since browser and server of the heavier files need room too.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: [skippedTestsReporter, 'default'],
  },
});
