import { status as grpcStatus } from '@grpc/grpc-js';
import { expect, it } from 'vitest';
import { loadConfig } from '../../src/adapters/config.ts';
import { startServer } from '../../src/main.ts';
import { status } from '../support/eventstoredb-double/faults.ts';
import { givenEmptyStores } from '../support/server/empty-stores.ts';
import { TEST_SECRET_KEY } from '../support/server/secret-key.ts';

/** Starts that don't complete, in this process, which lives on: they must leave nothing running. */

const given = givenEmptyStores();

const start = (settings: Record<string, string> = {}, stopping?: AbortSignal) =>
  startServer(
    loadConfig({
      PORT: '0',
      DATA_DIR: given.dataDir.path,
      DATABASE_URL: given.database.url,
      LOG_LEVEL: 'silent',
      ...settings,
    }),
    { ...(stopping && { stopping }) },
  );

async function expectNothingLeft() {
  const connections = async () => {
    const { rows } = await given.database.pool.query<{ application_name: string }>(
      `select application_name from pg_stat_activity
       where datname = current_database() and application_name <> 'salon test'`,
    );
    return rows;
  };
  await expect.poll(connections).toEqual([]);
  await expect.poll(() => given.double.gauge.open).toBe(0);
}

it.each(['all', 'api'])('closes everything when the last part of role %s fails', async (ROLE) => {
  const followed = () => given.double.calls.get('subscription') ?? 0;
  given.double.faults.beforeRead = (kind) => {
    // The write side has read its history and follows the log's live end.
    if (kind === 'all' && followed() > 1) throw status(grpcStatus.INVALID_ARGUMENT, 'the log has no end');
  };
  const inDouble = {
    ROLE,
    EVENTSTORE_URL: given.double.url,
    SECRET_KEY: TEST_SECRET_KEY,
  };
  await expect(start(inDouble)).rejects.toThrow('the log has no end');
  expect(followed()).toBeGreaterThan(1);
  await expectNothingLeft();
});
