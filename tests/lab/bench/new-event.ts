import { randomUUID } from 'node:crypto';
import type { Actor } from '../../../src/contracts/history/actor.ts';
import type { NewEvent } from '../../../src/eventsourcing/event-store.ts';

/** What is appended to one stream at once. */
export type Append = readonly [stream: string, events: readonly [NewEvent, ...NewEvent[]]];

/** An event as a command would have written it. */
export const eventOf = (type: string, data: NewEvent['data'], at: string, actor: Actor): NewEvent => ({
  id: randomUUID(),
  type,
  data,
  metadata: {
    commandId: randomUUID(),
    requestHash: 'q8fN2dW0l3Zk5yJ7xRrT1uVbEoHsCgAiPmKwXnYtDzE',
    correlationId: randomUUID(),
    causationId: randomUUID(),
    actor,
    at,
    schemaVersion: 1,
  },
});
