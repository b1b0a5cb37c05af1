import { randomUUID } from 'node:crypto';
import type { KeyedMutex } from '../../eventsourcing/async/keyed-mutex.ts';
import type { EventStore } from '../../eventsourcing/event-store.ts';
import { sealedEventStore } from '../../eventsourcing/sealing/sealed-event-store.ts';
import type { SealingKeys } from '../../eventsourcing/sealing/sealing-keys.ts';
import { createEventStreams } from '../../eventsourcing/streams/event-streams.ts';
import { connectionsDecider } from './decider.ts';
import { CONNECTIONS, isOfPerson, type RecordAccess } from './events.ts';

interface RecordDeps {
  /** The log, with personal parts sealed, as they are stored. */
  readonly log: EventStore;
  readonly keys: SealingKeys;
  readonly mutex: KeyedMutex;
  now(): Date;
}

export function createRecordAccess({ log, keys, mutex, now }: RecordDeps): RecordAccess {
  const streams = createEventStreams(sealedEventStore(log, keys), connectionsDecider, { mutex, now });
  return async (event, run) => {
    // The recorded state tells whether a request is repeated, and not its Idempotency-Key: with the key of an earlier request, a connection
    // that was revoked since could be made again unrecorded. The secret of a webhook is made once for each key, and what is decided about
    // a person is, too.
    const isOnce = event.type === 'ConnectionSecretMade' || isOfPerson(event);
    const commandId = isOnce ? run.context.commandId : randomUUID();
    await streams.handle(CONNECTIONS, () => event, {
      ...run,
      ifVersion: undefined,
      context: { ...run.context, commandId },
    });
  };
}
