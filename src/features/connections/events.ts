import { z } from 'zod';
import { ROLES } from '../../contracts/accounts/roles.ts';
import { StylistIdField } from '../../contracts/fields.ts';
import { CONNECTION_KINDS } from '../../contracts/settings/connections.ts';
import { type EventOf, personal } from '../../eventsourcing/event-types.ts';
import type { CommandRun } from '../../eventsourcing/streams/event-streams.ts';

/** The stream of what lets somebody in: API keys, webhooks and private calendar addresses, and the roles of people. */
export const CONNECTIONS = 'connections';

const connection = z.strictObject({
  /** Id of the key or the webhook; for a calendar address, that of its user. */
  connectionId: z.guid(),
  kind: z.enum(CONNECTION_KINDS),
  /** Name of a key, host of a webhook, or name of the calendar address's user. */
  personal: personal({ name: z.string() }),
});

const connectionEventTypes = {
  /** A key, a webhook or a calendar address was made, and its secret shown. A new calendar address replaces the earlier one. */
  ConnectionMade: { schemaVersion: 1, data: connection },
  /** A webhook sends to another address. */
  ConnectionMoved: { schemaVersion: 1, data: connection },
  /** Another secret of a webhook was made and shown. */
  ConnectionSecretMade: { schemaVersion: 1, data: connection },
  /** It opens nothing any more, and is told nothing any more. */
  ConnectionRevoked: { schemaVersion: 1, data: connection },
};

const role = z.strictObject({
  /** Id of their account. */
  personId: z.guid(),
  role: z.enum(ROLES),
  /** For a stylist which one of the team they are. */
  stylistId: StylistIdField.optional(),
  /** The address of their account. */
  personal: personal({ name: z.string() }),
});

/** Decisions of owners on the roles of people; an operator's commands at the console aren't recorded here. */
const personEventTypes = {
  /** They were given a role, and mailed a link by which they choose a password. */
  PersonInvited: { schemaVersion: 1, data: role },
  /** They have this role from now on. */
  RoleGranted: { schemaVersion: 1, data: role },
  /** They have no role any more. */
  RoleRevoked: { schemaVersion: 1, data: role.pick({ personId: true, personal: true }) },
};

type ConnectionEvent = EventOf<typeof connectionEventTypes>;
export type PersonEvent = EventOf<typeof personEventTypes>;
/** An event of the stream. */
export type AccessEvent = ConnectionEvent | PersonEvent;
export const accessEventTypes = { ...connectionEventTypes, ...personEventTypes };

export const isOfPerson = (event: AccessEvent): event is PersonEvent => 'personId' in event.data;

/** Records what happens to a connection or a role. It is recorded first, so that nothing works without an event that says so. */
export type RecordAccess = (event: AccessEvent, run: CommandRun) => Promise<void>;
