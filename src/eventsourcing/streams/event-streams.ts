import { LRUCache } from 'lru-cache';
import type { Deadline } from '../async/deadline.ts';
import type { KeyedMutex } from '../async/keyed-mutex.ts';
import type {
  AnyActor,
  EventMetadata,
  EventStore,
  NewEvent,
  Position,
  RecordedEvent,
} from '../event-store.ts';
import type { DomainEvent } from '../event-types.ts';
import { newEvent } from '../new-event.ts';
import type { Decider } from './decider.ts';
import { retryingConflicts } from './retrying-conflicts.ts';
import { alreadyApplied, emptyFold, foldInto, type Loaded, type SentCommand, viewOf } from './stream-fold.ts';

/** The command's sender and id. It becomes part of the metadata of every event of the command. */
export interface CommandContext<By extends AnyActor = AnyActor>
  extends Omit<EventMetadata, 'at' | 'schemaVersion'> {
  readonly actor: By;
}

export interface CommandRun<By extends AnyActor = AnyActor> extends SentCommand {
  readonly context: CommandContext<By>;
  readonly deadline: Deadline;
  /** Called each time this process has to decide again because of another process's append. */
  readonly onConflict?: () => void;
}

/** The result of a command. It is the same for the first try and for every retry. */
export interface Handled<Result> {
  /** Position of the command's last event. If the command changed nothing, of the stream's last event; null if there is none. */
  readonly position: Position | null;
  /** Number of decisions in the stream after the command, or of those about the thing that the command names; the ETag. */
  readonly version: number;
  readonly result: Result;
}

/** Loads the streams of one decider, and decides and appends on them. */
export interface EventStreams<Command, Event extends DomainEvent, State, Result = null> {
  /** The stream as it is now. @throws UnreadableEvent */
  load(stream: string): Promise<Loaded<State, Result>>;
  /**
   * Reads the present state of a stream, for callers that decide nothing. Unlike a view returned by `load`, the view that `look`
   * gets can't be stale.
   *
   * @param look is called once; it must not keep a reference to the state, which changes in place
   */
  read<T>(stream: string, look: (loaded: Loaded<State, Result>) => T): Promise<T>;
  /**
   * Whether a command is new and the decider allows it now, for checks that `handle` doesn't make. A retry isn't judged again.
   *
   * @returns false for a retry
   * @throws StaleVersion, and whatever the decider refuses with
   */
  isNew(stream: string, command: Command, run: CommandRun): Promise<boolean>;
  /** Appends a decision at the revision at which it was made. @throws WrongExpectedRevision */
  append(
    loaded: Loaded<State, Result>,
    events: readonly Event[],
    context: CommandContext,
    thing?: string,
  ): Promise<Handled<Result>>;
  /** In this process, commands on one stream run one after the other. So only another process's append can cause a conflict. */
  runExclusive<T>(stream: string, work: () => Promise<T>): Promise<T>;
  /** Handles one command on one stream completely. `command` is called again for each decision, so that its time is the present. */
  handle(stream: string, command: () => Command, run: CommandRun): Promise<Handled<Result>>;
}

/** Number of folded streams in the cache. With a cached stream, a command reads only the stream's new events. */
const MOST_CACHED_STREAMS = 2_000;
/** Number of applied commands in all cached streams together. Each needs some 300 bytes. */
const MOST_CACHED_COMMANDS = 200_000;

export function createEventStreams<Command, Event extends DomainEvent, State, Result, Folded extends State>(
  store: Pick<EventStore, 'read' | 'append'>,
  decider: Decider<Command, Event, State, Result, Folded>,
  { mutex, now }: { readonly mutex: KeyedMutex; now(): Date },
): EventStreams<Command, Event, State, Result> {
  const cache = new LRUCache<string, Loaded<Folded, Result>>({
    max: MOST_CACHED_STREAMS,
    maxSize: MOST_CACHED_COMMANDS,
    sizeCalculation: ({ fold }) => 1 + fold.applied.size,
  });

  /** Folds further events of a stream and caches it. Call it only with events that the log has acknowledged. */
  function foldAndCache(
    { stream, fold }: Pick<Loaded<Folded, Result>, 'stream' | 'fold'>,
    events: readonly RecordedEvent[],
  ): Loaded<Folded, Result> {
    try {
      foldInto(fold, events, decider);
    } catch (error) {
      cache.delete(stream);
      throw error;
    }
    const loaded = viewOf(fold);
    cache.set(stream, loaded);
    return loaded;
  }

  async function load(stream: string): Promise<Loaded<Folded, Result>> {
    const before = cache.get(stream);
    const events = await store.read(stream, before?.fold.next ?? 0n);
    return foldAndCache(before ?? { stream, fold: emptyFold(decider, stream) }, events);
  }

  async function read<T>(stream: string, look: (loaded: Loaded<Folded, Result>) => T): Promise<T> {
    for (;;) {
      const loaded = await load(stream);
      // If it isn't current, another read that ended at the same time has folded more events meanwhile.
      if (loaded.isCurrent) return look(loaded);
    }
  }

  const toNewEvent =
    (stream: string, context: CommandContext) =>
    (event: Event, index: number): NewEvent =>
      newEvent({
        stream,
        event,
        types: decider.eventTypes,
        context,
        at: now(),
        discriminator: decider.discriminatorOf?.(event),
        index,
      });

  const streams: EventStreams<Command, Event, Folded, Result> = {
    load,
    read,

    isNew: (stream, command, run) =>
      read(stream, (loaded) => {
        if (alreadyApplied(loaded, run)) return false;
        decider.decide(command, loaded.state);
        return true;
      }),

    async append(loaded, events, context, thing) {
      const { stream, expected } = loaded;
      const [first, ...rest] = events.map(toNewEvent(stream, context));
      if (!first) {
        const { position, state } = loaded;
        return { position, version: loaded.versionOf(thing), result: decider.resultOf(undefined, state) };
      }
      const { revision, position } = await store.append(stream, expected, [first, ...rest]);
      // The log has stored the events right after the last folded one, so they needn't be read back.
      const from = revision - BigInt(rest.length);
      const recorded = [first, ...rest].map((event, index) => ({
        ...event,
        stream,
        revision: from + BigInt(index),
        position,
      }));
      const applied = foldAndCache(loaded, recorded).appliedBy(context.commandId);
      if (!applied) throw new Error(`${stream} doesn't hold the command that was appended to it`);
      return applied;
    },

    runExclusive: (stream, work) => mutex.runExclusive(stream, work),

    handle: (stream, command, run) =>
      streams.runExclusive(stream, () =>
        retryingConflicts(run, async () => {
          const loaded = await load(stream);
          const applied = alreadyApplied(loaded, run);
          if (applied) return applied;
          return streams.append(loaded, decider.decide(command(), loaded.state), run.context, run.thing);
        }),
      ),
  };
  return streams;
}
