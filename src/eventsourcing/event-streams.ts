import { LRUCache } from 'lru-cache';
import { type Deadline, retryingConflicts } from './deadline.ts';
import { type Decider, RuleBroken } from './decider.ts';
import type {
  Actor,
  EventStore,
  ExpectedRevision,
  NewEvent,
  Position,
  RecordedEvent,
} from './event-store.ts';
import { type DomainEvent, upcast } from './event-types.ts';
import { eventIdOf } from './identity.ts';
import type { Turns } from './keyed-mutex.ts';

/** Who asked for what; goes into the metadata of every event that comes of it. */
export interface CommandContext {
  readonly commandId: string;
  readonly requestHash: string;
  readonly correlationId: string;
  readonly causationId: string;
  readonly actor: Actor;
}

/** One run of a command. */
export interface CommandRun {
  readonly context: CommandContext;
  readonly deadline: Deadline;
  /** The version that the asker saw (`If-Match`); the command is refused when the stream has moved on. */
  readonly ifVersion?: number | undefined;
  /** Told each time that another process's append made this one decide again. */
  readonly onConflict?: () => void;
}

/** Where a command stands in a stream. */
export interface Applied {
  readonly requestHash: string;
  /** The first event it led to; revision and position are its last one's. */
  readonly event: DomainEvent;
  readonly revision: bigint;
  readonly position: Position;
}

/** A stream folded up to a revision. */
export interface Loaded<State> {
  readonly stream: string;
  readonly state: State;
  /** The expected revision of the next append. */
  readonly expected: ExpectedRevision;
  /** Position of the stream's last event; null for a stream that isn't there. */
  readonly position: Position | null;
  /** How many decisions the stream holds; the ETag. */
  readonly version: number;
  readonly applied: ReadonlyMap<string, Applied>;
}

/** What a handled command answers with. */
export interface Outcome<Event extends DomainEvent, State> {
  readonly position: Position | null;
  /** The first event of the command, now or when it was applied; undefined when it changed nothing. */
  readonly event: Event | undefined;
  /** As the command left it: a retry is answered like the first try, whatever has happened since. */
  readonly state: State;
}

/** Loading, deciding and appending on the streams of one category. */
export interface EventStreams<Command, Event extends DomainEvent, State> {
  /** Folds the stream as it is now. */
  load(stream: string): Promise<Loaded<State>>;
  /** Appends a decision at the revision it was made at. @throws WrongExpectedRevision */
  append(loaded: Loaded<State>, events: readonly Event[], context: CommandContext): Promise<Loaded<State>>;
  /** The answer to a command that was applied before. */
  answerOf(loaded: Loaded<State>, applied: Applied): Promise<Outcome<Event, State>>;
  /** Commands on one stream queue in this process; only another process's append makes a conflict. */
  inTurn<T>(stream: string, work: () => Promise<T>): Promise<T>;
  /** One command on one stream, start to finish. `command` is asked anew at each decision, so its clock is fresh. */
  handle(stream: string, command: () => Command, run: CommandRun): Promise<Outcome<Event, State>>;
}

/**
 * The command's place in the stream if it was applied before, checked before any rule is looked at.
 *
 * @throws RuleBroken `idempotency-key-reused` when the same command id came with another request, `stale` when
 *   a command that is new here was meant for an earlier version
 */
export function alreadyApplied(
  loaded: Loaded<unknown>,
  { context, ifVersion }: CommandRun,
): Applied | undefined {
  const applied = loaded.applied.get(context.commandId);
  if (applied && applied.requestHash !== context.requestHash) throw new RuleBroken('idempotency-key-reused');
  if (!applied && ifVersion !== undefined && ifVersion !== loaded.version) throw new RuleBroken('stale');
  return applied;
}

/** Streams kept folded, so that a command reads only what is new in its stream. */
const FOLDED_STREAMS_KEPT = 2_000;

export function createEventStreams<Command, Event extends DomainEvent, State>(
  store: EventStore,
  decider: Decider<Command, Event, State>,
  { turns, now }: { turns: Turns; now: () => Date },
): EventStreams<Command, Event, State> {
  interface Folded extends Loaded<State> {
    readonly next: bigint;
  }
  const kept = new LRUCache<string, Folded>({ max: FOLDED_STREAMS_KEPT });

  function fold(stream: string, before: Folded | undefined, events: readonly RecordedEvent[]): Folded {
    let state = before?.state ?? decider.initialState;
    let version = before?.version ?? 0;
    const applied = new Map(before?.applied);
    for (const recorded of events) {
      // `upcast` has checked that the type is one of this category's.
      const event = upcast(recorded, decider.eventTypes) as unknown as Event;
      state = decider.evolve(state, event);
      if (!decider.uncounted?.includes(event.type)) version += 1;
      const { commandId, requestHash } = recorded.metadata;
      const { revision, position } = recorded;
      const first = applied.get(commandId)?.event ?? event;
      applied.set(commandId, { requestHash, event: first, revision, position });
    }
    const last = events.at(-1);
    const next = last ? last.revision + 1n : (before?.next ?? 0n);
    return {
      stream,
      state,
      version,
      applied,
      next,
      expected: next === 0n ? 'no-stream' : next - 1n,
      position: last?.position ?? before?.position ?? null,
    };
  }

  async function load(stream: string): Promise<Folded> {
    const before = kept.get(stream);
    const events = await store.read(stream, before?.next ?? 0n);
    if (before && events.length === 0) return before;
    const folded = fold(stream, before, events);
    kept.set(stream, folded);
    return folded;
  }

  const toNewEvent =
    (stream: string, context: CommandContext) =>
    ({ type, data }: Event, index: number): NewEvent => {
      const known = decider.eventTypes[type];
      if (!known) throw new Error(`${decider.category} has no event ${type}`);
      const slotId = typeof data.slotId === 'string' ? data.slotId : '';
      const fact = decider.factOf?.({ type, data } as Event) ?? slotId;
      return {
        id: eventIdOf(context.commandId, stream, type, fact, index),
        type,
        data: known.data.parse(data) as Event['data'],
        metadata: { ...context, at: now().toISOString(), schemaVersion: known.schemaVersion },
      };
    };

  const streams: EventStreams<Command, Event, State> = {
    load,

    async append(loaded, events, context) {
      const [first, ...rest] = events.map(toNewEvent(loaded.stream, context));
      if (!first) return loaded;
      const { stream, expected } = loaded;
      const { revision, position } = await store.append(stream, expected, [first, ...rest]);
      // The log took them at the very revision this state was folded at, so there is nothing to read back.
      const before = revision - BigInt(rest.length);
      const recorded = [first, ...rest].map((event, index) => ({
        ...event,
        stream,
        revision: before + BigInt(index),
        position,
      }));
      const folded = fold(stream, { ...loaded, next: before }, recorded);
      kept.set(stream, folded);
      return folded;
    },

    async answerOf(loaded, { event, revision, position }) {
      const asOf = async () => {
        const history = await store.read(loaded.stream);
        return fold(
          loaded.stream,
          undefined,
          history.filter((recorded) => recorded.revision <= revision),
        );
      };
      const { state } = loaded.expected === revision ? loaded : await asOf();
      return { position, event: event as Event, state };
    },

    inTurn: (stream, work) => turns.take(stream, work),

    handle: (stream, command, run) =>
      streams.inTurn(stream, () =>
        retryingConflicts(run, async () => {
          const loaded = await load(stream);
          const applied = alreadyApplied(loaded, run);
          if (applied) return streams.answerOf(loaded, applied);
          const events = decider.decide(command(), loaded.state);
          const { state, position } = await streams.append(loaded, events, run.context);
          return { position, event: events[0], state };
        }),
      ),
  };
  return streams;
}
