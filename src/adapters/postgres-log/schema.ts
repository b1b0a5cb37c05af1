import { join } from 'node:path';
import type { Migrations } from '../postgres/migrate.ts';

/** Migrations of the log's table. They are a set of their own, since with EventStoreDB there is no such table. */
export const LOG_MIGRATIONS: Migrations = {
  schema: 'log',
  folder: join(import.meta.dirname, 'migrations'),
};
