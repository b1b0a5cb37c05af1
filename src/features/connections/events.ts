import { z } from 'zod';
import { CONNECTION_KINDS } from '../../contracts/settings/connections.ts';
import { type EventOf, personal } from '../../eventsourcing/event-types.ts';
import type { CommandRun } from '../../eventsourcing/streams/event-streams.ts';

/** The stream of what lets programs and phones in: API keys, webhooks and private calendar addresses. */
export const CONNECTIONS = 'connections';

const connection = z.strictObject({
  /** Id of the key or the webhook; for a calendar address, that of its user. */
  connectionId: z.guid(),
  kind: z.enum(CONNECTION_KINDS),
  /** Name of a key, host of a webhook, or name of the calendar address's user. */
  personal: personal({ name: z.string() }),
});

export const connectionEventTypes = {
  /** A key, a webhook or a calendar address was made, and its secret shown. A new calendar address replaces the earlier one. */
  ConnectionMade: { schemaVersion: 1, data: connection },
  /** A webhook sends to another address. */
  ConnectionMoved: { schemaVersion: 1, data: connection },
  /** Another secret of a webhook was made and shown. */
  ConnectionSecretMade: { schemaVersion: 1, data: connection },
  /** It opens nothing any more, and is told nothing any more. */
  ConnectionRevoked: { schemaVersion: 1, data: connection },
};

export type ConnectionEvent = EventOf<typeof connectionEventTypes>;

/** Records what happens to a connection. It is recorded first, so that nothing works without an event that says so. */
export type RecordConnection = (event: ConnectionEvent, run: CommandRun) => Promise<void>;
