import type { Pool } from 'pg';
import type { MessageReason } from '../../src/contracts/messages/messages.ts';
import type { NamesOf } from '../../src/http/operation/caller.ts';
import { isoInstant } from '../engine/json-rows.ts';
import { actorsOf } from './actors.ts';
import { createEventsById } from './queries.ts';

/** Finds the events that asked for messages, by their ids, with who caused them. Ids of no event are missing. */
export function createReasons(pool: Pool, namesOf: NamesOf) {
  const eventsById = createEventsById(pool);
  return async (ids: readonly string[]): Promise<ReadonlyMap<string, MessageReason>> => {
    const rows = await eventsById(ids);
    const actorOf = await actorsOf(rows.values(), namesOf);
    return new Map(
      [...rows].map(([id, row]) => [id, { id, type: row.type, at: isoInstant(row.at), actor: actorOf(row) }]),
    );
  };
}
