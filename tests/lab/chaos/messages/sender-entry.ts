import { runMessagingAndJobs } from '../../../../src/app/worker/background-jobs.ts';
import { runProcessManager } from '../../../../src/eventsourcing/processes/run-process-manager.ts';
import { runBeside } from '../beside.ts';

/** A messenger and a worker in a process of their own. */

await runBeside((beside) =>
  runMessagingAndJobs(
    { ...beside, rebuild: async () => {} },
    (manager, signal) => runProcessManager(manager, { log: beside.log, store: beside.store }, signal),
    beside.ending,
  ),
);
