import type { Logger } from 'pino';
import { forgetOldSalts } from '../../adapters/postgres/source-salts.ts';
import { sweepUsageCounts } from '../../adapters/postgres/usage-counts.ts';
import { sweepTemporaryFolders } from '../../adapters/temporary-folders.ts';
import { regularly } from '../../eventsourcing/async/regularly.ts';
import { sweepAccounts } from '../../features/accounts/sweep.ts';
import { sweepCodes } from '../../features/booking/admission/codes/code-store.ts';
import { sweepDeliveries } from '../../features/change-feed/webhooks/queries.ts';
import { composeImportSweep } from '../../features/customers/compose.ts';
import { sweepTextCounts } from '../../features/messages/texts/text-limits.ts';

const SWEEP_EVERY_MS = 3_600_000;

/**
 * Removes uses that no longer count against a limit, salts of months that are no longer needed, expired data of accounts and
 * codes, counts of texts, old deliveries and former secrets of webhooks, and files that were never imported. It does so at once and then every hour,
 * until the signal aborts.
 */
export async function sweepRegularly(
  { pool, now, ...stores }: Parameters<typeof composeImportSweep>[0],
  logger: Pick<Logger, 'warn'>,
  signal: AbortSignal,
  everyMs = SWEEP_EVERY_MS,
): Promise<void> {
  const sweeps = [
    () => sweepUsageCounts(pool),
    () => forgetOldSalts(pool, now()),
    () => sweepAccounts(pool, now()),
    () => sweepCodes(pool, now()),
    () => sweepTextCounts(pool),
    () => sweepDeliveries(pool, now()),
    composeImportSweep({ pool, now, ...stores }),
  ];
  const onFailure = (err: unknown) =>
    logger.warn({ err }, 'Something old could not be swept; the next sweep tries again.');
  await regularly(sweeps, { everyMs, onFailure }, signal);
}

/**
 * Removes what killed processes have left on this machine, at once and then every hour, until the signal aborts. Every process that
 * receives files does so, since it may be alone on its machine.
 */
export const sweepFoldersRegularly = (logger: Pick<Logger, 'warn'>, signal: AbortSignal): Promise<void> =>
  regularly(
    [() => sweepTemporaryFolders(new Date())],
    {
      everyMs: SWEEP_EVERY_MS,
      onFailure: (err) =>
        logger.warn({ err }, 'Old folders could not be removed; the next sweep tries again.'),
    },
    signal,
  );
