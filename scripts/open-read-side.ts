import { setFlagsFromString } from 'node:v8';
import type { Pool } from 'pg';
import { allProjections } from '../projections/all.ts';
import type { EventLog } from '../src/adapters/event-log/event-log.ts';
import { guardedLog } from '../src/adapters/event-log/guarded-log.ts';
import { compareWithLog, createLogCheck } from '../src/adapters/event-log/log-identity.ts';
import { migrate, SERVICE_MIGRATIONS } from '../src/adapters/postgres/migrate.ts';
import { postgresProcessStore } from '../src/adapters/postgres/process-store.ts';
import { postgresSealingKeys } from '../src/adapters/postgres/sealing-keys.ts';
import { deriveKey } from '../src/adapters/secrets/derived-keys.ts';
import { secretKeyOf } from '../src/adapters/secrets/secret-key.ts';
import { StartupError } from '../src/adapters/startup-error.ts';
import { openPersonal } from '../src/eventsourcing/sealing/open-personal.ts';
import { secretLinksOf } from '../src/features/booking/appointment/secret-links.ts';
import { contactHasherOf, registrarTables } from '../src/features/customers/compose.ts';
import { compareMatching } from '../src/features/customers/registrar/compare.ts';
import { numberHasherOf } from '../src/features/messages/numbers.ts';
import { type Call, giveWay, runCommand, withStores } from './command.ts';

/**
 * Keeps V8's space for new objects small. It would grow with what a long fold leaves behind at each batch, and most of the process's memory
 * would be garbage: 620 MB instead of 390 for the appointments of a million events, in the same time.
 */
setFlagsFromString('--semi-space-growth-factor=1');

/** The stores and folds that a proof and a rebuild need, beside a running service or alone. */
interface OpenedReadSide {
  /** Why the log doesn't go with the database; null if it does. */
  readonly wrongLog: string | null;
  readonly store: EventLog;
  readonly pool: Pool;
  readonly open: ReturnType<typeof openPersonal>;
  readonly projections: ReturnType<typeof allProjections>;
  readonly matching: ReturnType<typeof compareMatching>;
}

/**
 * Runs a command with the log and the read models, beside a running service or alone.
 *
 * @param options `anyLog` is true for a command that is also run with a log that doesn't go with the database
 */
export const withReadSide = (
  name: string,
  work: (readSide: OpenedReadSide, call: Call) => Promise<void>,
  { anyLog = false } = {},
): Promise<void> =>
  runCommand(async (call) => {
    const { config } = call;
    const secretKey = await secretKeyOf(config);
    const options = { attach: true, pool: { name, statementTimeoutMs: 0 } };
    await withStores(config, options, async ({ url, pool, openLog }) => {
      const log = await openLog();
      await migrate(url, SERVICE_MIGRATIONS);
      const keys = postgresSealingKeys(pool, deriveKey(secretKey, 'sealing-master/v1'));
      // Refuses another secret key in one line: with that, no personal part would open.
      await numberHasherOf(keys, secretKey);
      const identity = { pool, log };
      const { why: wrongLog } = await compareWithLog(identity);
      if (wrongLog !== null && !anyLog) throw new StartupError(wrongLog);
      // A wrong one is read as it is, until it is accepted.
      const store = wrongLog === null ? guardedLog(log, { check: createLogCheck(identity) }) : log;
      const open = openPersonal(keys);
      const matching = compareMatching({
        log: store,
        open,
        checkpoints: postgresProcessStore(pool),
        tables: registrarTables,
        hash: contactHasherOf(secretKey),
      });
      const projections = allProjections(secretLinksOf(secretKey));
      giveWay(call);
      await work({ wrongLog, store, pool, open, projections, matching }, call);
    });
  });
