import { LOG_START, POSITION_PATTERN, type Position } from '../../eventsourcing/event-store.ts';

/** Says that the log has grown up to a position, by an event of a stream of this category. */
export interface AppendNotification {
  readonly position: Position;
  readonly category: string;
}

export const categoryOf = (stream: string): string => stream.split('-', 1)[0] ?? stream;

/** The channel on which every notification is sent. */
const CHANNEL = 'log_events';
/** A category that can be part of a channel's name. Such a name has at most 63 bytes. */
const CATEGORY_PATTERN = /^[a-z_]{1,40}$/;
const channelOf = (category: string): string => `${CHANNEL}_${category}`;

/**
 * SQL that sends a notification, on the channel of all streams and on that of the category. So a process that needs only a few streams
 * isn't woken for the others. A category that can't be part of SQL is left out, and such a notification is about all streams.
 */
export function notifySql({ position, category }: AppendNotification): string {
  if (!CATEGORY_PATTERN.test(category)) return `notify ${CHANNEL}, '${position}'`;
  return [CHANNEL, channelOf(category)].map((name) => `notify ${name}, '${position} ${category}'`).join('; ');
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

/** The notification in a payload; undefined for a payload that isn't ours. The empty category is that of all streams. */
export function notificationOf(payload: string): AppendNotification | undefined {
  const [position = '', category = ''] = payload.split(' ');
  return POSITION_PATTERN.test(position) ? { position, category } : undefined;
}

/** The latest positions of which there was a notification, by category. */
interface LatestPositions {
  note(notification: AppendNotification): void;
  /** The latest position of all streams, or of the streams whose names may begin with one of the prefixes. */
  latest(prefixes?: readonly string[]): Position;
}

/** True when the name of a stream of the category may begin with the prefix. */
const mayMatch = (category: string, prefix: string) =>
  category === '' || `${category}-`.startsWith(prefix) || prefix.startsWith(`${category}-`);

export function createLatestPositions(): LatestPositions {
  const byCategory = new Map<string, Position>();
  let furthest = LOG_START;
  return {
    note({ position, category }) {
      if (position > furthest) furthest = position;
      if (position > (byCategory.get(category) ?? LOG_START)) byCategory.set(category, position);
    },
    latest(prefixes) {
      if (prefixes === undefined) return furthest;
      let latest = LOG_START;
      for (const [category, position] of byCategory) {
        if (position > latest && prefixes.some((prefix) => mayMatch(category, prefix))) latest = position;
      }
      return latest;
    },
  };
}
