import type { Pool } from 'pg';
import type { EventLog } from '../adapters/event-log/event-log.ts';
import { guardedLog } from '../adapters/event-log/guarded-log.ts';
import { createLogCheck } from '../adapters/event-log/log-identity.ts';
import { measuredAppend } from '../adapters/event-log/measured-append.ts';
import { openEventLog } from '../adapters/event-log/open.ts';
import { type Jobs, openJobs } from '../adapters/jobs/jobs.ts';
import { migrate, SERVICE_MIGRATIONS } from '../adapters/postgres/migrate.ts';
import { createPool } from '../adapters/postgres/pool.ts';
import { postgresSealingKeys } from '../adapters/postgres/sealing-keys.ts';
import { deriveKey } from '../adapters/secrets/derived-keys.ts';
import { COMMAND_DEADLINE_MS } from '../eventsourcing/async/deadline.ts';
import type { SealingKeys } from '../eventsourcing/sealing/sealing-keys.ts';
import { ACCOUNT_MAILS, type AccountMail } from '../features/accounts/mails/mails.ts';
import { type SecretLinks, secretLinksOf } from '../features/booking/appointment/secret-links.ts';
import type { AppContext } from './context.ts';

/** The stores of this process, and the keys that open what is sealed in them. */
export interface Stores {
  /** The event log. It returns events as they are stored, with their personal parts sealed. */
  readonly log: EventLog;
  /** Connections for everything except the log, reports and the projector, which have their own. */
  readonly pool: Pool;
  /** A few connections for reports: however many are asked for, and however long they take, bookings don't wait for them. */
  readonly reportPool: Pool;
  readonly keys: SealingKeys;
  readonly links: SecretLinks;
  /** Mails about accounts. The process whose projector is active sends them. */
  readonly jobs: Jobs<AccountMail>;
}

/** Opens the stores and creates the tables that are missing. Several processes may do so at once. */
export async function openStores(context: AppContext): Promise<Stores> {
  const { config, databaseUrl, secretKey, logger, metrics, patience, closing, startAgain } = context;
  const stored = await openEventLog(config, databaseUrl, { connections: 20, patience });
  closing.defer(stored.close);
  await migrate(databaseUrl, SERVICE_MIGRATIONS);
  const onError = (err: Error) =>
    logger.warn({ err }, 'A database connection was lost; the pool replaces it.');
  const pool = createPool({ url: databaseUrl, name: 'service', max: 20, onError });
  closing.defer(() => pool.end());
  const check = createLogCheck({ pool, log: stored });
  const guarded = guardedLog(stored, { check, logger, startAgain });
  const log = { ...guarded, append: measuredAppend(guarded.append, metrics.appendEnded) };
  // A report that takes longer than a request may helps nobody. On two cores, a third one at once only makes all of them slower.
  const reportPool = createPool({
    url: databaseUrl,
    name: 'reports',
    max: 2,
    statementTimeoutMs: COMMAND_DEADLINE_MS - 500,
    onError,
  });
  closing.defer(() => reportPool.end());
  const jobs = await openJobs({ pool, queue: ACCOUNT_MAILS, logger });
  closing.defer(jobs.stop);
  return {
    log,
    pool,
    reportPool,
    jobs,
    keys: postgresSealingKeys(pool, deriveKey(secretKey, 'sealing-master/v1')),
    links: secretLinksOf(secretKey),
  };
}
