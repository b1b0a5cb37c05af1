import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { sweepUsageLimits } from '../adapters/postgres/usage-limit.ts';

const SWEEP_EVERY_MS = 3_600_000;

/** Clears away usage limits that no longer count, now and every hour until the signal aborts. */
export async function sweepRegularly(
  pool: Pool,
  logger: Pick<Logger, 'warn'>,
  signal: AbortSignal,
  everyMs = SWEEP_EVERY_MS,
): Promise<void> {
  while (!signal.aborted) {
    await sweepUsageLimits(pool).catch((err: unknown) => {
      logger.warn({ err }, 'Old usage limits could not be swept; the next sweep tries again.');
    });
    await sleep(everyMs, undefined, { signal }).catch(() => {});
  }
}
