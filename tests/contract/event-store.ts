import { afterAll, beforeAll, describe } from 'vitest';
import type { EventStore } from '../../src/eventsourcing/event-store.ts';
import { appendContract } from './event-store-append.ts';
import { dataContract } from './event-store-data.ts';
import { feedContract } from './event-store-feed.ts';
import type { StoreUnderTest } from './log-probe.ts';

/**
 * What every adapter of the event-store port must do. The log may hold other events already and others may be
 * appending to it, so that the suite can run against any server.
 *
 * @param makeStore opens the store, once for the whole suite, which closes it.
 */
export const eventStoreContract = (name: string, makeStore: () => Promise<EventStore>): void => {
  describe(`the event store in ${name}`, () => {
    let opened: EventStore | undefined;
    const store: StoreUnderTest = () => {
      if (opened === undefined) throw new Error('the store is not open yet');
      return opened;
    };
    beforeAll(async () => {
      opened = await makeStore();
    });
    afterAll(async () => {
      await opened?.close();
    });

    appendContract(store);
    dataContract(store);
    feedContract(store);
  });
};
