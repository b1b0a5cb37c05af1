import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { eventStoreDb } from '../../../src/adapters/eventstoredb/log.ts';
import { LOG_START } from '../../../src/eventsourcing/event-store.ts';

/** An empty EventStoreDB to measure on, or what stands in for it. */
export interface BenchLog {
  readonly url: string;
  /** As the table says it. */
  readonly name: string;
  stop(): void;
}

/** The server that `EVENTSTORE_URL` names, or else the protocol double: in memory, so it shows our side's cost alone. */
export async function openBenchLog(): Promise<BenchLog> {
  const url = process.env.EVENTSTORE_URL;
  if (url) {
    const log = eventStoreDb({ url });
    try {
      if ((await log.head()) !== LOG_START) {
        throw new Error(
          'EVENTSTORE_URL must name an empty EventStoreDB: the bench writes a salon of its own.',
        );
      }
    } finally {
      await log.close();
    }
    return { url, name: 'EventStoreDB', stop: () => {} };
  }
  const child = fork(join(import.meta.dirname, 'eventstoredb-double.ts'));
  const [double] = (await once(child, 'message')) as [{ readonly url: string }];
  return { url: double.url, name: 'the EventStoreDB double', stop: () => child.disconnect() };
}
