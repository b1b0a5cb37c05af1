import { LRUCache } from 'lru-cache';
import { type Deadline, retryingConflicts } from './deadline.ts';
import type { Decider } from './decider.ts';
import type { AnyActor, EventStore, NewEvent, Position, RecordedEvent } from './event-store.ts';
import type { DomainEvent } from './event-types.ts';
import { eventIdOf } from './identity.ts';
import type { KeyedMutex } from './keyed-mutex.ts';
import { alreadyApplied, carryOn, emptyFold, type Loaded, viewOf } from './stream-fold.ts';

/** Who asked for what; goes into the metadata of every event that comes of it. */
export interface CommandContext<By extends AnyActor = AnyActor> {
  readonly commandId: string;
  /** HMAC of the canonical request. */
  readonly requestHash: string;
  readonly correlationId: string;
  readonly causationId: string;
  readonly actor: By;
}

/** One run of a command. */
export interface CommandRun<By extends AnyActor = AnyActor> {
  readonly context: CommandContext<By>;
  readonly deadline: Deadline;
  /** The version that the sender saw (`If-Match`); the command is refused when the stream has moved on. */
  readonly ifVersion?: number | undefined;
  /** Called each time that another process's append made this one decide again. */
  readonly onConflict?: () => void;
}

/** What a handled command answers with: the same for the first try and for every retry of it. */
export interface Handled<Result> {
  /** Of the command's last event; of the stream's last one when it changed nothing, null when there is no stream. */
  readonly position: Position | null;
  readonly result: Result;
}

/** Loading, deciding and appending on the streams of one decider. */
export interface EventStreams<Command, Event extends DomainEvent, State, Result = null> {
  /** The stream as it is now. @throws UnreadableEvent */
  load(stream: string): Promise<Loaded<State, Result>>;
  /**
   * The stream as this process last had it, without asking the log; undefined when it isn't kept. Others may have
   * appended since. Only the log's answer to an append tells, so nothing but an append may follow from it: a refusal, or
   * an answer that needs no append, needs the stream as it is now.
   */
  remembered(stream: string): Loaded<State, Result> | undefined;
  /** Appends a decision at the revision it was made at. @throws WrongExpectedRevision */
  append(
    loaded: Loaded<State, Result>,
    events: readonly Event[],
    context: CommandContext,
  ): Promise<Handled<Result>>;
  /** Commands on one stream queue in this process; only another process's append makes a conflict. */
  runExclusive<T>(stream: string, work: () => Promise<T>): Promise<T>;
  /** One command on one stream, start to finish. `command` is asked anew at each decision, so its clock is fresh. */
  handle(stream: string, command: () => Command, run: CommandRun): Promise<Handled<Result>>;
}

/** Streams are kept folded, so that a command reads only what is new in its stream: so many of them, */
const FOLDED_STREAMS_KEPT = 2_000;
/** with so many applied commands together, at some 300 bytes each. */
const APPLIED_COMMANDS_KEPT = 200_000;

export function createEventStreams<Command, Event extends DomainEvent, State, Result, Folded extends State>(
  store: Pick<EventStore, 'read' | 'append'>,
  decider: Decider<Command, Event, State, Result, Folded>,
  { mutex, now }: { readonly mutex: KeyedMutex; now(): Date },
): EventStreams<Command, Event, State, Result> {
  const kept = new LRUCache<string, Loaded<Folded, Result>>({
    max: FOLDED_STREAMS_KEPT,
    maxSize: APPLIED_COMMANDS_KEPT,
    sizeCalculation: ({ fold }) => 1 + fold.applied.size,
  });

  /** Carries a stream's fold on and keeps it. Nothing is folded that the log hasn't acknowledged. */
  function carriedOn(
    { stream, fold }: Pick<Loaded<Folded, Result>, 'stream' | 'fold'>,
    events: readonly RecordedEvent[],
  ): Loaded<Folded, Result> {
    try {
      carryOn(fold, events, decider);
    } catch (error) {
      kept.delete(stream);
      throw error;
    }
    const loaded = viewOf(fold);
    kept.set(stream, loaded);
    return loaded;
  }

  async function load(stream: string): Promise<Loaded<Folded, Result>> {
    const before = kept.get(stream);
    const events = await store.read(stream, before?.fold.next ?? 0n);
    return carriedOn(before ?? { stream, fold: emptyFold(decider, stream) }, events);
  }

  const toNewEvent =
    (stream: string, context: CommandContext) =>
    (event: Event, index: number): NewEvent => {
      const { type } = event;
      const known = decider.eventTypes[type];
      if (!known) throw new Error(`streams ${decider.streams} have no event ${type}`);
      return {
        id: eventIdOf(context.commandId, stream, type, decider.factOf?.(event), index),
        type,
        data: known.data.parse(event.data) as Event['data'],
        metadata: { ...context, at: now().toISOString(), schemaVersion: known.schemaVersion },
      };
    };

  const streams: EventStreams<Command, Event, Folded, Result> = {
    load,
    remembered: (stream) => kept.get(stream),

    async append(loaded, events, context) {
      const { stream, expected } = loaded;
      const [first, ...rest] = events.map(toNewEvent(stream, context));
      if (!first) return { position: loaded.position, result: decider.resultOf(undefined, loaded.state) };
      const { revision, position } = await store.append(stream, expected, [first, ...rest]);
      // The log took them at the very revision this fold had come to, so there is nothing to read back.
      const from = revision - BigInt(rest.length);
      const recorded = [first, ...rest].map((event, index) => ({
        ...event,
        stream,
        revision: from + BigInt(index),
        position,
      }));
      const applied = carriedOn(loaded, recorded).appliedBy(context.commandId);
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
          return streams.append(loaded, decider.decide(command(), loaded.state), run.context);
        }),
      ),
  };
  return streams;
}
