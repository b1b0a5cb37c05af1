import { type Mutation, MutationObserver, notifyManager, QueryClient } from '@tanstack/react-query';
import { LIVE_EVENTS, type LiveEventName } from '../../../src/contracts/live.ts';
import { ApiError, newIdempotencyKey } from '../../api.ts';
import type { Command, CommandAnswer } from './command.ts';
import { later, MinimumPositions, type Position } from './minimum-positions.ts';
import type { RequestOptions } from './query.ts';
import { concerns, type Topic, topicOf } from './topics.ts';

/** Calls the API as whoever is signed in. */
export type AsUser = <T>(request: (token: string) => Promise<T>) => Promise<T>;

/** Refusals that mean the shown data is outdated: the thing is gone, changed by somebody else, or in another state. */
const OLD_STATE: ReadonlySet<number> = new Set([404, 409, 412]);

// A screen hears that a command is under way before any answer to it can arrive, which a timer doesn't promise: a row that was
// decided unheard would leave its place at once.
notifyManager.setScheduler(queueMicrotask);

/** The server's answer, and the position of the log that it includes. */
export interface Shown<Body> {
  readonly body: Body;
  readonly position: Position;
}

/** The variables of a command's mutation. */
export interface Sent<Input> {
  readonly input: Input;
  /** The version that the person saw. */
  readonly seen: number | undefined;
  readonly key: string;
}
type CommandMutation = Mutation<CommandAnswer, Error, Sent<unknown>>;

/**
 * The admin area's copy of the server's data, the commands that change it, and the changes that live updates have announced. All
 * screens share one, as long as the same person is signed in.
 */
export class ServerState {
  readonly client = new QueryClient({
    defaultOptions: {
      // Failed requests are repeated by people or after the next live event. `navigator.onLine` isn't reliable.
      queries: { retry: false, networkMode: 'always', refetchOnReconnect: true, staleTime: 15_000 },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  readonly #minimum = new MinimumPositions();
  readonly #asUser: AsUser;

  constructor(asUser: AsUser) {
    this.#asUser = asUser;
  }

  /** Loads data that includes at least every known change. */
  async load<Body>(
    about: readonly Topic[],
    signal: AbortSignal,
    load: (options: RequestOptions) => Promise<Body>,
    shown?: Shown<Body>,
  ): Promise<Shown<Body>> {
    const minimum = this.#minimum.of(about);
    let answer = await this.#request(minimum, load, signal);
    // A change that was announced in the meantime has reloaded only data that was loaded already.
    const newMinimum = this.#minimum.of(about);
    if (newMinimum > minimum && newMinimum > answer.position && !signal.aborted)
      answer = await this.#request(newMinimum, load, signal);
    // Another server may lag behind: newer data that is already shown stays.
    return shown && shown.position > answer.position ? shown : answer;
  }

  async #request<Body>(
    floor: Position,
    load: (options: RequestOptions) => Promise<Body>,
    signal: AbortSignal,
  ): Promise<Shown<Body>> {
    let position = floor;
    const body = await this.#asUser((token) =>
      load({
        token,
        signal,
        after: floor || undefined,
        onReached: (reached) => {
          position = later(position, reached);
        },
      }),
    );
    return { body, position };
  }

  /**
   * Sends a command after all earlier ones on the same thing. It is pending until the data that is shown includes its change.
   *
   * `useMutation` would need to know the thing before the input, so this uses the observer that is behind it.
   *
   * @param seen the version that the person saw; the command is refused if somebody else has changed the thing since
   * @throws what `call` throws
   */
  async run<Input, Answer extends CommandAnswer>(
    command: Command<Input, Answer>,
    input: Input,
    seen?: number,
    key = newIdempotencyKey(),
  ): Promise<Answer> {
    const thing = command.thing(input);
    const mutation = new MutationObserver<Answer, Error, Sent<Input>>(this.client, {
      mutationKey: [command.name, thing],
      scope: { id: thing },
      mutationFn: ({ input, seen, key }) => {
        const ifVersion = seen === undefined ? undefined : this.#present(thing, seen);
        return this.#asUser((token) => command.send(input, { token, idempotencyKey: key, ifVersion }));
      },
      onSuccess: (answer) => {
        for (const topic of [thing, ...(command.also?.(input, answer) ?? [])]) {
          this.#minimum.raise(topic, answer.position);
        }
        return this.#refresh();
      },
      onError: (error) => {
        // The shown data is outdated, or without an answer it isn't known whether the change was made.
        if (!(error instanceof ApiError) || OLD_STATE.has(error.status)) this.#forget(thing);
      },
    });
    try {
      return await mutation.mutate({ input, seen, key });
    } finally {
      mutation.reset();
    }
  }

  /** The version that a command names: the one that was seen, or the one that only our own commands have made of it since. */
  #present(thing: Topic, seen: number): number {
    const versions = [seen];
    for (const { state } of this.#sent(({ options }) => options.scope?.id === thing)) {
      const { variables, data } = state;
      if (data?.version !== undefined && versions.includes(variables?.seen ?? -1))
        versions.push(data.version);
    }
    return Math.max(...versions);
  }

  /** The commands that were sent within the last minutes, the oldest first. */
  #sent(predicate: (mutation: CommandMutation) => boolean): readonly CommandMutation[] {
    return (this.client.getMutationCache().getAll() as unknown as readonly CommandMutation[]).filter(
      predicate,
    );
  }

  /**
   * Handles an event of the live updates.
   *
   * @returns the things that somebody else has changed, once the shown data includes these changes
   */
  async hear(name: LiveEventName, data: unknown): Promise<readonly Topic[]> {
    if (name !== 'changes') {
      this.#minimum.raiseAll(LIVE_EVENTS[name].parse(data).position);
      await this.#refresh();
      return [];
    }
    const changed = LIVE_EVENTS.changes.parse(data).changes.map(({ kind, id, position }) => {
      const topic = topicOf(kind, id);
      this.#minimum.raise(topic, position);
      const isOurs = this.#sent(({ state, options }) =>
        state.status === 'pending'
          ? concerns(options.scope?.id as Topic, topic)
          : state.data?.position === position,
      );
      return { topic, isOurs: isOurs.length > 0 };
    });
    await this.#refresh();
    return changed.filter(({ isOurs }) => !isOurs).map(({ topic }) => topic);
  }

  /** Reloads outdated data that is currently shown. Other outdated data is reloaded when it is shown again. */
  async #refresh(): Promise<void> {
    const old = this.client.getQueryCache().findAll({
      predicate: ({ state, meta }) => {
        const about = meta?.about;
        if (!about) return false;
        const position = positionOf(state.data);
        return position !== undefined && position < this.#minimum.of(about);
      },
    });
    await Promise.all(old.map(({ queryKey }) => this.client.invalidateQueries({ queryKey, exact: true })));
  }

  #forget(thing: Topic): void {
    this.client.invalidateQueries({
      predicate: ({ meta }) => meta?.about?.some((topic) => concerns(thing, topic)) ?? false,
    });
  }
}

/** The position of a query's data; a list in pages is as old as its oldest page. */
function positionOf(data: unknown): Position | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  if ('pages' in data) {
    const [oldest] = (data.pages as Shown<unknown>[]).map(({ position }) => position).sort();
    return oldest;
  }
  return (data as Shown<unknown>).position;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly about?: readonly Topic[] };
  }
}
