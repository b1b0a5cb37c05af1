import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { type Queryable, withTransaction } from '../../../adapters/postgres/pool.ts';
import { MOST_WEBHOOKS } from '../../../contracts/settings/webhooks.ts';
import type { Position } from '../../../eventsourcing/event-store.ts';
import { derivedId } from '../../../eventsourcing/identity.ts';
import { StaleVersion } from '../../../eventsourcing/streams/decider.ts';
import type { CommandRun } from '../../../eventsourcing/streams/event-streams.ts';
import { refuse } from '../../../http/refusal.ts';
import type { RecordAccess } from '../../connections/events.ts';
import { WEBHOOK_COLUMNS, type WebhookRow } from './rows.ts';
import type { WebhookSecrets } from './secrets.ts';

interface StaffDeps {
  readonly pool: Pool;
  readonly secrets: Pick<WebhookSecrets, 'draft' | 'present'>;
  readonly record: RecordAccess;
  readonly prepareAnnouncement: PrepareAnnouncement;
  now(): Date;
}

interface Administrator {
  readonly userId: string;
  readonly sessionId: string;
}

interface Address {
  readonly address: string;
}

interface Deciding {
  readonly caller: Administrator;
  readonly from: Address;
  readonly run: CommandRun;
}

type Announced = 'webhook-made' | 'webhook-moved' | 'webhook-secret-made' | 'webhook-removed';

/**
 * Finds out, before the transaction that changes something, what an announcement says of who decides. The function that it returns is called in
 * the transaction: it adds the announcement to their sign-ins, and mails it to all administrators if somebody gets access.
 */
type PrepareAnnouncement = (
  caller: Administrator,
  from: Address,
) => Promise<(db: Queryable, kind: Announced, about: string) => Promise<void>>;

/** Fields that are left out stay as they are. */
interface Changes {
  readonly url?: string | undefined;
  readonly types?: readonly string[] | null | undefined;
  readonly paused?: boolean | undefined;
  readonly position?: Position | undefined;
}

/** The row, locked, and for how many milliseconds a sender may still be sending. */
const LOCKED = `
  select ${WEBHOOK_COLUMNS}, greatest(0, extract(epoch from held_until - clock_timestamp()) * 1000)::float8 as left_ms
  from webhooks where id = $1 for update`;
type LockedRow = WebhookRow & { readonly left_ms: number | null };

const MAKE = `
  insert into webhooks (id, url, types, position, made_at, made_by, command_id, request_hash)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`;

/**
 * Takes the webhook away from its present sender, but leaves `held_until`, so that nobody else takes it before that sender has certainly
 * stopped. Failures are forgotten: unless it is paused, it is tried at once.
 */
const CHANGE = `
  update webhooks set url = $2, types = $3, position = $4, paused_at = $5, paused_why = $6, version = version + 1,
    failed_tries = 0, failing_since = null, next_try_at = null, held_by = null, command_id = $7, request_hash = $8,
    made_by = $9
  where id = $1`;

/** Waits until no sender can still be using the row as it was. */
async function settled(row: LockedRow | undefined): Promise<void> {
  const left = row?.left_ms ?? 0;
  if (left > 0) await sleep(Math.ceil(left));
}

const secretIdOf = ({ context }: CommandRun) => derivedId('webhook-secret', context.commandId);

/** Staff's commands on webhooks. Each command may be sent again. */
export function createWebhookCommands({ pool, secrets, record, prepareAnnouncement, now }: StaffDeps) {
  const about = (connectionId: string, url: string) =>
    ({ connectionId, kind: 'webhook', personal: { name: new URL(url).host } }) as const;

  async function urlOf(id: string) {
    const { rows } = await pool.query<Pick<WebhookRow, 'url' | 'version'>>(
      'select url, version from webhooks where id = $1',
      [id],
    );
    return rows[0];
  }

  /** The row as a command finds it. @throws Refused, StaleVersion */
  async function lock(client: PoolClient, id: string, run: CommandRun) {
    const { rows } = await client.query<LockedRow>(LOCKED, [id]);
    const [row] = rows;
    if (!row) throw refuse('not-found');
    if (isRepeated(row, run)) return { row, isDone: true };
    if (run.ifVersion !== undefined && run.ifVersion !== row.version) throw new StaleVersion(row.version, []);
    return { row, isDone: false };
  }

  /** @throws Refused when the command was sent before with something else */
  function isRepeated(row: WebhookRow, { context }: CommandRun): boolean {
    if (row.command_id !== context.commandId) return false;
    if (row.request_hash !== context.requestHash) throw refuse('idempotency-key-reused');
    return true;
  }

  async function write(
    client: PoolClient,
    row: WebhookRow,
    changes: Changes,
    by: string,
    { context }: CommandRun,
  ) {
    const { url = row.url, types = row.types, position = row.position, paused } = changes;
    const isPaused = paused ?? row.paused_at !== null;
    // It is paused with the role of the person who decided where it sends.
    const isTheirs = url !== row.url || (!isPaused && row.paused_why === 'maker-revoked');
    const [pausedAt, why] = isPaused ? [row.paused_at ?? now(), row.paused_why ?? 'staff'] : [null, null];
    await client.query(CHANGE, [
      ...[row.id, url, types, position, pausedAt, why],
      ...[context.commandId, context.requestHash, isTheirs ? by : row.made_by],
    ]);
  }

  return {
    /** Makes a webhook, which gets the events after a position. @returns its id and secret */
    async make(
      { url, types }: Pick<WebhookRow, 'url' | 'types'>,
      position: Position,
      { caller, from, run }: Deciding,
    ): Promise<{ readonly id: string; readonly secret: string }> {
      const { commandId, requestHash } = run.context;
      const id = derivedId('webhook', commandId);
      const by = caller.userId;
      const secretId = secretIdOf(run);
      const announce = await prepareAnnouncement(caller, from);
      const { rows: known } = await pool.query<{ has: boolean; n: number }>(
        'select count(*)::int as n, coalesce(bool_or(id = $1), false) as has from webhooks',
        [id],
      );
      if (!known[0]?.has) {
        if ((known[0]?.n ?? 0) >= MOST_WEBHOOKS) throw refuse('webhooks-full');
        await record({ type: 'ConnectionMade', data: about(id, url) }, run);
      }
      const store = await secrets.draft(id, secretId, by);
      await withTransaction(pool, async (client) => {
        // One at a time, so that there are never too many.
        await client.query('lock table webhooks in share row exclusive mode');
        const { rows } = await client.query<LockedRow>(LOCKED, [id]);
        if (rows[0]) {
          // This command has made it, even if staff have changed it since. Refused if it came with another request.
          isRepeated(rows[0], run);
          return;
        }
        const { rows: counted } = await client.query<{ n: number }>(
          'select count(*)::int as n from webhooks',
        );
        if ((counted[0]?.n ?? 0) >= MOST_WEBHOOKS) throw refuse('webhooks-full');
        const made = now();
        await client.query(MAKE, [id, url, types, position, made, by, commandId, requestHash]);
        await store(client, made);
        await announce(client, 'webhook-made', id);
      });
      return { id, secret: await secretFor(by, id, secretId) };
    },

    /** Once this has returned, nothing more is sent by the former row. */
    async change(id: string, changes: Changes, { caller, from, run }: Deciding): Promise<void> {
      const announce = await prepareAnnouncement(caller, from);
      const { url } = changes;
      const known = url === undefined ? undefined : await urlOf(id);
      const moves = known && known.url !== url && (run.ifVersion ?? known.version) === known.version;
      if (moves && url !== undefined) await record({ type: 'ConnectionMoved', data: about(id, url) }, run);
      const before = await withTransaction(pool, async (client) => {
        const { row, isDone } = await lock(client, id, run);
        if (isDone) return row;
        await write(client, row, changes, caller.userId, run);
        if (url !== undefined && url !== row.url) await announce(client, 'webhook-moved', id);
        return row;
      });
      await settled(before);
    },

    /** @returns the new secret */
    async renewSecret(id: string, { caller, from, run }: Deciding): Promise<string> {
      const by = caller.userId;
      const announce = await prepareAnnouncement(caller, from);
      const known = await urlOf(id);
      if (!known) throw refuse('not-found');
      if ((run.ifVersion ?? known.version) === known.version)
        await record({ type: 'ConnectionSecretMade', data: about(id, known.url) }, run);
      const secretId = secretIdOf(run);
      const store = await secrets.draft(id, secretId, by);
      await withTransaction(pool, async (client) => {
        const { row, isDone } = await lock(client, id, run);
        if (isDone || !(await store(client, now()))) return;
        await write(client, row, {}, by, run);
        await announce(client, 'webhook-secret-made', id);
      });
      return secretFor(by, id, secretId);
    },

    /** Once this has returned, nothing more is sent. May be repeated. */
    async remove(id: string, { caller, from, run }: Deciding): Promise<void> {
      const known = await urlOf(id);
      if (!known) return;
      if (run.ifVersion !== undefined && run.ifVersion !== known.version)
        throw new StaleVersion(known.version, []);
      const announce = await prepareAnnouncement(caller, from);
      await record({ type: 'ConnectionRevoked', data: about(id, known.url) }, run);
      const before = await withTransaction(pool, async (client) => {
        const [row] = (await client.query<LockedRow>(LOCKED, [id])).rows;
        if (!row) return undefined;
        if (run.ifVersion !== undefined && run.ifVersion !== row.version)
          throw new StaleVersion(row.version, []);
        await client.query('delete from webhook_secrets where webhook_id = $1', [id]);
        await client.query('delete from webhooks where id = $1', [id]);
        await announce(client, 'webhook-removed', id);
        return row;
      });
      await settled(before);
    },
  };

  /** A repeated request gets the secret that it made. @throws Refused for somebody who didn't make it */
  async function secretFor(by: string, id: string, secretId: string): Promise<string> {
    const present = await secrets.present(id, secretId);
    // Somebody has made another one since.
    if (present === undefined) throw refuse('idempotency-key-reused');
    if (present.madeBy !== by) throw refuse('webhook-secret-shown');
    return present.secret;
  }
}

export type WebhookCommands = ReturnType<typeof createWebhookCommands>;
