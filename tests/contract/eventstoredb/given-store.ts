import { afterEach, beforeEach } from 'vitest';
import { type EventStoreDb, eventStoreDb } from '../../../src/adapters/eventstoredb/log.ts';
import { type EventStoreDbDouble, eventStoreDbDouble } from '../../support/eventstoredb-double/double.ts';

export interface GivenStore {
  readonly double: EventStoreDbDouble;
  readonly store: EventStoreDb;
  /** Aborted after the test, for its subscriptions. */
  readonly abort: AbortController;
}

/** For each test a server of its own, and a store that is connected to it. */
export function givenStore(options: { readonly watchMs?: number } = {}): GivenStore {
  let current: GivenStore | undefined;
  const get = (): GivenStore => {
    if (!current) throw new Error('there is a store only in tests');
    return current;
  };
  beforeEach(async () => {
    const double = await eventStoreDbDouble();
    const store = eventStoreDb({ url: double.url, ...options });
    current = { double, store, abort: new AbortController() };
  });
  afterEach(async () => {
    const { double, store, abort } = get();
    abort.abort();
    await store.close();
    double.stop();
  });
  return {
    get double() {
      return get().double;
    },
    get store() {
      return get().store;
    },
    get abort() {
      return get().abort;
    },
  };
}
