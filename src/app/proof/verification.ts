import { allProjections } from '../../../projections/all.ts';
import type { EventLog } from '../../adapters/event-log/event-log.ts';
import { guardedLog } from '../../adapters/event-log/guarded-log.ts';
import { compareWithLog, createLogCheck } from '../../adapters/event-log/log-identity.ts';
import { openEventLog } from '../../adapters/event-log/open.ts';
import type { StartupPatience } from '../../adapters/event-log/startup-patience.ts';
import { createPool } from '../../adapters/postgres/pool.ts';
import { postgresProcessStore } from '../../adapters/postgres/process-store.ts';
import { postgresSealingKeys } from '../../adapters/postgres/sealing-keys.ts';
import { deriveKey } from '../../adapters/secrets/derived-keys.ts';
import { StartupError } from '../../adapters/startup-error.ts';
import { openPersonal } from '../../eventsourcing/sealing/open-personal.ts';
import { secretLinksOf } from '../../features/booking/appointment/secret-links.ts';
import { contactHasherOf, registrarTables } from '../../features/customers/compose.ts';
import { compareMatching } from '../../features/customers/registrar/compare.ts';
import { numberHasherOf } from '../../features/messages/numbers.ts';
import type { AppContext } from '../context.ts';

interface VerificationSettings extends Pick<AppContext, 'config' | 'databaseUrl' | 'secretKey'> {
  /** The name of its connections. */
  readonly name: string;
  readonly patience: StartupPatience;
  /** Called when the log is open, before anything is read. */
  beforeUse?(): Promise<void>;
  /** True to open also a log that doesn't go with the database. */
  readonly anyLog?: boolean;
}

/** Opens what a verification and a rebuild need, beside a running service or alone. */
export async function openForVerification(settings: VerificationSettings) {
  const { config, databaseUrl, secretKey, name, patience, beforeUse, anyLog = false } = settings;
  const pool = createPool({ url: databaseUrl, name, statementTimeoutMs: 0 });
  let store: EventLog | undefined;
  let wrongLog: string | null;
  const keys = postgresSealingKeys(pool, deriveKey(secretKey, 'sealing-master/v1'));
  const close = async () => {
    await store?.close();
    await pool.end();
  };
  try {
    store = await openEventLog(config, databaseUrl, { patience });
    await beforeUse?.();
    // Refuses another secret key in one line: with that, no personal part would open.
    await numberHasherOf(keys, secretKey);
    const identity = { pool, log: store };
    ({ why: wrongLog } = await compareWithLog(identity));
    if (wrongLog !== null && !anyLog) throw new StartupError(wrongLog);
    // A wrong one is read as it is, until it is accepted.
    if (wrongLog === null) store = guardedLog(store, { check: createLogCheck(identity) });
  } catch (error) {
    await close();
    throw error;
  }
  const open = openPersonal(keys);
  const matching = compareMatching({
    log: store,
    open,
    checkpoints: postgresProcessStore(pool),
    tables: registrarTables,
    hash: contactHasherOf(secretKey),
  });
  return {
    /** Why the log doesn't go with the database; null if it does. */
    wrongLog,
    store,
    pool,
    open,
    projections: allProjections(secretLinksOf(secretKey)),
    matching,
    close,
  };
}
