import { errorText } from '../../../projections/engine/poison.ts';
import { forgetOldMatching } from '../../adapters/postgres/forget-matching.ts';
import { postgresProcessStore, type Transaction } from '../../adapters/postgres/process-store.ts';
import { noteErasure } from '../../erasure/register.ts';
import type { NoteErasure } from '../../erasure/shredder.ts';
import { retrying } from '../../eventsourcing/async/retrying.ts';
import type { ProcessManager } from '../../eventsourcing/processes/process-manager.ts';
import { type ProcessHealth, runProcessManager } from '../../eventsourcing/processes/run-process-manager.ts';
import { sendToWebhooks } from '../../features/change-feed/webhooks/compose.ts';
import { contactHasherOf } from '../../features/customers/compose.ts';
import { outboxForgetter } from '../../features/messages/outbox-files.ts';
import { MATCHING_VERSION } from '../../salon/matched-contacts.ts';
import type { AppContext } from '../context.ts';
import { webhooksBase } from '../webhooks.ts';
import { type BackgroundDeps, runMessagingAndJobs } from './background-jobs.ts';
import { sweepRegularly } from './housekeeping.ts';
import { createProcessManagers } from './process-managers.ts';
import { doTasks } from './tasks.ts';

/** A process manager's health as operators see it: an error is a text. */
export type ProcessManagerHealth = Omit<ProcessHealth, 'error'> & {
  readonly name: string;
  readonly error: string | null;
};

interface ProcessesDeps
  extends BackgroundDeps,
    Pick<AppContext, 'metrics' | 'claimPatienceMs' | 'withoutMessages'> {
  /** Lets a read model that stopped try again. */
  retry(readModel: string): void;
}

/** The processes that run beside the active projector. */
interface Processes {
  /** Health of the process managers that run here now. */
  health(): readonly ProcessManagerHealth[];
  /** Runs process managers, messages, jobs, tasks, webhooks and sweeps until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
}

const RETRYING = { firstMs: 500, longestMs: 10_000, retries: () => true };

/** Notes erasures beside the backups, where there are any. */
function erasureNoter({ config, logger }: Pick<ProcessesDeps, 'config' | 'logger'>): NoteErasure | undefined {
  if (config.backupDir === undefined) return undefined;
  const note = noteErasure(config.backupDir);
  let isWritable = true;
  return async (erasure) => {
    try {
      await note(erasure);
      isWritable = true;
    } catch (err) {
      // Nobody has asked for that folder or watches it, so no erasure waits until it can be written to.
      if (!config.backsUpBesideData) throw err;
      if (isWritable)
        logger.error(
          { err },
          'An erasure could not be noted beside the backups, and goes on. It is noted as soon as that folder can be written to.',
        );
      isWritable = false;
    }
    return isWritable;
  };
}

export function createProcesses(deps: ProcessesDeps): Processes {
  const { config, secretKey, pool, log, keys, logger, metrics, now } = deps;
  const checkpoints = postgresProcessStore(pool);
  const managers = createProcessManagers({
    log,
    keys,
    pool,
    checkpoints,
    hashContact: contactHasherOf(secretKey),
    metrics,
    noteErasure: erasureNoter(deps),
    forgetMessages: outboxForgetter({ log, dataDir: config.dataDir, logger }),
    now,
    claimPatienceMs: deps.claimPatienceMs,
  });
  const onRetry = (err: unknown) =>
    logger.warn({ err }, 'The process managers could not be begun; another try follows.');
  const healthOf = new Map<string, ProcessHealth>();

  function runManager(manager: ProcessManager<Transaction>, signal: AbortSignal): Promise<void> {
    const report = (health: ProcessHealth) => void healthOf.set(manager.name, health);
    return runProcessManager(manager, { log, store: checkpoints, report }, signal).catch((err: unknown) =>
      logger.error({ err, process: manager.name }, 'A process manager stopped.'),
    );
  }

  return {
    health: () =>
      [...healthOf].map(([name, { error, ...health }]) => ({
        ...health,
        name,
        error: error === null ? null : errorText(error),
      })),
    async run(signal) {
      // Only here no other registrar runs.
      await retrying(signal, { ...RETRYING, onRetry }, () => forgetOldMatching(pool, MATCHING_VERSION));
      await Promise.all([
        ...Object.values(managers).map((manager) => runManager(manager, signal)),
        sweepRegularly({ pool, log, keys, now }, logger, signal),
        doTasks(deps, signal),
        sendToWebhooks({ ...webhooksBase(deps), log, logger }, signal),
        deps.withoutMessages || runMessagingAndJobs(deps, runManager, signal),
      ]);
      healthOf.clear();
    },
  };
}
