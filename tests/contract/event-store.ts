import { afterAll, beforeAll, describe, test } from 'vitest';
import type { EventLog } from '../../src/adapters/event-log/event-log.ts';
import type { EventStore } from '../../src/eventsourcing/event-store.ts';
import { lagContract } from './event-log-lag.ts';
import { appendContract } from './event-store-append.ts';
import { dataContract } from './event-store-data.ts';
import { subscribeContract } from './event-store-subscribe.ts';

/** The report at the end of a run counts by this name, so nothing else may be called so. */
const suiteName = (adapter: string) => `the event store in ${adapter}`;

/** Opens a store for the whole suite, and closes it after. */
const underContract = <Store extends EventStore>(
  name: string,
  makeStore: () => Promise<Store>,
  contracts: (store: () => Store) => void,
): void => {
  describe(suiteName(name), () => {
    let opened: Store | undefined;
    beforeAll(async () => {
      opened = await makeStore();
    });
    afterAll(async () => {
      await opened?.close();
    });
    contracts(() => {
      if (opened === undefined) throw new Error('the store is not open yet');
      return opened;
    });
  });
};

/**
 * The contract of the event-store port. The log may hold other events already and others may be appending to it, so
 * that the suite can run against any server.
 */
export const eventStoreContract = (name: string, makeStore: () => Promise<EventStore>): void =>
  underContract(name, makeStore, (store) => {
    appendContract(store);
    dataContract(store);
    subscribeContract(store);
  });

/** The contract of a log on which the service runs: that of the port, and the lag. */
export const eventLogContract = (name: string, makeLog: () => Promise<EventLog>): void =>
  underContract(name, makeLog, (log) => {
    appendContract(log);
    dataContract(log);
    subscribeContract(log);
    lagContract(log);
  });

/** The whole suite, not run here, and said so at the end. */
export const eventLogContractSkipped = (name: string, because: string): void => {
  describe(suiteName(name), () => {
    test('the whole contract suite', ({ skip }) => skip(because));
  });
};
