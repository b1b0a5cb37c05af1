import { expect, it, onTestFinished } from 'vitest';
import { migrateReadSide } from '../../projections/registry.ts';
import { postgresEventStore } from '../../src/adapters/postgres-event-store.ts';
import { migrateProcessTable } from '../../src/adapters/process-table.ts';
import { migrateSealingKeys } from '../../src/adapters/sealing-keys.ts';
import { migrateUsageLimits } from '../../src/adapters/usage-limit.ts';
import { createTestDatabase } from '../support/postgres.ts';

it('several processes may start together on an empty database, each of them as the first', async () => {
  const { pool, url, drop } = await createTestDatabase();
  const log = postgresEventStore({ url });
  onTestFinished(async () => {
    await log.close();
    await drop();
  });
  const migrations = [
    () => log.migrate(),
    () => migrateReadSide(pool),
    () => migrateSealingKeys(pool),
    () => migrateProcessTable(pool, { process: 'test', items: 'test_items' }),
    () => migrateUsageLimits(pool),
  ];
  const outcomes = await Promise.allSettled(
    Array.from({ length: 6 }, () => migrations.map((migrate) => migrate())).flat(),
  );
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
});
