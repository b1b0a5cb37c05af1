/** A position in the double's log: commit and prepare position, like the server's. */
export interface LogPosition {
  readonly commit: bigint;
  readonly prepare: bigint;
}

export interface ProposedEvent {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly customMetadata: Uint8Array;
}

export interface StoredEvent extends ProposedEvent {
  readonly stream: string;
  readonly revision: bigint;
  readonly at: LogPosition;
  readonly createdAt: Date;
  /** The position of the next record. The server's checkpoints of a catch-up name such positions. */
  readonly end: LogPosition;
}

/** The revision that a writer expects; -1 for no stream. */
export type Expected = bigint | 'any';

export type Written =
  | { readonly result: 'written'; readonly last: StoredEvent; readonly duplicate: boolean }
  /** A repetition of an append that is not replicated yet: the server drops it without a word. */
  | { readonly result: 'dropped' }
  | { readonly result: 'wrong-expected-version'; readonly current: bigint }
  | { readonly result: 'stream-deleted' };

export interface DoubleLog {
  /** The replicated events, which readers and subscriptions see. */
  readonly events: readonly StoredEvent[];
  /** Writes to the leader alone; writers are checked against it at once. */
  append(stream: string, expected: Expected, events: readonly ProposedEvent[]): Written;
  /** Replicates everything up to and including this event. */
  replicate(last: StoredEvent): void;
  /** The events of a stream that can still be read; undefined for a stream unknown or deleted. */
  read(stream: string): readonly StoredEvent[] | undefined;
  isTombstoned(stream: string): boolean;
  /** Leaves the events in the log and hides them from readers of the stream; a tombstone ends the stream for good. */
  remove(stream: string, how: 'soft' | 'tombstone'): void;
  /** Settles when the next event is there. */
  grown(): Promise<void>;
}

interface Stream {
  readonly events: StoredEvent[];
  hiddenBelow: number;
  tombstoned: boolean;
}

export const isAfter = (a: LogPosition, b: LogPosition): boolean =>
  a.commit > b.commit || (a.commit === b.commit && a.prepare > b.prepare);

/**
 * The part of EventStoreDB's rules about appending that clients see, in memory.
 *
 * @param copied the events that it begins with, as a server does on an older copy of its folder
 */
export const doubleLog = (copied: readonly StoredEvent[] = []): DoubleLog => {
  const events = [...copied];
  const unreplicated: StoredEvent[] = [];
  const streams = new Map<string, Stream>(
    [...Map.groupBy(copied, ({ stream }) => stream)].map(([name, of]) => [
      name,
      { events: of, hiddenBelow: 0, tombstoned: false },
    ]),
  );
  // A log begins with a record of the server's own.
  let end = copied.at(-1)?.end.commit ?? 100n;
  let growth = Promise.withResolvers<void>();

  const streamOf = (name: string): Stream => {
    const known = streams.get(name) ?? { events: [], hiddenBelow: 0, tombstoned: false };
    streams.set(name, known);
    return known;
  };

  const store = (name: string, stream: Stream, proposed: readonly ProposedEvent[]): Written => {
    for (const event of proposed) {
      const at = { commit: end, prepare: end };
      end += BigInt(200 + event.data.length + event.customMetadata.length);
      const revision = BigInt(stream.events.length);
      const stored = {
        ...event,
        stream: name,
        revision,
        at,
        createdAt: new Date(),
        end: { commit: end, prepare: 0n },
      };
      unreplicated.push(stored);
      stream.events.push(stored);
    }
    return written(stream.events.at(-1), false);
  };

  const written = (last: StoredEvent | undefined, duplicate: boolean): Written => {
    if (last === undefined) throw new Error('an append has at least one event');
    return { result: 'written', last, duplicate };
  };

  const isReplicated = ({ at }: StoredEvent) => {
    const [next] = unreplicated;
    return next === undefined || isAfter(next.at, at);
  };

  return {
    events,
    replicate: (last) => {
      const replicated = unreplicated.filter(({ at }) => !isAfter(at, last.at));
      if (replicated.length === 0) return;
      events.push(...unreplicated.splice(0, replicated.length));
      growth.resolve();
      growth = Promise.withResolvers();
    },
    append: (name, expected, proposed) => {
      const stream = streamOf(name);
      if (stream.tombstoned) return { result: 'stream-deleted' };
      const current = BigInt(stream.events.length) - 1n;
      const known = stream.events.findIndex(({ id }) => id === proposed[0]?.id);
      if (expected === 'any' ? known < 0 : expected === current) return store(name, stream, proposed);
      const first = expected === 'any' ? known : Number(expected) + 1;
      const there = stream.events.slice(first, first + proposed.length);
      if (there.length > 0 && proposed.every(({ id }, index) => there[index]?.id === id)) {
        return there.every(isReplicated) ? written(there.at(-1), true) : { result: 'dropped' };
      }
      if (expected === -1n && stream.hiddenBelow > 0) return store(name, stream, proposed);
      return { result: 'wrong-expected-version', current };
    },
    read: (name) => {
      const stream = streams.get(name);
      const visible = stream?.events.slice(stream.hiddenBelow).filter(isReplicated);
      return visible?.length ? visible : undefined;
    },
    isTombstoned: (name) => streams.get(name)?.tombstoned ?? false,
    remove: (name, how) => {
      const stream = streamOf(name);
      stream.hiddenBelow = stream.events.length;
      stream.tombstoned ||= how === 'tombstone';
    },
    grown: () => growth.promise,
  };
};
