import { deriveKey } from '../../../src/adapters/secrets/derived-keys.ts';
import { createProcessManagers } from '../../../src/app/process-managers.ts';
import { createKeyedMutex } from '../../../src/eventsourcing/async/keyed-mutex.ts';
import { runProcessManager } from '../../../src/eventsourcing/processes/run-process-manager.ts';
import { createEventStreams } from '../../../src/eventsourcing/streams/event-streams.ts';
import { agendaDecider } from '../../../src/features/booking/agenda/decider.ts';
import { contactHasher } from '../../../src/features/customers/contacts.ts';
import { runBeside } from './beside.ts';

/** The service's process managers in a process of their own. */

await runBeside((beside) => {
  const { log, store, now } = beside;
  const managers = createProcessManagers({
    ...beside,
    checkpoints: store,
    hashContact: contactHasher(deriveKey(beside.secretKey, 'customer-contact/v1')),
    agendas: createEventStreams(log, agendaDecider, { mutex: createKeyedMutex(), now }),
    forgetMessages: async () => {},
    claimPatienceMs: Number(process.env.KEEPER_PATIENCE_MS),
  });
  const run = (manager: (typeof managers)[keyof typeof managers]) =>
    runProcessManager(manager, { log, store }, beside.ending);
  return Promise.all(Object.values(managers).map(run));
});
