import { afterAll, beforeAll } from 'vitest';
import { postgresEventStore } from '../../src/adapters/postgres-log/log.ts';
import { createTestDatabase, type TestDatabase } from '../support/server/postgres.ts';
import { eventLogContract } from './event-store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

eventLogContract('Postgres', async () => {
  const store = postgresEventStore({ url: database.url });
  await store.migrate();
  return store;
});
