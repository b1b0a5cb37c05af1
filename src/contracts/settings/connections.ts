import { z } from 'zod';
import { UuidField } from '../fields.ts';
import { defineOperation } from '../operation.ts';

/** Connections let programs and phones in, or tell them of changes, without anybody signing in. They outlive sessions and passwords. */

export const CONNECTION_KINDS = ['api_key', 'webhook', 'calendar_address'] as const;
export type ConnectionKind = (typeof CONNECTION_KINDS)[number];

export const Connection = z.object({
  kind: z.enum(CONNECTION_KINDS),
  /** Id of the key or the webhook; for a calendar address, that of its user. */
  id: UuidField,
  /** Name of a key, host of a webhook, or name of the calendar address's user. */
  name: z.string(),
  made_at: z.iso.datetime(),
  /** Name of the administrator who made it; null for somebody without an account any more. */
  made_by: z.string().nullable(),
});
export type Connection = z.infer<typeof Connection>;

const Connections = z.object({ connections: z.array(Connection) });
const PATH = '/api/admin/connections';

export const listConnections = defineOperation({
  method: 'get',
  path: PATH,
  summary: 'All API keys, webhooks and private calendar addresses that work',
  caller: 'admin',
  roles: 'owners',
  area: null,
  answer: { status: 200, body: Connections },
});

const KEPT = 'Must be the ids of at most 200 connections.';

export const revokeConnections = defineOperation({
  method: 'post',
  path: `${PATH}/revoke`,
  summary:
    'Revoke all API keys, webhooks and private calendar addresses, except those that are to be kept. The answer has what is left',
  caller: 'admin',
  roles: 'owners',
  area: null,
  body: z.strictObject({ keep: z.array(UuidField, KEPT).max(200, KEPT).default([]) }),
  answer: { status: 200, body: Connections },
  command: 'revoke-connections',
  // A webhook that is being sent to ends within two seconds.
  deadlineMs: 20_000,
});
