import type { Position } from '../eventsourcing/event-store.ts';
import { singleFlight } from '../eventsourcing/single-flight.ts';

/** Anything with the name of a read model. */
export interface NamedModel {
  readonly name: string;
}

export interface ProjectionWaitDeps {
  /** The position that a read model has reached, once it is at `after` or the patience is over. */
  reached(name: string, after?: Position): Promise<Position>;
  /** The end of the log. */
  head(): Promise<Position>;
}

/** How many requests may wait at once, in all and from one network address. */
export interface WaitLimits {
  readonly most: number;
  readonly mostPerAddress: number;
}

const LIMITS: WaitLimits = { most: 128, mostPerAddress: 16 };

/** Counts who waits. */
function createWaitingRoom({ most, mostPerAddress }: WaitLimits) {
  const byAddress = new Map<string, number>();
  let waiting = 0;
  return {
    /** What `wait` answers, or what is given instead when it is full. */
    async enter<T>(address: string, wait: () => Promise<T>, instead: T): Promise<T> {
      const own = byAddress.get(address) ?? 0;
      if (waiting >= most || own >= mostPerAddress) return instead;
      waiting += 1;
      byAddress.set(address, own + 1);
      try {
        return await wait();
      } finally {
        waiting -= 1;
        const left = (byAddress.get(address) ?? 1) - 1;
        if (left === 0) byAddress.delete(address);
        else byAddress.set(address, left);
      }
    },
  };
}

/** How the start of the log looks on the wire, where a position has 32 digits. */
const START = '0'.repeat(32);

/**
 * Waits until read models show everything up to a position, for `?after=`, and answers how far the one furthest behind
 * is. It is asked before the rows are read, so that it never promises more than they show. A position beyond the end of
 * the log is not waited for: no command has answered it, and whoever makes one up shall not hold a request. When too many
 * wait already, the answer is what there is: it comes at once and says how far it goes.
 */
export function createProjectionWait({ reached, head }: ProjectionWaitDeps, limits: WaitLimits = LIMITS) {
  const room = createWaitingRoom(limits);
  const end = singleFlight(head);
  /** Asked twice, since the first answer may have been on its way before the position was given out. */
  const isInLog = async (position: Position) => position <= (await end()) || position <= (await end());
  return async (
    models: readonly NamedModel[],
    after: Position | undefined,
    address: string,
  ): Promise<Position> => {
    const now = await Promise.all(models.map(({ name }) => reached(name)));
    const wait = async (position: Position) =>
      (await isInLog(position)) ? Promise.all(models.map(({ name }) => reached(name, position))) : now;
    const isBehind = after !== undefined && now.some((position) => position < after);
    const positions = isBehind ? await room.enter(address, () => wait(after), now) : now;
    return positions.toSorted()[0] || START;
  };
}

export type ProjectionWait = ReturnType<typeof createProjectionWait>;
