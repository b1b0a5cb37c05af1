import { readProfileFiles } from '../../../../src/app/profile.ts';
import { runMessagingAndJobs } from '../../../../src/app/worker/background-jobs.ts';
import { composeWriteSide } from '../../../../src/app/write-side.ts';
import { runProcessManager } from '../../../../src/eventsourcing/processes/run-process-manager.ts';
import { runBeside } from '../beside.ts';

/** A messenger and a worker in a process of their own. */

await runBeside(async (beside) => {
  const writeSide = await composeWriteSide(beside, beside, await readProfileFiles(beside));
  return runMessagingAndJobs(
    { ...beside, ...writeSide, rebuild: async () => {} },
    (manager, signal) => runProcessManager(manager, { log: beside.log, store: beside.store }, signal),
    beside.ending,
  );
});
