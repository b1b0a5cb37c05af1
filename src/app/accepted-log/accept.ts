import type { PoolClient } from 'pg';
import type { EventLog } from '../../adapters/event-log/event-log.ts';
import { type LogIdentityDeps, readLogId } from '../../adapters/event-log/log-identity.ts';
import { withTransaction } from '../../adapters/postgres/pool.ts';
import { postgresItemTable } from '../../adapters/postgres/process-store.ts';
import { PROCESSES_THAT_FOLD_AGAIN, TABLES_FOLDED_AGAIN } from '../../backup/tables.ts';
import { appendErased, SHREDDER } from '../../erasure/appended.ts';
import { eraseAgain } from '../../erasure/erase-again.ts';
import { type KnownEvent, LOG_START } from '../../eventsourcing/event-store.ts';
import { type OpenSlot, SLOT_KEEPER } from '../../features/booking/slot-keeper/keeper.ts';
import { MESSENGER } from '../../features/messages/ledger/append.ts';
import { forgetKnown, type Loss, openSlotsAt } from './loss.ts';

interface AcceptDeps extends Pick<LogIdentityDeps, 'pool'> {
  /** The log, not guarded. */
  readonly log: EventLog;
  now(): Date;
}

/** Asks again for what was erased and what the log doesn't know of. Call it before read models are rebuilt. May be repeated. */
export async function repeatErasures({ log, now }: AcceptDeps, loss: Loss): Promise<void> {
  await eraseAgain(log, loss.erasures, now);
  for (const stream of loss.erasedBookings) await appendErased(log, stream, 'BookingErased', now);
}

/**
 * Accepts the log as it is, after it was set back or replaced, and sets everything beside the read models back to it in one transaction.
 * This is the one exception to "process-manager checkpoints are never reset by a replay":
 * - the registrar and the importer fold the log from its start, since nothing in their tables may be newer than the log;
 * - the slot keeper and the shredder go back to the last event that the log still has;
 * - the messenger begins at the log's end, and messages are paused as after a restore, since those that are asked for may have been sent;
 * - each webhook continues after the last event that was delivered to it and that the log still has.
 *
 * Every process that runs notices it and starts again, since it may have in memory what is lost.
 */
export async function acceptLog(
  { pool, log, now }: AcceptDeps,
  { kept, head, delivered }: Loss,
): Promise<void> {
  const logId = await readLogId(log);
  const slots = await openSlotsAt(log, kept?.position ?? LOG_START, now);
  await withTransaction(pool, async (client) => {
    await client.query('set local idle_in_transaction_session_timeout = 0');
    for (const table of TABLES_FOLDED_AGAIN) await client.query(`delete from ${table}`);
    await client.query(`delete from process_checkpoints where process in ${PROCESSES_THAT_FOLD_AGAIN}`);
    await setBack(client, SLOT_KEEPER, kept);
    await replaceSlots(client, slots);
    await setBack(client, SHREDDER, kept);
    await client.query(`delete from shredder_erasures where item ->> 'position' collate "C" > $1`, [
      kept?.position ?? LOG_START,
    ]);
    await setBack(client, MESSENGER, head);
    await client.query(
      "update sending set paused = true, why = 'copied', decided = null, line = $1, line_at = $2",
      [head?.position ?? LOG_START, now()],
    );
    const { rows: webhooks } = await client.query<{ id: string }>('select id from webhooks');
    for (const { id } of webhooks) await setBackWebhook(client, id, delivered.get(id) ?? kept ?? head);
    await forgetKnown(client);
    if (logId === undefined) await client.query('delete from read.log');
    else
      await client.query(
        'update read.log set kind = $1, log_id = $2, unfinished = null, missed = null, accepted = gen_random_uuid()',
        [log.kind, logId],
      );
  });
}

/** An event as it is stored beside a checkpoint. */
const stored = (event: KnownEvent | undefined): KnownEvent | null => {
  if (!event) return null;
  const { id, stream, revision, position } = event;
  return { id, stream, revision, position };
};

async function setBack(client: PoolClient, process: string, to: KnownEvent | undefined): Promise<void> {
  await client.query(
    'update process_checkpoints set position = $2, last_event = $3, revision = revision + 1 where process = $1',
    [process, to?.position ?? LOG_START, stored(to)],
  );
}

async function replaceSlots(client: PoolClient, slots: ReadonlyMap<string, OpenSlot>): Promise<void> {
  const table = postgresItemTable<OpenSlot>('slot_keeper_slots');
  await client.query('delete from slot_keeper_slots');
  await table.save(client, { put: slots, removed: [] });
}

async function setBackWebhook(client: PoolClient, id: string, to: KnownEvent | undefined): Promise<void> {
  await client.query(
    `update webhooks set position = $2, last_event = $3, failed_tries = 0, failing_since = null, next_try_at = null where id = $1`,
    [id, to?.position ?? LOG_START, stored(to)],
  );
}
