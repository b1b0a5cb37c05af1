export interface TurnLimits {
  /** Most that are under way at once, and most of them from one network address. */
  readonly atOnce: number;
  readonly atOncePerAddress: number;
  /** Most that wait for their turn. */
  readonly waiting: number;
  /** How long one waits before it is refused, in milliseconds. */
  readonly patienceMs: number;
  /**
   * Most that are begun in one turn of the event loop, so that other work is done in between: usually, and (`InCrowd`) while
   * more than `crowd` wait. The loop accepts one new connection in each turn, so turns must be short when many wait. Longer turns
   * save nothing: answers from the cache took 0.041 ms of processor time each when eight were begun at a time, and 0.047 ms with 32.
   */
  readonly aLoop: number;
  readonly aLoopInCrowd: number;
  readonly crowd: number;
  /**
   * The pause after each such turn while more than `crowd` wait, in milliseconds, so that a burst is spread out and others are
   * served in between. No pause when left out. The more addresses wait, the shorter it is.
   */
  readonly pauseInCrowdMs?: number;
}

/** The pauses of a round through all waiting addresses add up to this at most: otherwise many addresses with one request each would keep everybody out. */
const ROUND_MS = 500;

/** Work that waits for its turn. Exactly one of the two functions is called, unless it is withdrawn before. */
interface Turn {
  /** @param done is to be called when it is no longer under way; further calls do nothing */
  readonly begin: (done: () => void) => void;
  readonly refuse: () => void;
}

export interface FairTurns {
  /** @returns a function that withdraws it while it waits */
  ask(address: string, turn: Turn): () => void;
}

/**
 * Limits how much is under way at once. The rest waits, and network addresses take turns, so that a visitor with one
 * request doesn't wait behind the many of somebody else. When too many wait, the latest of the address with most of them
 * is refused.
 */
export function createFairTurns(limits: TurnLimits): FairTurns {
  /** In the order in which addresses have their turn. */
  const queues = new Map<string, Set<Turn>>();
  const underWay = new Map<string, number>();
  let working = 0;
  let waiting = 0;
  let begun = 0;
  let isPlanned = false;

  const isFull = () =>
    working >= limits.atOnce || begun >= (waiting > limits.crowd ? limits.aLoopInCrowd : limits.aLoop);
  const mayBegin = (address: string) => !isFull() && (underWay.get(address) ?? 0) < limits.atOncePerAddress;

  /** Begins the next ones in a later turn of the event loop, not as soon as one ends: quick ones would all be begun in the same turn. */
  function plan(): void {
    if (isPlanned) return;
    isPlanned = true;
    const goOn = () => {
      isPlanned = false;
      begun = 0;
      beginNext();
    };
    const pauseMs = waiting > limits.crowd ? Math.min(limits.pauseInCrowdMs ?? 0, ROUND_MS / queues.size) : 0;
    // A timer waits for a millisecond at least.
    if (pauseMs >= 1) setTimeout(goOn, pauseMs);
    else setImmediate(goOn);
  }

  function begin(address: string, turn: Turn): void {
    working += 1;
    begun += 1;
    underWay.set(address, (underWay.get(address) ?? 0) + 1);
    plan();
    let isDone = false;
    turn.begin(() => {
      if (isDone) return;
      isDone = true;
      working -= 1;
      const left = (underWay.get(address) ?? 1) - 1;
      if (left > 0) underWay.set(address, left);
      else underWay.delete(address);
      plan();
    });
  }

  /** @returns false when it is no longer waiting */
  function leave(address: string, turn: Turn): boolean {
    const queue = queues.get(address);
    if (!queue?.delete(turn)) return false;
    waiting -= 1;
    if (queue.size === 0) queues.delete(address);
    return true;
  }

  function beginNext(): void {
    for (const [address, queue] of queues) {
      if (isFull()) return;
      const [next] = queue;
      if (!next || !mayBegin(address)) continue;
      leave(address, next);
      if (queue.size > 0) {
        // Behind all others until its next turn.
        queues.delete(address);
        queues.set(address, queue);
      }
      begin(address, next);
    }
  }

  function refuseOne(): void {
    let [address, queue] = ['', new Set<Turn>()];
    for (const one of queues) if (one[1].size > queue.size) [address, queue] = one;
    let latest: Turn | undefined;
    for (const turn of queue) latest = turn;
    if (latest && leave(address, latest)) latest.refuse();
  }

  return {
    ask(address, asked) {
      if (mayBegin(address) && !queues.has(address)) {
        begin(address, asked);
        return () => {};
      }
      const stopWaiting = () => clearTimeout(patience);
      const turn: Turn = {
        begin: (done) => {
          stopWaiting();
          asked.begin(done);
        },
        refuse: () => {
          stopWaiting();
          asked.refuse();
        },
      };
      const patience = setTimeout(() => leave(address, turn) && asked.refuse(), limits.patienceMs);
      const queue = queues.get(address) ?? new Set();
      queues.set(address, queue.add(turn));
      waiting += 1;
      plan();
      if (waiting > limits.waiting) refuseOne();
      return () => {
        stopWaiting();
        leave(address, turn);
      };
    },
  };
}
