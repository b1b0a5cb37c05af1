import type { HistoryChange, HistoryValue } from '../../../src/contracts/history/history.ts';
import type { DomainEvent } from '../../../src/eventsourcing/event-types.ts';
import type { ProjectedEvent } from '../../engine/projection.ts';

/** A thing as people see it, by the names of its fields. */
export type Fields = Readonly<Record<string, HistoryValue>>;

/** The part of an event that describes one thing. */
interface Told {
  /** Which of a stream's things, where it has several. */
  readonly key?: string;
  /** The thing's fields from now on; those before when left out. */
  readonly fields?: Fields;
  /** The thing's fields before, where only this event says them. */
  readonly before?: Fields;
  /** Details of the event that are no fields of the thing: such as the reason of a cancellation. */
  readonly besides?: Fields;
  /** The cause of an event whose metadata doesn't name one: the id of that event, or that it was the thing's first event. */
  readonly follows?: string | undefined | 'the beginning';
  /** Fields that don't change and say which thing is meant. */
  readonly named?: Fields;
}

/** The names of things that events name by their ids. */
export interface Names {
  /** The field with the stylist; none where the salon is no team. */
  stylist(id: string): Fields;
  service(id: string): string;
}

/** How the events of one kind of stream change what people see. @param before the thing's fields, by its key */
export type Tell<Event extends DomainEvent = DomainEvent> = (
  event: ProjectedEvent<Event>,
  before: (key?: string) => Fields,
  names: Names,
) => Told;

/** Lists are compared by their elements, other values by `===`. */
const isSame = (a: HistoryValue, b: HistoryValue) =>
  a === b || (Array.isArray(a) && JSON.stringify(a) === JSON.stringify(b));

/** The fields that differ, in the order of `after`. */
export function differences(before: Fields, after: Fields): readonly HistoryChange[] {
  if (before === after) return [];
  const changes: HistoryChange[] = [];
  const compare = (field: string) => {
    const change = { field, before: before[field] ?? null, after: after[field] ?? null };
    if (!isSame(change.before, change.after)) changes.push(change);
  };
  Object.keys(after).forEach(compare);
  for (const field of Object.keys(before)) if (!(field in after)) compare(field);
  return changes;
}

/** Fields that an event only mentions. */
export const mentioned = ({ besides = {}, named = {} }: Told): HistoryChange[] => [
  ...Object.entries(named).map(([field, value]) => ({ field, before: value, after: value })),
  ...Object.entries(besides).map(([field, value]) => ({ field, before: null, after: value })),
];
