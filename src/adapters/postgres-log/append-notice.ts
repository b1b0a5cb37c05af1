import { LOG_START, POSITION_PATTERN, type Position } from '../../eventsourcing/event-store.ts';

/** Categories of streams: their names up to the first dash. */
type Categories = ReadonlySet<string> | 'all';

/** Says that the log has grown up to a position, by events of streams of these categories. */
export interface AppendNotice {
  readonly position: Position;
  readonly categories: Categories;
}

export const categoryOf = (stream: string): string => stream.split('-', 1)[0] ?? stream;

/** One notice that says what both say. */
export function merged(one: AppendNotice | undefined, other: AppendNotice): AppendNotice {
  if (one === undefined) return other;
  const position = [one.position, other.position].sort().at(-1) ?? other.position;
  if (one.categories === 'all' || other.categories === 'all') return { position, categories: 'all' };
  return { position, categories: new Set([...one.categories, ...other.categories]) };
}

/** The channel on which every notification is sent. */
const CHANNEL = 'log_events';
/** A category that can be part of a channel's name. Such a name has at most 63 bytes. */
const CATEGORY_PATTERN = /^[a-z_]{1,40}$/;
/** A notice of more categories than this is sent as one about all streams, since each category costs a notification. */
const MOST_CATEGORIES = 10;

const channelOf = (category: string): string => `${CHANNEL}_${category}`;
const canBeNamed = (categories: Categories): categories is ReadonlySet<string> =>
  categories !== 'all' &&
  categories.size <= MOST_CATEGORIES &&
  [...categories].every((category) => CATEGORY_PATTERN.test(category));

/** A notice as text: its position, then its categories if they can be named. */
const payloadOf = ({ position, categories }: AppendNotice): string =>
  canBeNamed(categories) ? [position, ...categories].join(' ') : position;

/**
 * SQL that sends a notice, on the channel of all streams and on the channel of each category. So a process that needs only a few
 * streams isn't woken for the others.
 */
export function notifySql({ position, categories }: AppendNotice): string {
  const names = canBeNamed(categories) ? [...categories] : [];
  const payload = payloadOf({ position, categories });
  return [CHANNEL, ...names.map(channelOf)].map((channel) => `notify ${channel}, '${payload}'`).join('; ');
}

/**
 * The channels to listen on for streams with these prefixes, or for all streams when the prefixes are left out. A prefix without
 * a dash counts as a category or as the name of a single stream.
 */
export function channelsFor(prefixes?: readonly string[]): readonly string[] {
  const categories = prefixes?.map(categoryOf);
  if (!categories?.every((category) => CATEGORY_PATTERN.test(category))) return [CHANNEL];
  return categories.map(channelOf);
}

/** The notice in a payload; undefined for a payload that isn't ours. A notice without categories is about all streams. */
export function noticeOf(payload: string): AppendNotice | undefined {
  const [position = '', ...names] = payload.split(' ');
  if (!POSITION_PATTERN.test(position)) return undefined;
  return { position, categories: names.length === 0 ? 'all' : new Set(names) };
}

/** The latest positions of which there was a notice, by category. */
interface LatestPositions {
  note(notice: AppendNotice): void;
  /** The latest position of all streams, or of the streams whose names may begin with one of the prefixes. */
  latest(prefixes?: readonly string[]): Position;
}

/** True when the name of a stream of the category may begin with the prefix. */
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
