import type { HistoryChange } from '../../src/contracts/history/history.ts';
import type { RecordedEvent } from '../../src/eventsourcing/event-store.ts';
import { ERASED, upcast } from '../../src/eventsourcing/event-types.ts';
import type { ProjectedEvent } from '../engine/projection.ts';
import { differences, type Fields, mentioned, type Names } from './fields/fields.ts';
import { kindOf } from './kinds.ts';

/** The changes that one event made. */
export interface Description {
  readonly changes: readonly HistoryChange[];
  /** Its personal part was erased. */
  readonly erased: boolean;
  /** Id of what led to it, where its metadata doesn't say. */
  readonly follows: string | undefined;
  /** The whole thing before and after it. */
  readonly before: Fields;
  readonly after: Fields;
}

const NOTHING: Fields = {};

/**
 * Describes the changes of each event of a stream, by the event's id.
 *
 * @param events the whole stream in order, its personal parts opened
 * @throws UnknownEvent
 */
export function describeStream(
  stream: string,
  events: readonly RecordedEvent[],
  names: Names,
): ReadonlyMap<string, Description> {
  const { eventTypes, tell } = kindOf(stream);
  const things = new Map<string | undefined, Fields>();
  const fieldsOf = (key?: string) => things.get(key) ?? NOTHING;
  const beginnings = new Map<string | undefined, string>();
  const descriptions = new Map<string, Description>();
  for (const recorded of events) {
    const event = upcast(recorded, eventTypes) as ProjectedEvent;
    const told = tell(event, fieldsOf, names);
    const before = told.before ?? fieldsOf(told.key);
    const after = told.fields ?? before;
    things.set(told.key, after);
    const follows = told.follows === 'the beginning' ? beginnings.get(told.key) : told.follows;
    if (!beginnings.has(told.key)) beginnings.set(told.key, event.id);
    const said = mentioned(told);
    const isSaid = ({ field }: HistoryChange) => said.some((other) => other.field === field);
    descriptions.set(event.id, {
      changes: [...said, ...differences(before, after).filter((change) => !isSaid(change))],
      erased: event.data.personal === ERASED,
      follows,
      before,
      after,
    });
  }
  return descriptions;
}
