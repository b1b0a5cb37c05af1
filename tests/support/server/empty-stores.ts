import { afterEach, beforeEach } from 'vitest';
import { type EventStoreDbDouble, eventStoreDbDouble } from '../eventstoredb-double/double.ts';
import { createTestDatabase, type TestDatabase } from './postgres.ts';
import { makeDataDir } from './service-process.ts';

/** Empty stores for a service on EventStoreDB, made anew for each test of a file. */
export function givenEmptyStores() {
  const given = {} as {
    double: EventStoreDbDouble;
    database: TestDatabase;
    dataDir: Awaited<ReturnType<typeof makeDataDir>>;
  };
  beforeEach(async () => {
    const [double, database, dataDir] = await Promise.all([
      eventStoreDbDouble(),
      createTestDatabase(),
      makeDataDir(),
    ]);
    Object.assign(given, { double, database, dataDir });
  });
  afterEach(async () => {
    given.double.stop();
    await given.database.drop();
    await given.dataDir.remove();
  });
  return given;
}
