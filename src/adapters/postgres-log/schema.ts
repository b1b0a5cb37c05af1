import { join } from 'node:path';
import type { Migrations } from '../postgres/migrate.ts';

/** The log's table. Apart from the other migrations, since there is no such table with EventStoreDB. */
export const LOG_MIGRATIONS: Migrations = {
  schema: 'log',
  folder: join(import.meta.dirname, 'migrations'),
};
