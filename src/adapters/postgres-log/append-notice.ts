import { LOG_START, POSITION_PATTERN, type Position } from '../../eventsourcing/event-store.ts';

/** Which streams have grown, by their categories: their names up to the first dash. */
export type Categories = ReadonlySet<string> | 'all';

/** That the log has grown up to a position. */
export interface AppendNotice {
  readonly position: Position;
  readonly categories: Categories;
}

export const categoryOf = (stream: string): string =>
  stream.slice(0, (stream.indexOf('-') + 1 || Infinity) - 1);

/** Both notices in one. */
export function merged(one: AppendNotice | undefined, other: AppendNotice): AppendNotice {
  if (one === undefined) return other;
  const position = [one.position, other.position].sort().at(-1) ?? other.position;
  if (one.categories === 'all' || other.categories === 'all') return { position, categories: 'all' };
  return { position, categories: new Set([...one.categories, ...other.categories]) };
}

/** More than so many categories are sent as all of them: a payload has at most 8 000 bytes. */
const MOST_CATEGORIES = 20;
const CATEGORY_PATTERN = /^[\w.]{1,100}$/;

/** A notice as the payload of a notification: the position, and behind it the categories. */
export function payloadOf({ position, categories }: AppendNotice): string {
  if (categories === 'all' || categories.size > MOST_CATEGORIES) return position;
  const names = [...categories];
  return names.every((name) => CATEGORY_PATTERN.test(name)) ? `${position} ${names.join(' ')}` : position;
}

/** The notice behind a payload; undefined for one that isn't ours. Without categories it is about all streams. */
export function noticeOf(payload: string): AppendNotice | undefined {
  const [position = '', ...names] = payload.split(' ');
  if (!POSITION_PATTERN.test(position)) return undefined;
  return { position, categories: names.length === 0 ? 'all' : new Set(names) };
}

/** The furthest positions heard of, by category. */
export interface HeardOf {
  note(notice: AppendNotice): void;
  /** The furthest of any stream, or of those whose names may begin with one of the prefixes. */
  latest(prefixes?: readonly string[]): Position;
}

/** True when a stream of the category may begin with the prefix. */
const mayMatch = (category: string, prefix: string) =>
  `${category}-`.startsWith(prefix) || prefix.startsWith(`${category}-`);

export function createHeardOf(): HeardOf {
  const byCategory = new Map<string, Position>();
  let ofAll = LOG_START;
  let furthest = LOG_START;
  return {
    note({ position, categories }) {
      if (position > furthest) furthest = position;
      if (categories === 'all') {
        if (position > ofAll) ofAll = position;
        return;
      }
      for (const category of categories) {
        if (position > (byCategory.get(category) ?? LOG_START)) byCategory.set(category, position);
      }
    },
    latest(prefixes) {
      if (prefixes === undefined) return furthest;
      let latest = ofAll;
      for (const [category, position] of byCategory) {
        if (position > latest && prefixes.some((prefix) => mayMatch(category, prefix))) latest = position;
      }
      return latest;
    },
  };
}
