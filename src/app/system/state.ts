import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { storedLogId } from '../../adapters/event-log/log-identity.ts';
import { lastBackup } from '../../backup/known-backups.ts';
import { lastNight } from '../../backup/nightly.ts';
import { backupsIn } from '../../backup/of-logs.ts';
import type { LogWait } from '../../contracts/system/log-wait.ts';
import type { SystemState } from '../../contracts/system/projections.ts';
import { cleaningState } from '../../erasure/cleaning.ts';
import { LOG_START, type Position } from '../../eventsourcing/event-store.ts';
import { lastEnded, openTasks } from '../../features/system/tasks.ts';
import type { ApiContext } from '../api/context.ts';
import { PROCESS_MANAGERS } from '../worker/process-managers.ts';
import { createReadModels } from './read-models.ts';

const { version: program } = createRequire(import.meta.url)('../../../package.json') as { version: string };

const WEEK_MS = 7 * 86_400_000;

/** The log's size is counted anew after so many milliseconds, since that reads a week of it. */
const SIZE_KEPT_MS = 60_000;

const UNNOTED_ERASURES = "select count(*)::int from shredder_erasures where item ? 'isCarriedOut'";

/** The versions of what this process runs on. */
async function versionsOf(pool: Pool): Promise<SystemState['versions']> {
  const { rows } = await pool.query<{ server_version: string }>('show server_version');
  return { program, node: process.versions.node, postgres: rows[0]?.server_version ?? '' };
}

/** Reads what the service is made of, and how it is doing. */
export function createSystemState(context: ApiContext) {
  const { pool, log, jobs, config, clockReader, now } = context;
  const readModels = createReadModels(context);

  async function processManagers(): Promise<SystemState['process_managers']> {
    const { rows } = await pool.query<{ process: string; position: Position }>(
      'select process, position from process_checkpoints where process = any($1)',
      [PROCESS_MANAGERS],
    );
    const positions = new Map(rows.map(({ process, position }) => [process, position]));
    return Promise.all(
      PROCESS_MANAGERS.map(async (name) => {
        const position = positions.get(name) ?? LOG_START;
        const { events, seconds } = await log.lagAfter(position);
        return { name, position, lag_events: events, lag_seconds: seconds };
      }),
    );
  }

  async function logWait(): Promise<LogWait> {
    return (await log.deliveryLag?.())?.waitingFor ?? null;
  }

  async function countedLog(): Promise<Omit<SystemState['log'], 'waiting_for'>> {
    const [weekAgo = LOG_START] = await clockReader.firstAfter([
      new Date(now().getTime() - WEEK_MS).toISOString(),
    ]);
    const size = await log.size?.(weekAgo);
    return {
      kind: log.kind,
      events: size?.events ?? null,
      bytes: size?.bytes ?? null,
      events_of_week: size ? (weekAgo === LOG_START ? 0 : size.since) : null,
    };
  }

  const size = new LRUCache<'log', Awaited<ReturnType<typeof countedLog>>>({
    max: 1,
    ttl: SIZE_KEPT_MS,
    fetchMethod: countedLog,
  });

  async function jobCounts(): Promise<SystemState['jobs']> {
    const byQueue = Map.groupBy(await jobs.counts(), ({ queue }) => queue);
    return [...byQueue].map(([queue, counts]) => {
      const sum = (...states: readonly string[]) =>
        counts.filter(({ state }) => states.includes(state)).reduce((total, { count }) => total + count, 0);
      return { queue, waiting: sum('ready', 'deferred', 'active'), failed: sum('dead') };
    });
  }

  async function backupState(folder: string): Promise<SystemState['backup']> {
    const open = await openTasks(pool, 'backup');
    const [{ own, newestOfAnother }, last, ended, unnoted] = await Promise.all([
      storedLogId(pool).then((logId) => backupsIn(folder, logId)),
      lastBackup(pool),
      lastEnded(pool, 'backup', { withResult: false }),
      pool.query<{ count: number }>(UNNOTED_ERASURES),
    ]);
    return {
      beside_data: config.backsUpBesideData ? folder : null,
      another_log: newestOfAnother,
      last_night: lastNight(own),
      last: last?.toISOString() ?? null,
      is_running: open.length > 0,
      unnoted_erasures: unnoted.rows[0]?.count ?? 0,
      failed: ended && ended.error !== null ? { at: ended.endedAt.toISOString(), error: ended.error } : null,
    };
  }

  async function systemState(): Promise<SystemState> {
    const { backupDir } = config;
    const [position, models, managers, jobsNow, logNow, waitingFor, backup, cleaning, versions] =
      await Promise.all([
        log.head(),
        readModels.all(),
        processManagers(),
        jobCounts(),
        size.forceFetch('log'),
        logWait(),
        backupDir === undefined ? null : backupState(backupDir),
        cleaningState(pool, now()),
        versionsOf(pool),
      ]);
    return {
      position,
      read_models: models,
      process_managers: managers,
      jobs: jobsNow,
      log: { ...logNow, waiting_for: waitingFor },
      backup,
      cleaning,
      versions,
    };
  }

  return { systemState, logWait, stateOf: readModels.stateOf };
}
