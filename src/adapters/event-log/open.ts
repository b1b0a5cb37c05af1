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
  /** Limit of waiting for an EventStoreDB that doesn't answer. If left out, it is the usual one, and the waiting isn't reported. */
  readonly patience?: StartupPatience;
}

/**
 * Opens the event log that the settings name: the EventStoreDB if they name one, else the Postgres at `databaseUrl`. In
 * Postgres, tables that are missing are created.
 *
 * @throws StartupError with a message of one line when EVENTSTORE_URL is no address, or no server answers there in time
 */
export async function openEventLog(
  { eventstoreUrl }: Pick<Config, 'eventstoreUrl'>,
  databaseUrl: string,
  { connections, patience = createStartupPatience() }: OpenLogOptions = {},
): Promise<EventLog> {
  if (eventstoreUrl !== undefined) return openEventStoreDb(eventstoreUrl, patience);
  const log = postgresEventStore({ url: databaseUrl, connections });
  try {
    await log.migrate();
    return log;
  } catch (error) {
    await log.close();
    throw error;
  }
}

async function openEventStoreDb(url: string, patience: StartupPatience): Promise<EventLog> {
  // Its client takes half a second to load. A start that doesn't use EventStoreDB mustn't wait for that.
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
