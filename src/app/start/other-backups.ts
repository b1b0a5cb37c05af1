import { dirname, join } from 'node:path';
import type { Pool } from 'pg';
import { storedLogId } from '../../adapters/event-log/log-identity.ts';
import { backupsIn } from '../../backup/of-logs.ts';
import type { AppContext } from '../context.ts';

/** Says whether backups of another log lie where this one's go: perhaps the database that they are of is missing. */
export async function tellOtherBackups(
  pool: Pool,
  { config: { backupDir, dataDir, databaseUrl }, say }: Pick<AppContext, 'config' | 'say'>,
): Promise<void> {
  if (backupDir === undefined) return;
  const { newestOfAnother: newest } = await backupsIn(backupDir, await storedLogId(pool));
  if (newest === null) return;
  const emptied =
    databaseUrl === undefined ? `move ${join(dataDir, 'postgres')} away` : 'give it an empty database';
  say(
    `${dirname(newest)} has backups of another salon, or of this one from before it began anew; they are never removed. To bring the newest back, stop the service, ${emptied}, and run: npm run restore -- "${newest}"`,
  );
}
