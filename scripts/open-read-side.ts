import { allProjections } from '../projections/all.ts';
import { configFromEnvironment } from '../src/adapters/config.ts';
import type { EventLog } from '../src/adapters/event-log/event-log.ts';
import { assertSameLog } from '../src/adapters/event-log/log-identity.ts';
import { openEventLog } from '../src/adapters/event-log/open.ts';
import { createStartupPatience } from '../src/adapters/event-log/startup-patience.ts';
import { startOpening } from '../src/adapters/opening-thread/opening.ts';
import { openDatabase } from '../src/adapters/postgres/database.ts';
import { migrate, SERVICE_MIGRATIONS } from '../src/adapters/postgres/migrate.ts';
import { createPool } from '../src/adapters/postgres/pool.ts';
import { postgresProcessStore } from '../src/adapters/postgres/process-store.ts';
import { postgresSealingKeys } from '../src/adapters/postgres/sealing-keys.ts';
import { deriveKey } from '../src/adapters/secrets/derived-keys.ts';
import { secretKeyOf } from '../src/adapters/secrets/secret-key.ts';

import { openParts, openPersonalBy } from '../src/eventsourcing/sealing/open-personal.ts';
import { secretLinksOf } from '../src/features/booking/appointment/secret-links.ts';
import { contactHasherOf, registrarTables } from '../src/features/customers/compose.ts';
import { compareMatching } from '../src/features/customers/registrar/compare.ts';
import { HOURS } from '../src/features/hours/events.ts';
import { numberHasherOf } from '../src/features/messages/numbers.ts';
import { sendingSince } from '../src/features/messages/pause/switch.ts';

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
  let hashNumber: (number: string) => string;
  const masterKey = deriveKey(secretKey, 'sealing-master/v1');
  const keys = postgresSealingKeys(pool, masterKey);
  const opening = startOpening(openParts(keys), { databaseUrl: database.url, masterKey });
  const close = async () => {
    await opening.close();
    await store?.close();
    await pool.end();
    await database.stop();
  };
  try {
    store = await openEventLog(config, database.url, {
      patience: createStartupPatience({ report: console.error }),
    });
    await migrate(database.url, SERVICE_MIGRATIONS);
    await assertSameLog({ pool, log: store, firstStream: HOURS });
    hashNumber = await numberHasherOf(keys, secretKey);
  } catch (error) {
    await close();
    throw error;
  }
  const open = openPersonalBy(opening.open);
  const matching = compareMatching({
    log: store,
    open,
    checkpoints: postgresProcessStore(pool),
    tables: registrarTables,
    hash: contactHasherOf(secretKey),
  });
  const messages = { hashNumber, sending: () => sendingSince(pool) };
  return {
    store,
    pool,
    open,
    projections: allProjections(secretLinksOf(secretKey)),
    matching,
    messages,
    close,
  };
}
