import { migrate, SERVICE_MIGRATIONS } from '../../../src/adapters/postgres/migrate.ts';
import { LOG_MIGRATIONS } from '../../../src/adapters/postgres-log/log.ts';

/** Migrates the database at an address as a process of its own: all sets of the service, or one from a folder. */

const [url = '', schema, folder] = process.argv.slice(2);
const sets = schema && folder ? [{ schema, folder }] : [LOG_MIGRATIONS, ...SERVICE_MIGRATIONS];
await migrate(url, sets);
