import { expect, it, onTestFinished } from 'vitest';
import { migrateReadSide } from '../../projections/engine/registry.ts';
import { migrateProcessTable } from '../../src/adapters/postgres/process-table.ts';
import { migrateSealingKeys } from '../../src/adapters/postgres/sealing-keys.ts';
import { migrateUsageLimits } from '../../src/adapters/postgres/usage-limit.ts';
import { postgresEventStore } from '../../src/adapters/postgres-log/log.ts';
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
