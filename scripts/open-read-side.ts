import { allProjections } from '../projections/all.ts';
import { confirmLog } from '../projections/log-identity.ts';
import { migrateReadSide } from '../projections/registry.ts';
import { configFromEnvironment } from '../src/adapters/config.ts';
import { openDatabase } from '../src/adapters/database.ts';
import type { EventLog } from '../src/adapters/event-log.ts';
import { openEventLog } from '../src/adapters/open-event-log.ts';
import { createPool } from '../src/adapters/postgres.ts';
import { migrateSealingKeys, postgresSealingKeys } from '../src/adapters/sealing-keys.ts';
import { secretKeyOf } from '../src/adapters/secret-key.ts';
import { deriveKey } from '../src/adapters/secrets.ts';
import { openPersonal } from '../src/eventsourcing/sealing.ts';
import { createSecretLinks } from '../src/features/booking/secret-links.ts';

/**
 * Opens the log and the read models for a command, beside a running service or alone, and closes them after it.
 * A failure is one line and exit 1.
 */
export async function withReadSide(
  name: string,
  work: (readSide: Awaited<ReturnType<typeof openReadSide>>) => Promise<void>,
): Promise<void> {
  try {
    const readSide = await openReadSide(name);
    try {
      await work(readSide);
    } finally {
      await readSide.close();
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

async function openReadSide(name: string) {
  const config = configFromEnvironment();
  const secretKey = await secretKeyOf(config);
  const database = await openDatabase(config, { attach: true });
  const pool = createPool({ url: database.url, name, statementTimeoutMs: 0 });
  let store: EventLog | undefined;
  const close = async () => {
    await store?.close();
    await pool.end();
    await database.stop();
  };
  try {
    store = await openEventLog(config, database.url, { report: console.error });
    await migrateSealingKeys(pool);
    await migrateReadSide(pool);
    await confirmLog(pool, store);
  } catch (error) {
    await close();
    throw error;
  }
  const keys = postgresSealingKeys(pool, deriveKey(secretKey, 'sealing-master/v1'));
  const links = createSecretLinks({
    token: deriveKey(secretKey, 'management-token/v1'),
    shortCode: deriveKey(secretKey, 'short-code/v1'),
  });
  return { store, pool, open: openPersonal(keys), projections: allProjections(links), close };
}
