import {
  type ExpectedRevision,
  type Position,
  type RecordedEvent,
  WrongExpectedRevision,
} from '../event-store.ts';
import type { DomainEvent } from '../event-types.ts';
import { type Decider, type Decision, RuleBroken, StaleVersion } from './decider.ts';
import { evolveFrom } from './evolve-from.ts';

interface Applied<Result> {
  /** HMAC of the request. It distinguishes a retry from another request with the same key. */
  readonly requestHash: string;
  /** Revision of the command's last event. */
  readonly revision: bigint;
  readonly position: Position;
  /** Number of decisions in the stream after the command, or of those about the thing that the command names. */
  readonly version: number;
  readonly result: Result;
}

/**
 * So many decisions are kept, to say what has happened since somebody opened a form. That is enough even if they return to the form
 * after a while. A long stream has thousands of decisions.
 */
const MOST_RECENT_DECISIONS = 20;

/**
 * The result of folding a stream so far. Further events change it in place, so that folding an event of a long stream doesn't cost
 * more than one of a short stream: nothing is copied, and of each command only the result is kept, not its events.
 */
interface StreamFold<State, Result> {
  readonly stream: string;
  state: State;
  /** Revision of the next event to fold; `null` after an event that can't be folded. */
  next: bigint | null;
  version: number;
  /** Number of decisions about each thing (`Decider.thingOf`). */
  readonly versions: Map<string, number>;
  /** The latest decisions. The last of them led to the present version. */
  readonly recent: (Decision & { readonly thing: string | undefined })[];
  position: Position | null;
  readonly applied: Map<string, Applied<Result>>;
}

/** A stream as it was read. It is a view of the stream's fold, and valid only until further events are folded. */
export interface Loaded<State, Result> {
  readonly stream: string;
  /**
   * The state to decide on. Decide before you await anything that may read the stream again.
   *
   * @throws WrongExpectedRevision when further events were folded since; a decision could not be appended any more either
   */
  readonly state: State;
  /** True as long as no further events have been folded. */
  readonly isCurrent: boolean;
  /** The expected revision of the next append. */
  readonly expected: ExpectedRevision;
  /** Position of the stream's last event; null if the stream doesn't exist. */
  readonly position: Position | null;
  /** Number of decisions in the stream; the ETag. */
  readonly version: number;
  /** Number of decisions about a thing; of all if none is named. @throws WrongExpectedRevision like `state` */
  versionOf(thing: string | undefined): number;
  appliedBy(commandId: string): Applied<Result> | undefined;
  readonly fold: StreamFold<State, Result>;
}

const versionIn = <State, Result>(
  { version, versions }: Pick<StreamFold<State, Result>, 'version' | 'versions'>,
  thing: string | undefined,
): number => (thing === undefined ? version : (versions.get(thing) ?? 0));

export const emptyFold = <State, Result>(
  { initialState }: { initialState(): State },
  stream: string,
): StreamFold<State, Result> => ({
  stream,
  state: initialState(),
  next: 0n,
  version: 0,
  versions: new Map(),
  recent: [],
  position: null,
  applied: new Map(),
});

/**
 * Folds the stream's next events, which must be in order and without a gap. Events that are folded already are skipped; there may
 * be some when two reads overlap.
 *
 * @throws UnreadableEvent, after which the fold can't be used any more
 */
export function foldInto<Event extends DomainEvent, State, Result, Folded extends State>(
  fold: StreamFold<Folded, Result>,
  events: readonly RecordedEvent[],
  decider: Decider<never, Event, State, Result, Folded>,
): void {
  let first: { readonly commandId: string; readonly event: Event } | undefined;
  for (const recorded of events) {
    const { revision, position, metadata, type } = recorded;
    if (fold.next === null || revision < fold.next) continue;
    const { commandId, requestHash, at, actor } = metadata;
    fold.next = null;
    const { event, state } = evolveFrom(fold.state, recorded, decider);
    fold.state = state;
    fold.next = revision + 1n;
    fold.position = position;
    const thing = decider.thingOf?.(event);
    if (!decider.uncounted?.includes(event.type)) {
      fold.version += 1;
      if (thing !== undefined) fold.versions.set(thing, versionIn(fold, thing) + 1);
      fold.recent.push({ type, at, actor, thing });
      if (fold.recent.length > MOST_RECENT_DECISIONS) fold.recent.shift();
    }
    // The events of one command follow each other, since they were one append.
    if (first?.commandId !== commandId) first = { commandId, event };
    fold.applied.set(commandId, {
      requestHash,
      revision,
      position,
      version: versionIn(fold, thing),
      result: decider.resultOf(first.event, state),
    });
  }
}

export function viewOf<State, Result>(fold: StreamFold<State, Result>): Loaded<State, Result> {
  const { stream, next, version, position } = fold;
  if (next === null) throw new Error(`${stream} can't be folded`);
  const expected = next === 0n ? 'no-stream' : next - 1n;
  const checkCurrent = () => {
    if (fold.next !== next) throw new WrongExpectedRevision(stream, expected);
  };
  return {
    stream,
    expected,
    position,
    version,
    fold,
    get isCurrent() {
      return fold.next === next;
    },
    get state() {
      checkCurrent();
      return fold.state;
    },
    versionOf(thing) {
      checkCurrent();
      return versionIn(fold, thing);
    },
    appliedBy(commandId) {
      const applied = fold.applied.get(commandId);
      return applied && applied.revision < next ? applied : undefined;
    },
  };
}

function staleVersion(
  { fold: { recent } }: Loaded<unknown, unknown>,
  version: number,
  seen: number,
  thing: string | undefined,
): StaleVersion {
  // If the stream never had the version, nobody can have seen it, and no decisions since then are listed.
  const since = Math.max(0, version - seen);
  const decisions = thing === undefined ? recent : recent.filter((decision) => decision.thing === thing);
  return new StaleVersion(version, since === 0 ? [] : decisions.slice(-since));
}

/** The fields of a command that show whether it was applied before and what its sender knew. */
export interface SentCommand {
  readonly context: { readonly commandId: string; readonly requestHash: string };
  /** Whether an event with this request hash was recorded for the same request. If left out, the hashes are compared. */
  readonly isSameRequest?: (recorded: string) => boolean;
  /** The version that the sender saw (`If-Match`). The command is refused if the stream, or its `thing`, has another version by now. */
  readonly ifVersion?: number | undefined;
  /** The thing in the stream whose version the sender saw (`Decider.thingOf`). */
  readonly thing?: string | undefined;
}

/**
 * The effect of the command, if it was applied before. Call it before any rule is checked, so that a retry is never refused.
 *
 * @throws RuleBroken `idempotency-key-reused` when the same command id came with another request
 * @throws StaleVersion
 */
export function alreadyApplied<Result>(
  loaded: Loaded<unknown, Result>,
  {
    context: { commandId, requestHash },
    isSameRequest = (recorded) => recorded === requestHash,
    ifVersion,
    thing,
  }: SentCommand,
): Applied<Result> | undefined {
  const applied = loaded.appliedBy(commandId);
  if (applied && !isSameRequest(applied.requestHash)) throw new RuleBroken('idempotency-key-reused');
  // Nobody can have seen a version of a stream that doesn't exist. The decider refuses such a command itself.
  if (applied || ifVersion === undefined || loaded.position === null) return applied;
  const version = thing === undefined ? loaded.version : loaded.versionOf(thing);
  if (ifVersion !== version) throw staleVersion(loaded, version, ifVersion, thing);
  return undefined;
}
