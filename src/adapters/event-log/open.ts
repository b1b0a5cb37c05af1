import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from '../../eventsourcing/event-store.ts';
import type { Config } from '../config.ts';
import { refusesCredentials, unreachableBecause } from '../eventstoredb/errors.ts';
import { postgresEventStore } from '../postgres-log/log.ts';
import { StartupError } from '../startup-error.ts';
import type { EventLog } from './event-log.ts';

export interface OpenLogOptions {
  /** To Postgres, for appends and reads of streams. */
  readonly connections?: number;
  /** Told in plain words that the log is being waited for. */
  readonly report?: (line: string) => void;
  /** How long an EventStoreDB that doesn't answer yet is waited for: it may be starting beside us. */
  readonly patienceMs?: number;
  /** Ends the waiting. */
  readonly signal?: AbortSignal | undefined;
}

const RETRY_MS = 500;
const REPORT_EVERY_MS = 10_000;

/**
 * Opens the event log where the settings have it, in EventStoreDB or else in the Postgres at `databaseUrl`, and
 * creates what is missing there.
 *
 * @throws StartupError in one line when EVENTSTORE_URL is no address, or nobody answers there in time
 */
export async function openEventLog(
  { eventstoreUrl }: Pick<Config, 'eventstoreUrl'>,
  databaseUrl: string,
  { connections, ...waiting }: OpenLogOptions = {},
): Promise<EventLog> {
  if (eventstoreUrl !== undefined) return openEventStoreDb(eventstoreUrl, waiting);
  const log = postgresEventStore({ url: databaseUrl, ...(connections !== undefined && { connections }) });
  try {
    await log.migrate();
    return log;
  } catch (error) {
    await log.close();
    throw error;
  }
}

async function openEventStoreDb(
  url: string,
  { report = () => {}, patienceMs = 60_000, signal }: OpenLogOptions,
): Promise<EventLog> {
  // Its client takes half a second to load, which a start without it needn't wait for.
  const { eventStoreDb } = await import('../eventstoredb/log.ts');
  const log = eventStoreDb({ url });
  const began = performance.now();
  let reportAt = 0;
  for (;;) {
    try {
      await log.head();
      return log;
    } catch (error) {
      const waited = performance.now() - began;
      if (error instanceof StoreUnavailable && waited < patienceMs && !signal?.aborted) {
        if (waited >= reportAt) {
          report(`Waiting for EventStoreDB to answer… ${Math.round(waited / 1_000)} s`);
          reportAt = waited + REPORT_EVERY_MS;
        }
        await sleep(RETRY_MS, undefined, { signal }).catch(() => {});
      } else {
        await log.close();
        throw refusal(error, waited);
      }
    }
  }
}

/** Neither the address nor the server's own words, which may hold a name. */
function refusal(error: unknown, waitedMs: number): unknown {
  if (refusesCredentials(error)) {
    return new StartupError('EventStoreDB refuses the user and password in EVENTSTORE_URL.');
  }
  if (!(error instanceof StoreUnavailable)) return error;
  const waited = `${Math.round(waitedMs / 1_000)} s`;
  return new StartupError(
    `The EventStoreDB that EVENTSTORE_URL names did not answer within ${waited} (${unreachableBecause(error)}).`,
  );
}
