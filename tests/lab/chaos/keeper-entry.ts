import { createProcessManagers } from '../../../src/app/worker/process-managers.ts';
import { runProcessManager } from '../../../src/eventsourcing/processes/run-process-manager.ts';
import { contactHasherOf } from '../../../src/features/customers/compose.ts';
import { runBeside } from './beside.ts';

/** The service's process managers in a process of their own. */

await runBeside((beside) => {
  const { log, store } = beside;
  const managers = createProcessManagers({
    ...beside,
    checkpoints: store,
    hashContact: contactHasherOf(beside.secretKey),
    forgetMessages: async () => {},
    claimPatienceMs: Number(process.env.KEEPER_PATIENCE_MS),
  });
  const run = (manager: (typeof managers)[keyof typeof managers]) =>
    runProcessManager(manager, { log, store }, beside.ending);
  return Promise.all(Object.values(managers).map(run));
});
