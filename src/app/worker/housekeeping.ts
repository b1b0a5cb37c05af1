import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { forgetOldSalts } from '../../adapters/postgres/source-salts.ts';
import { sweepUsageCounts } from '../../adapters/postgres/usage-counts.ts';
import { regularly } from '../../eventsourcing/async/regularly.ts';
import { sweepAccounts } from '../../features/accounts/sweep.ts';
import { sweepCodes } from '../../features/booking/admission/codes/code-store.ts';
import { sweepImports } from '../../features/customers/imports/postgres-table.ts';

const SWEEP_EVERY_MS = 3_600_000;

/**
 * Removes uses that no longer count against a limit, salts of months that are no longer needed, and expired data of accounts and
 * codes, and files that were never imported. It does so at once and then every hour, until the signal aborts.
 */
export async function sweepRegularly(
  { pool, now }: { readonly pool: Pool; now(): Date },
  logger: Pick<Logger, 'warn'>,
  signal: AbortSignal,
  everyMs = SWEEP_EVERY_MS,
): Promise<void> {
  const sweeps = [
    () => sweepUsageCounts(pool),
    () => forgetOldSalts(pool, now()),
    () => sweepAccounts(pool, now()),
    () => sweepCodes(pool, now()),
    () => sweepImports(pool, now()),
  ];
  const onFailure = (err: unknown) =>
    logger.warn({ err }, 'Something old could not be swept; the next sweep tries again.');
  await regularly(sweeps, { everyMs, onFailure }, signal);
}
