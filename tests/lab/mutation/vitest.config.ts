import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** For the many short runs of `npm run lab mutation`, which starts a database for all of them where one is needed. */
export default defineConfig({
  root: fileURLToPath(new URL('../../..', import.meta.url)),
  test: {
    include: ['tests/**/*.test.ts'],
    pool: 'threads',
    maxWorkers: 2,
    testTimeout: 15_000,
    teardownTimeout: 1_000,
    expect: { poll: { timeout: 4_000 } },
    provide: {
      postgresUrl: process.env.MUTATION_POSTGRES_URL ?? '',
      postgresOwnerUrl: process.env.MUTATION_POSTGRES_OWNER_URL ?? '',
    },
  },
});
