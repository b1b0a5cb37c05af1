import { join } from 'node:path';
import type { Migrations } from '../postgres/migrate.ts';

/** The log's table, in a set of its own: with EventStoreDB there is none. */
export const LOG_MIGRATIONS: Migrations = {
  schema: 'log',
  folder: join(import.meta.dirname, 'migrations'),
};
