import { afterEach, beforeEach } from 'vitest';
import { type EventStoreDb, eventStoreDb } from '../../../src/adapters/eventstoredb/log.ts';
import { type EventStoreDbDouble, eventStoreDbDouble } from '../../support/eventstoredb-double/double.ts';

interface GivenStore {
  readonly double: EventStoreDbDouble;
  readonly store: EventStoreDb;
  /** Aborted after the test, for its subscriptions. */
  readonly abort: AbortController;
}

/** A server for each test, and a store that is connected to it. */
export function givenStore(options: { readonly watchMs?: number } = {}): GivenStore {
  const given = {} as GivenStore;
  beforeEach(async () => {
    const double = await eventStoreDbDouble();
    const store = eventStoreDb({ url: double.url, ...options });
    Object.assign(given, { double, store, abort: new AbortController() });
  });
  afterEach(async () => {
    given.abort.abort();
    await given.store.close();
    given.double.stop();
  });
  return given;
}
