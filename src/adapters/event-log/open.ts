import type { Config } from '../config.ts';
import { whyUnavailable } from '../eventstoredb/diagnosis.ts';
import { refusesCredentials } from '../eventstoredb/errors.ts';
import { postgresEventStore } from '../postgres-log/log.ts';
import { StartupError } from '../startup-error.ts';
import type { EventLog } from './event-log.ts';
import { createStartupPatience, type StartupPatience } from './startup-patience.ts';

interface OpenLogOptions {
  /** Connections to Postgres for appends and reads of streams. */
  readonly connections?: number;
  /** Waits for an EventStoreDB that is away; without reports when left out. */
  readonly patience?: StartupPatience;
  /** Of its pools to Postgres, where it isn't the process's only log. */
  readonly name?: string;
}

/**
 * Opens the event log that the settings name, in EventStoreDB or else in the Postgres at `databaseUrl`, and creates its
 * tables there where they are missing.
 *
 * @throws StartupError in one line when EVENTSTORE_URL is no address, or no server answers there in time
 */
export async function openEventLog(
  { eventstoreUrl }: Pick<Config, 'eventstoreUrl'>,
  databaseUrl: string,
  { connections, name, patience = createStartupPatience() }: OpenLogOptions = {},
): Promise<EventLog> {
  if (eventstoreUrl !== undefined) return openEventStoreDb(eventstoreUrl, patience);
  const log = postgresEventStore({
    url: databaseUrl,
    ...(connections !== undefined && { connections }),
    ...(name !== undefined && { name }),
  });
  try {
    await log.migrate();
    return log;
  } catch (error) {
    await log.close();
    throw error;
  }
}

async function openEventStoreDb(url: string, patience: StartupPatience): Promise<EventLog> {
  // Its client takes half a second to load, which a start without it needn't wait for.
  const { eventStoreDb } = await import('../eventstoredb/log.ts');
  const log = patience.around(eventStoreDb({ url }), (error) => whyUnavailable(url, error));
  try {
    await log.head();
    return log;
  } catch (error) {
    await log.close();
    throw refusesCredentials(error)
      ? new StartupError('EventStoreDB refuses the user and password in EVENTSTORE_URL.')
      : error;
  }
}
