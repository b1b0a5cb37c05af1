import { afterAll, beforeAll } from 'vitest';
import { eventStoreDb } from '../../src/adapters/eventstoredb.ts';
import { type EventStoreDbDouble, eventStoreDbDouble } from '../support/eventstoredb-double.ts';
import { eventStoreContract } from './event-store.ts';

let double: EventStoreDbDouble;
beforeAll(async () => {
  double = await eventStoreDbDouble();
  // A real log is never empty, and what the server writes for itself is nobody's news.
  for (let n = 0; n < 3; n++) double.writeSystemEvent();
});
afterAll(() => double.stop());

eventStoreContract('EventStoreDB (protocol double)', async () => eventStoreDb({ url: double.url }));
