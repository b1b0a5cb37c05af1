import { LOG_START, POSITION_PATTERN, type Position } from '../../eventsourcing/event-store.ts';

/** Categories of streams: their names up to the first dash. */
type Categories = ReadonlySet<string> | 'all';

/** The log has grown up to a position, by events of streams of these categories. */
export interface AppendNotice {
  readonly position: Position;
  readonly categories: Categories;
}

export const categoryOf = (stream: string): string => stream.split('-', 1)[0] ?? stream;

/** Both notices in one. */
export function merged(one: AppendNotice | undefined, other: AppendNotice): AppendNotice {
  if (one === undefined) return other;
  const position = [one.position, other.position].sort().at(-1) ?? other.position;
  if (one.categories === 'all' || other.categories === 'all') return { position, categories: 'all' };
  return { position, categories: new Set([...one.categories, ...other.categories]) };
}

/** The channel of every notification. */
const CHANNEL = 'log_events';
/** What can be part of a channel's name, which has at most 63 bytes. */
const CATEGORY_PATTERN = /^[a-z_]{1,40}$/;
/** More categories than this are sent as all of them, since each costs a notification. */
const MOST_CATEGORIES = 10;

const channelOf = (category: string): string => `${CHANNEL}_${category}`;
const canBeNamed = (categories: Categories): categories is ReadonlySet<string> =>
  categories !== 'all' &&
  categories.size <= MOST_CATEGORIES &&
  [...categories].every((category) => CATEGORY_PATTERN.test(category));

/** A notice as text: its position, then the categories where they can be named. */
export const payloadOf = ({ position, categories }: AppendNotice): string =>
  canBeNamed(categories) ? [position, ...categories].join(' ') : position;

/**
 * SQL that sends a notice: on the channel of all streams, and on the channel of each category, so that a process which
 * needs few streams isn't woken for the others.
 */
export function notifySql({ position, categories }: AppendNotice): string {
  const names = canBeNamed(categories) ? [...categories] : [];
  const payload = payloadOf({ position, categories });
  return [CHANNEL, ...names.map(channelOf)].map((channel) => `notify ${channel}, '${payload}'`).join('; ');
}

/**
 * The channels to listen on for streams with these prefixes; for all streams when left out. A prefix without a dash is
 * taken for a category or for the name of a single stream.
 */
export function channelsFor(prefixes?: readonly string[]): readonly string[] {
  const categories = prefixes?.map(categoryOf);
  if (!categories?.every((category) => CATEGORY_PATTERN.test(category))) return [CHANNEL];
  return categories.map(channelOf);
}

/** The notice that a payload holds; undefined for one that isn't ours. Without categories it is about all streams. */
export function noticeOf(payload: string): AppendNotice | undefined {
  const [position = '', ...names] = payload.split(' ');
  if (!POSITION_PATTERN.test(position)) return undefined;
  return { position, categories: names.length === 0 ? 'all' : new Set(names) };
}

/** The latest positions that were notified, by category. */
interface LatestPositions {
  note(notice: AppendNotice): void;
  /** The latest of any stream, or of those whose names may begin with one of the prefixes. */
  latest(prefixes?: readonly string[]): Position;
}

/** True when a stream of the category may begin with the prefix. */
const mayMatch = (category: string, prefix: string) =>
  `${category}-`.startsWith(prefix) || prefix.startsWith(`${category}-`);

export function createLatestPositions(): LatestPositions {
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
