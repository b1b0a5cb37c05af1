import type { Pool } from 'pg';
import type { Config } from '../src/adapters/config.ts';
import type { EmbeddedOptions } from '../src/adapters/embedded-postgres/server.ts';
import type { EventLog } from '../src/adapters/event-log/event-log.ts';
import { openEventLog } from '../src/adapters/event-log/open.ts';
import { createStartupPatience } from '../src/adapters/event-log/startup-patience.ts';
import { openDatabase } from '../src/adapters/postgres/database.ts';
import { createPool } from '../src/adapters/postgres/pool.ts';

/** What the commands for operators have in common. */

/** Runs a command. A failure is one line and exit 1. */
export const runCommand = (main: () => Promise<void>): Promise<void> =>
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  });

interface Stores {
  readonly url: string;
  readonly pool: Pool;
  /** Opens the log of the settings, or another one. */
  openLog(settings?: Pick<Config, 'eventstoreUrl'>): Promise<EventLog>;
}

/** Opens the database of the settings for a command, and closes it afterwards, with every log that was opened. */
export async function withStores<Result>(
  config: Config,
  options: EmbeddedOptions & { readonly pool: Omit<Parameters<typeof createPool>[0], 'url'> },
  work: (stores: Stores) => Promise<Result>,
): Promise<Result> {
  await using closing = new AsyncDisposableStack();
  const { url, stop } = await openDatabase(config, options);
  closing.defer(stop);
  const pool = createPool({ url, ...options.pool });
  closing.defer(() => pool.end());
  return await work({
    url,
    pool,
    async openLog(settings = config) {
      const log = await openEventLog(settings, url, {
        patience: createStartupPatience({ report: console.error }),
      });
      closing.defer(() => log.close());
      return log;
    },
  });
}
