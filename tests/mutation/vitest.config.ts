import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** For tests that need no database: starting one for each mutant would take most of the time. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: { include: ['tests/**/*.test.ts'], pool: 'threads', maxWorkers: 2, testTimeout: 10_000 },
});
