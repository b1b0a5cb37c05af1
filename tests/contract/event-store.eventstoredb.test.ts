import { afterAll, beforeAll, describe, vi } from 'vitest';
import type { EventLog } from '../../src/adapters/event-log/event-log.ts';
import { eventStoreDb } from '../../src/adapters/eventstoredb/log.ts';
import { type EventStoreDbDouble, eventStoreDbDouble } from '../support/eventstoredb-double/double.ts';
import {
  type EventStoreDbContainer,
  noContainerBecause,
  startEventStoreDb,
} from '../support/log/eventstoredb-container.ts';
import { eventLogContract, eventLogContractSkipped } from './event-store.ts';

describe('on a double of the protocol', () => {
  let double: EventStoreDbDouble;
  beforeAll(async () => {
    double = await eventStoreDbDouble();
    // The server writes events for itself, which no reader must get.
    for (let n = 0; n < 3; n++) double.writeSystemEvent();
  });
  afterAll(() => double.stop());

  eventLogContract('EventStoreDB (protocol double)', async () =>
    // It is as slow as the machine, and no case here is about that.
    eventStoreDb({ url: double.url, deadlineMs: 60_000 }),
  );
});

/** Opens a real server's store once its leader answers: a node is alive before it is ready. */
const openWhenReady = async (url: string): Promise<EventLog> => {
  const store = eventStoreDb({ url });
  await vi.waitFor(() => store.head(), { timeout: 55_000, interval: 200 });
  return store;
};

const noContainer = await noContainerBecause();
if (noContainer === undefined) {
  describe('in a container', () => {
    let container: EventStoreDbContainer;
    beforeAll(async () => {
      container = await startEventStoreDb();
    }, 300_000);
    afterAll(() => container.stop());

    eventLogContract('EventStoreDB (container)', () => openWhenReady(container.url));
  });
} else {
  eventLogContractSkipped('EventStoreDB (container)', noContainer);
}

const url = process.env.EVENTSTORE_URL;
if (url) {
  eventLogContract('EventStoreDB (EVENTSTORE_URL)', () => openWhenReady(url));
} else {
  eventLogContractSkipped('EventStoreDB (EVENTSTORE_URL)', 'EVENTSTORE_URL is not set');
}
