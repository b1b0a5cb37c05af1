import { ERASED } from '../../../src/eventsourcing/event-types.ts';
import type { ConnectionEvent } from '../../../src/features/connections/events.ts';
import type { Tell } from './fields.ts';

/** An API key, a webhook or a private calendar address, by its id. Each event says which one it is about. */
export const tellConnection: Tell<ConnectionEvent> = ({ data: { connectionId, kind, personal } }) => ({
  key: connectionId,
  named: { connection: kind, ...(personal !== ERASED && { name: personal.name }) },
});
