import { z } from 'zod';
import { staffIds, staffName } from '../../contracts/history/actor.ts';
import type { Operation } from '../../contracts/operation.ts';
import type { StaleVersion } from '../../eventsourcing/streams/decider.ts';
import { type Refused, refuse } from '../refusal.ts';
import type { Caller, NamesOf } from './caller.ts';
import { seesDecisions } from './sight.ts';

/** A version as an ETag, such as `"3"`. A weak ETag means the same here, and `*` matches any version. */
export const IfMatch = z
  .string()
  .max(20, { abort: true })
  .regex(/^(?:W\/)?"(\d{1,9})"$|^\*$/, 'Must be an ETag.')
  .transform((text) => (text === '*' ? undefined : Number(text.replace(/\D/g, ''))));

const KINDS = ['customer', 'admin', 'system'] as const;
const kindOf = (kind: string) => KINDS.find((known) => known === kind) ?? 'system';

/**
 * The refusal of a command whose `If-Match` is stale. It contains the present version, and for staff who see it also what was decided
 * since the version that they saw, so that they needn't guess what has changed.
 */
export async function staleRefusal(
  { version, since }: StaleVersion,
  operation: Operation,
  caller: Caller,
  namesOf: NamesOf,
): Promise<Refused> {
  if (caller.kind !== 'admin' || !seesDecisions(operation, caller)) return refuse('stale', { version });
  const ids = staffIds(since.map(({ actor }) => actor));
  // If the names can't be read, the refusal still says what happened.
  const none: ReadonlyMap<string, string> = new Map();
  const names = ids.length > 0 ? await namesOf(ids).catch(() => none) : none;
  const changes = since.map(({ type, at, actor }) => ({
    type,
    at,
    by: { kind: kindOf(actor.kind), name: staffName(actor, names) ?? null },
  }));
  return refuse('stale', { version, changes });
}
