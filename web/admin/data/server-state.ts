import { QueryClient } from '@tanstack/react-query';
import { LIVE_EVENTS, type LiveEventName } from '../../../src/contracts/live.ts';
import { ApiError } from '../../api.ts';
import { Attempts } from './attempts.ts';
import { type Command, type CommandAnswer, refusedDays } from './command.ts';
import { later, MinimumPositions, type Position } from './minimum-positions.ts';
import { Overlay, type Shown } from './overlay.ts';
import type { RequestOptions } from './query.ts';
import { concerns, type Topic, topicOf } from './topics.ts';
import { Versions } from './versions.ts';

/** Calls the API as whoever is signed in. */
export type AsUser = <T>(request: (token: string) => Promise<T>) => Promise<T>;

/** Refusals that mean the shown data is outdated: the thing is gone, changed by somebody else, or in another state. */
const OLD_STATE: ReadonlySet<number> = new Set([404, 409, 412]);

/** How many of our own changes are remembered, to distinguish them from others' changes. */
const REMEMBERED = 200;

/**
 * The admin area's copy of the server's data: what has been loaded, our own changes, and the changes that live updates have
 * announced. All screens share one, as long as the same person is signed in.
 */
export class ServerState {
  readonly client = new QueryClient({
    defaultOptions: {
      // Failed requests are repeated by people or after the next live event. `navigator.onLine` isn't reliable.
      queries: { retry: false, networkMode: 'always', refetchOnReconnect: true, staleTime: 15_000 },
      mutations: { retry: false, networkMode: 'always', gcTime: 0 },
    },
  });
  readonly overlay = new Overlay();
  readonly #minimum = new MinimumPositions();
  readonly #versions = new Versions();
  readonly #attempts = new Attempts();
  readonly #underWay: Topic[] = [];
  readonly #own: Position[] = [];
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
   * Sends a command after all earlier ones on the same thing, shows its change immediately, and rolls it back if it fails.
   *
   * @param seen the version that the person saw; the command is refused if somebody else has changed the thing since
   * @throws what `call` throws
   */
  async run<Input, Answer extends CommandAnswer>(
    command: Command<Input, Answer>,
    input: Input,
    seen?: number,
  ): Promise<Answer> {
    const thing = command.thing(input);
    const layer = this.overlay.add(command.patches?.(input) ?? []);
    this.#underWay.push(thing);
    try {
      const mutation = this.client.getMutationCache().build(this.client, {
        ...this.client.getDefaultOptions().mutations,
        scope: { id: thing },
        mutationFn: () => this.#send(command, thing, input, seen),
      });
      const answer = await mutation.execute(undefined);
      this.overlay.settle(layer, answer.position);
      return answer;
    } catch (error) {
      this.overlay.remove(layer);
      // The shown data is outdated, or without an answer it isn't known whether the change was made.
      if (!(error instanceof ApiError) || OLD_STATE.has(error.status)) this.#forget(thing);
      throw error;
    } finally {
      this.#underWay.splice(this.#underWay.indexOf(thing), 1);
      this.#refresh();
    }
  }

  async #send<Input, Answer extends CommandAnswer>(
    command: Command<Input, Answer>,
    thing: Topic,
    input: Input,
    seen: number | undefined,
  ): Promise<Answer> {
    const ifVersion = seen === undefined ? undefined : this.#versions.current(thing, seen);
    const request = JSON.stringify([command.name, thing, unacknowledged(input), ifVersion]);
    const idempotencyKey = this.#attempts.keyOf(request);
    try {
      const answer = await this.#asUser((token) => command.send(input, { token, idempotencyKey, ifVersion }));
      // A request of which some days were refused keeps its key: sent again, it does what is left.
      if (refusedDays(answer).length === 0) this.#attempts.end(request);
      if (ifVersion !== undefined && answer.version !== undefined) {
        this.#versions.advance(thing, ifVersion, answer.version);
      }
      for (const topic of [thing, ...(command.also?.(input, answer) ?? [])]) {
        this.#minimum.raise(topic, answer.position);
      }
      this.#own.push(answer.position);
      this.#own.splice(0, this.#own.length - REMEMBERED);
      return answer;
    } catch (error) {
      // The same request is sent again once staff have seen the appointments.
      if (error instanceof ApiError && !error.affected) this.#attempts.end(request);
      throw error;
    }
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
      const isOurs = this.#own.includes(position) || this.#isUnderWay([topic]);
      return { topic, isOurs };
    });
    await this.#refresh();
    return changed.filter(({ isOurs }) => !isOurs).map(({ topic }) => topic);
  }

  /** Reloads outdated data that is currently shown. Other outdated data is reloaded when it is shown again. */
  async #refresh(): Promise<void> {
    const old = this.client.getQueryCache().findAll({
      predicate: ({ state, meta }) => {
        const about = meta?.about;
        if (!about || this.#isUnderWay(about)) return false;
        const position = positionOf(state.data);
        return position !== undefined && position < this.#minimum.of(about);
      },
    });
    await Promise.all(old.map(({ queryKey }) => this.client.invalidateQueries({ queryKey, exact: true })));
    this.#forgetLayers();
  }

  #isUnderWay(about: readonly Topic[]): boolean {
    return this.#underWay.some((thing) => about.some((topic) => concerns(thing, topic)));
  }

  #forget(thing: Topic): void {
    this.client.invalidateQueries({
      predicate: ({ meta }) => meta?.about?.some((topic) => concerns(thing, topic)) ?? false,
    });
  }

  #forgetLayers(): void {
    const positions = this.client
      .getQueryCache()
      .getAll()
      .map(({ state }) => positionOf(state.data))
      .filter((position) => position !== undefined);
    const [oldest] = positions.sort();
    if (oldest !== undefined) this.overlay.forgetUpTo(oldest);
  }
}

/** A command's input without whether staff have seen the affected appointments, which doesn't make it another request. */
const unacknowledged = (input: unknown) =>
  typeof input === 'object' ? { ...input, acknowledged: undefined } : input;

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
