import type { Pool } from 'pg';
import { startBackup } from '../../contracts/system/backup.ts';
import { getLogWait, type LogWait } from '../../contracts/system/log-wait.ts';
import {
  getProjections,
  rebuildProjection,
  retryProjection,
  type SystemState,
} from '../../contracts/system/projections.ts';
import type { Mount } from '../../http/operation/operation.ts';
import { refuse } from '../../http/refusal.ts';
import { askFor } from './tasks.ts';

interface SystemRoutesDeps {
  readonly on: Mount;
  readonly pool: Pool;
  systemState(): Promise<SystemState>;
  logWait(): Promise<LogWait>;
  /** Whether a read model runs, and what keeps it from that; undefined if there is none of this name. */
  stateOf(
    readModel: string,
  ): Promise<Pick<SystemState['read_models'][number], 'status' | 'error'> | undefined>;
  readonly hasBackupFolder: boolean;
  now(): Date;
}

export function systemRoutes(deps: SystemRoutesDeps): void {
  const { on, pool, systemState, logWait, stateOf, hasBackupFolder, now } = deps;
  on(getProjections, async () => ({ body: await systemState() }));

  on(startBackup, async ({ caller: { userId } }) => {
    if (!hasBackupFolder) throw refuse('no-backup-folder');
    await askFor(pool, 'backup', { askedBy: userId, now: now() });
    return { body: await systemState() };
  });

  on(getLogWait, async () => ({ body: { waiting_for: await logWait() } }));

  async function readModelOf(name: string) {
    const found = await stateOf(name);
    if (!found) throw refuse('not-found');
    return found;
  }

  on(rebuildProjection, async ({ params: { name }, caller: { userId } }) => {
    await readModelOf(name);
    const asked = await askFor(pool, 'rebuild', { readModel: name, askedBy: userId, now: now() });
    if (!asked) throw refuse('rebuild-running');
    return { body: await systemState() };
  });

  on(retryProjection, async ({ params: { name }, caller: { userId } }) => {
    const { status, error } = await readModelOf(name);
    if (status === 'running' || error === null) throw refuse('not-stopped');
    await askFor(pool, 'retry', { readModel: name, askedBy: userId, now: now() });
    return { body: await systemState() };
  });
}
