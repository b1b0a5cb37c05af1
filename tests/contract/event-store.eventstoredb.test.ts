import { afterAll, beforeAll, describe, test, vi } from 'vitest';
import { eventStoreDb } from '../../src/adapters/eventstoredb.ts';
import type { EventStore } from '../../src/eventsourcing/event-store.ts';
import {
  type EventStoreDbContainer,
  noContainerBecause,
  startEventStoreDb,
} from '../support/eventstoredb-container.ts';
import { type EventStoreDbDouble, eventStoreDbDouble } from '../support/eventstoredb-double.ts';
import { eventStoreContract } from './event-store.ts';

describe('on a double of the protocol', () => {
  let double: EventStoreDbDouble;
  beforeAll(async () => {
    double = await eventStoreDbDouble();
    // A real log is never empty, and what the server writes for itself is nobody's news.
    for (let n = 0; n < 3; n++) double.writeSystemEvent();
  });
  afterAll(() => double.stop());

  eventStoreContract('EventStoreDB (protocol double)', async () => eventStoreDb({ url: double.url }));
});

/** Opens a real server's store once its leader answers: a node is alive before it is ready. */
const openWhenReady = async (url: string): Promise<EventStore> => {
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

    eventStoreContract('EventStoreDB (container)', () => openWhenReady(container.url));
  });
} else {
  test('the contract suite against a real EventStoreDB in a container', ({ skip }) => skip(noContainer));
}

const url = process.env.EVENTSTORE_URL;
if (url) {
  eventStoreContract('EventStoreDB (EVENTSTORE_URL)', () => openWhenReady(url));
} else {
  test('the contract suite against the EventStoreDB that EVENTSTORE_URL names', ({ skip }) =>
    skip('EVENTSTORE_URL is not set'));
}
