import { singleFlight } from '../../eventsourcing/async/single-flight.ts';
import type { Position } from '../../eventsourcing/event-store.ts';

/** Anything with the name of a read model. */
export interface NamedModel {
  readonly name: string;
}

interface ProjectionWaitDeps {
  /** Returns the position that a read model has reached, once it has reached `after` or the longest wait is over. */
  reached(name: string, after?: Position): Promise<Position>;
  /** The end of the log. */
  head(): Promise<Position>;
}

/** How many requests may wait at once, in all and from one network address. */
interface WaitLimits {
  readonly most: number;
  readonly mostPerAddress: number;
}

const LIMITS: WaitLimits = { most: 128, mostPerAddress: 16 };

/** Limits how many requests wait. */
function createWaitingRoom({ most, mostPerAddress }: WaitLimits) {
  const byAddress = new Map<string, number>();
  let waiting = 0;
  return {
    /** Returns the result of `wait`, or `instead` if too many requests already wait. */
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

/** A position in the form in which it is sent. There, the start of the log has 32 digits like any other position. */
export const wirePosition = (position: Position): Position => position || '0'.repeat(32);

/** The position of the read model that is furthest behind. */
export const furthestBehind = (positions: readonly Position[]): Position =>
  wirePosition(positions.toSorted()[0] ?? '');

/**
 * Waits for `?after=` until read models have reached a position, and returns the position of each. Call it before rows are read, so
 * that the rows are at least as new as the position in the response. It doesn't wait for a position beyond the end of the log: no
 * command has returned such a position, and requests with made-up positions must not stay open. If too many requests already wait, it
 * returns the present positions at once.
 */
export function createProjectionWait({ reached, head }: ProjectionWaitDeps, limits: WaitLimits = LIMITS) {
  const room = createWaitingRoom(limits);
  const end = singleFlight(head);
  /** May ask for the end twice: the first call may share one that was already under way before the position was appended. */
  const isInLog = async (position: Position) => position <= (await end()) || position <= (await end());
  return async (
    models: readonly NamedModel[],
    after: Position | undefined,
    address: string,
  ): Promise<readonly Position[]> => {
    const now = await Promise.all(models.map(({ name }) => reached(name)));
    const wait = async (position: Position) =>
      (await isInLog(position)) ? Promise.all(models.map(({ name }) => reached(name, position))) : now;
    const isBehind = after !== undefined && now.some((position) => position < after);
    return isBehind ? room.enter(address, () => wait(after), now) : now;
  };
}

export type ProjectionWait = ReturnType<typeof createProjectionWait>;
