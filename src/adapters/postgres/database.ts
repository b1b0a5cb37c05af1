import type { Config } from '../config.ts';
import { type EmbeddedOptions, openEmbedded } from '../embedded-postgres/server.ts';
import { errorCode, StartupError } from '../startup-error.ts';
import { createPool } from './pool.ts';

/** The service's Postgres, embedded or external. */
interface Database {
  readonly url: string;
  /** Stops the embedded server if this process owns it. Close the pools first. */
  stop(): Promise<void>;
  /** Asks the server to stop and doesn't wait for it; for a process that ends at once. */
  abandon(): void;
}

/**
 * Opens `DATABASE_URL`, or else the embedded database under `DATA_DIR`.
 *
 * @throws StartupError with a message of one line when the database can't be used
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  options: EmbeddedOptions = {},
): Promise<Database> {
  if (config.databaseUrl === undefined) return openEmbedded(config, options);
  await proveReachable(config.databaseUrl);
  return { url: config.databaseUrl, stop: async () => {}, abandon: () => {} };
}

async function proveReachable(url: string): Promise<void> {
  const pool = createPool({ url, name: 'start', max: 1 });
  try {
    await pool.query('select 1');
  } catch (error) {
    // The error quotes neither the address, which may contain the password, nor the server's message, which may contain a name.
    throw new StartupError(
      `The database that DATABASE_URL names cannot be used (${errorCode(error) ?? 'no answer'}).`,
    );
  } finally {
    await pool.end();
  }
}
