import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { EventLog } from '../../../src/adapters/event-log/event-log.ts';
import { type BackupDeps, backUp } from '../../../src/backup/back-up.ts';
import { checkBackup } from '../../../src/backup/check.ts';
import { restore } from '../../../src/backup/restore.ts';
import { eraseAgain } from '../../../src/erasure/erase-again.ts';
import type { NotedErasure } from '../../../src/erasure/register.ts';
import { type LogUnderTest, makeLogUnderTest } from '../log/log-under-test.ts';
import { createTestDatabase, type TestDatabase } from '../server/postgres.ts';
import { TEST_SECRET_KEY } from '../server/secret-key.ts';
import type { TestSalon } from '../server/server.ts';

export async function givenFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'salon-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Stores of an installation, with or without a service on them. */
export interface Installation {
  readonly database: TestDatabase;
  readonly logUnderTest: LogUnderTest;
}

/** An empty installation, which has no tables yet. */
export async function emptyInstallation(kind: EventLog['kind']): Promise<Installation> {
  const database = await createTestDatabase();
  return { database, logUnderTest: await makeLogUnderTest(database.url, kind) };
}

export async function removeInstallation({ database, logUnderTest }: Installation): Promise<void> {
  logUnderTest.stop();
  await database.drop();
}

export function backedUp(salon: TestSalon, folder: string, deps: Partial<BackupDeps> = {}) {
  return backUp(
    {
      log: salon.log,
      databaseUrl: salon.database.url,
      secretKey: salon.secretKey,
      now: () => new Date(),
      report: () => {},
      ...deps,
    },
    folder,
  );
}

interface Given {
  readonly secretKey?: string;
  readonly formerKey?: string;
  readonly erasures?: readonly NotedErasure[];
  /** Wraps the log to which the events are written. */
  readonly through?: (log: EventLog) => EventLog;
}

/** Restores a backup, as the command does. */
export async function restored(
  folder: string,
  { database, logUnderTest }: Installation,
  { secretKey = TEST_SECRET_KEY, formerKey, erasures = [], through = (log) => log }: Given = {},
): Promise<void> {
  const backup = await checkBackup(folder, secretKey, formerKey);
  let log: EventLog | undefined;
  const openLog = async () => {
    log = logUnderTest.open();
    if ('migrate' in log) await (log as { migrate(): Promise<void> }).migrate();
    return through(log);
  };
  const { pool, url: databaseUrl } = database;
  try {
    await restore(
      {
        pool,
        databaseUrl,
        openLog,
        eraseAgain: (empty) => eraseAgain(empty, erasures, () => new Date()),
        report: () => {},
      },
      backup,
    );
  } finally {
    await log?.close();
  }
}
