import { join } from 'node:path';
import { errorText } from '../../../projections/engine/poison.ts';
import { isOutage } from '../../adapters/postgres/outage.ts';
import { backupName, freeBytesAt, keepBackup } from '../../backup/nightly.ts';
import { ProofFigures, ProofProgress } from '../../contracts/system/proof.ts';
import { allSettled } from '../../eventsourcing/async/all-settled.ts';
import { regularly } from '../../eventsourcing/async/regularly.ts';
import {
  beginNext,
  endTask,
  noteProgress,
  type OpenTask,
  type TaskKind,
} from '../../features/system/tasks.ts';
import { runInChild } from '../child-command.ts';
import type { BackgroundDeps } from './background-jobs.ts';

const LOOK_EVERY_MS = 1_000;
/** A task that was begun so often and never ended seems to kill the process that does it. */
const MOST_TRIES = 3;

interface TaskDeps
  extends Pick<
    BackgroundDeps,
    'config' | 'databaseUrl' | 'secretKey' | 'pool' | 'logger' | 'profile' | 'rebuild' | 'now'
  > {
  /** Lets a read model that stopped try again. */
  retry(readModel: string): void;
}

/** Does a task and returns its result. @throws when it can't be done */
type TaskWork = (task: OpenTask, signal: AbortSignal) => Promise<object>;

/** The log contradicts itself, or a read model contradicts the log. */
class ProofFailed extends Error {
  override readonly name = 'ProofFailed';
}

/** Until the signal aborts, does what the process that projects is asked for (`src/features/system/tasks.ts`). */
export async function doTasks(deps: TaskDeps, signal: AbortSignal): Promise<void> {
  const works: Readonly<Record<TaskKind, TaskWork>> = {
    proof: proofWork(deps),
    backup: backupWork(deps),
    async rebuild({ readModel }, untilEnd) {
      await deps.rebuild(readModel ?? '', untilEnd);
      return {};
    },
    async retry({ readModel }) {
      deps.retry(readModel ?? '');
      return {};
    },
  };
  const kinds = Object.entries(works) as [TaskKind, TaskWork][];
  await allSettled(kinds.map(([kind, work]) => doTasksOf(kind, work, deps, signal)));
}

/** Tasks of a kind, one after the other. */
async function doTasksOf(
  kind: TaskKind,
  work: TaskWork,
  { pool, logger, now }: TaskDeps,
  signal: AbortSignal,
): Promise<void> {
  async function carryOut(task: OpenTask): Promise<{ readonly result: object } | { readonly err: unknown }> {
    try {
      if (task.tries > MOST_TRIES) throw new Error(`given up after ${MOST_TRIES} tries`);
      return { result: await work(task, signal) };
    } catch (err) {
      // Another process begins it again.
      signal.throwIfAborted();
      return { err };
    }
  }
  async function doNext(): Promise<void> {
    const task = await beginNext(pool, kind, now());
    if (!task) return;
    const outcome = await carryOut(task);
    await endTask(pool, task, 'err' in outcome ? { error: errorText(outcome.err) } : outcome, now());
    if (!('err' in outcome)) return;
    // Only now: in an outage that lets tasks begin and not end, such as a full disk, each try would log a line.
    logger.error({ err: outcome.err, kind, readModel: task.readModel }, 'A task could not be done.');
  }
  const onFailure = (err: unknown) => {
    if (signal.aborted || isOutage(err)) return;
    logger.warn({ err, kind }, 'A task could not be begun or ended; another try follows.');
  };
  await regularly([doNext], { everyMs: LOOK_EVERY_MS, onFailure }, signal);
}

const proofWork =
  (deps: TaskDeps): TaskWork =>
  async (task, signal) => {
    const { pool, logger } = deps;
    const onProgress = (progress: unknown) =>
      void noteProgress(pool, task, ProofProgress.parse(progress)).catch(() => {});
    const figures = ProofFigures.parse(await runInChild('verify', [], deps, onProgress, signal));
    const { position, events, faults, findings, seconds } = figures;
    if (figures.holds) logger.info({ position, events, seconds }, 'The proof holds.');
    else {
      const err = new ProofFailed(`${faults} things are wrong, of which the first is: ${findings[0]}`);
      logger.error({ err, position, findings }, 'The proof failed.');
    }
    return figures;
  };

const backupWork =
  (deps: TaskDeps): TaskWork =>
  async ({ askedBy, askedAt }, signal) => {
    const { config, pool, logger, profile } = deps;
    const { backupDir: folder, backupKeep: keep, backsUpBesideData } = config;
    if (folder === undefined) throw new Error('BACKUP_DIR is not set here');
    const report = (line: unknown) => logger.info(String(line));
    const name = backupName(askedAt, profile().time_zone, askedBy === null);
    const freeBytes = backsUpBesideData ? freeBytesAt : undefined;
    await keepBackup({ pool, folder, keep, freeBytes }, name, (target) =>
      runInChild('backup', [target], deps, report, signal),
    );
    logger.info(`The backup is in ${join(folder, name)}.`);
    return { name };
  };
