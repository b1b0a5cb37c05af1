import { expect } from 'vitest';
import { LIVE_SCHEMA } from '../../../projections/engine/projection.ts';
import { PROCESS_MANAGERS } from '../../../src/app/worker/process-managers.ts';
import type { EventStore, Position } from '../../../src/eventsourcing/event-store.ts';
import { eventually } from '../machine/eventually.ts';
import type { TestDatabase } from './postgres.ts';

/**
 * Names of the parts that are behind a position, or have saved that something remains to be done. A read model that
 * has stopped isn't waited for.
 */
const BUSY = `
  select name from read.models where place = '${LIVE_SCHEMA}' and status = 'running' and position < $1
  union select name from unnest($2::text[]) as name
    left join process_checkpoints on process = name where position is null or position < $1
  union select 'registrar' from registrar_decisions
  union select 'registrar' from registrar_undos
    where item -> 'kept' <> 'null' or jsonb_array_length(item -> 'erase') > 0
  union select 'shredder' from shredder_erasures
  union select 'importer' from importer_open`;

/**
 * Waits until a service has done everything that follows from the events in its log: read models and process managers have saved
 * the log's head as their position, and nothing that they still have to do. One's output can wake another, so the head must have
 * stayed meanwhile. This takes up to a second, since process managers save late where they found nothing.
 *
 * Work with a time of its own isn't waited for: messages, deliveries to webhooks, jobs, and slots that no booking has claimed.
 *
 * @returns the head: the end of everything that was begun before the call
 */
export const idle = (
  log: Pick<EventStore, 'head'>,
  { pool }: Pick<TestDatabase, 'pool'>,
): Promise<Position> =>
  eventually(async () => {
    const head = await log.head();
    const { rows } = await pool.query<{ name: string }>(BUSY, [head, PROCESS_MANAGERS]);
    expect(rows.map(({ name }) => name)).toEqual([]);
    expect(await log.head()).toBe(head);
    return head;
  });
