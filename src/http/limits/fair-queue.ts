export interface FairQueueLimits {
  /** Most tasks that run at once, and most of them by one sender. */
  readonly concurrency: number;
  readonly concurrencyPerSender: number;
  /** Most tasks that wait. */
  readonly maxWaiting: number;
  /** How long a task waits before it is refused, in milliseconds. */
  readonly timeoutMs: number;
  /**
   * The most tasks that are started in one turn of the event loop, so that other work is done in between. `startsPerLoop` is the
   * usual number, `startsPerLoopInCrowd` the number while more than `crowd` tasks wait. The loop accepts one new connection in each
   * turn, so turns must be short when there are many connections. Longer turns save nothing: a cached response took 0.041 ms of
   * processor time when eight were started at a time, and 0.047 ms when 32 were. If left out, there is no such limit.
   */
  readonly startsPerLoop?: number;
  readonly startsPerLoopInCrowd?: number;
  readonly crowd?: number;
  /**
   * While more than `crowd` tasks wait, a pause of this many milliseconds follows each turn that starts tasks, so that a burst leaves
   * time for everything else. The more senders wait, the shorter the pause is. If left out, the next turn follows at once.
   */
  readonly pauseInCrowdMs?: number;
}

/**
 * Pauses are so short that every waiting sender has a turn within about this time. Otherwise many senders with one task each would
 * block everybody.
 */
const ROUND_MS = 500;

/** A task. Exactly one of its two functions is called, unless the task is cancelled before. */
interface Task {
  /** @param release must be called when the task no longer runs; further calls do nothing */
  readonly start: (release: () => void) => void;
  readonly refuse: () => void;
}

export interface FairQueue {
  /** Starts a task at once if there is room. @returns a function that cancels it while it waits */
  enqueue(sender: string, task: Task): () => void;
  /**
   * Waits for a turn.
   *
   * @param refusal makes the error that is thrown when the task is refused, or when `gone` aborts while it waits
   * @returns a function to call when the work is done
   */
  acquire(sender: string, gone: AbortSignal, refusal: () => Error): Promise<() => void>;
}

/**
 * Limits how many tasks run at once. The others wait, and senders take turns, so that a sender with one task doesn't wait behind the
 * many tasks of another. When too many tasks wait, the latest task of the sender with the most tasks is refused. For HTTP requests a
 * sender is a network address, for sign-ins it may also be a user or an account.
 */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  const { startsPerLoop = Number.POSITIVE_INFINITY, startsPerLoopInCrowd = startsPerLoop } = limits;
  const { crowd = Number.POSITIVE_INFINITY, pauseInCrowdMs = 0 } = limits;
  /** The waiting tasks of each sender, in the order in which senders have their turn. */
  const queues = new Map<string, Set<Task>>();
  const running = new Map<string, number>();
  let working = 0;
  let waiting = 0;
  let started = 0;
  let isPlanned = false;

  const isFull = () =>
    working >= limits.concurrency || started >= (waiting > crowd ? startsPerLoopInCrowd : startsPerLoop);
  const mayStart = (sender: string) => !isFull() && (running.get(sender) ?? 0) < limits.concurrencyPerSender;

  /** Starts the next tasks in a later turn of the event loop. A task that ends at once would otherwise start them while it ends. */
  function plan(): void {
    if (isPlanned) return;
    isPlanned = true;
    const goOn = () => {
      isPlanned = false;
      started = 0;
      startNext();
    };
    const pauseMs = waiting > crowd ? Math.min(pauseInCrowdMs, ROUND_MS / queues.size) : 0;
    // A timer always waits for at least a millisecond.
    if (pauseMs >= 1) setTimeout(goOn, pauseMs);
    else setImmediate(goOn);
  }

  function start(sender: string, task: Task): void {
    working += 1;
    started += 1;
    running.set(sender, (running.get(sender) ?? 0) + 1);
    plan();
    let isReleased = false;
    task.start(() => {
      if (isReleased) return;
      isReleased = true;
      working -= 1;
      const left = (running.get(sender) ?? 1) - 1;
      if (left > 0) running.set(sender, left);
      else running.delete(sender);
      plan();
    });
  }

  /** @returns false when the task isn't waiting any more */
  function remove(sender: string, task: Task): boolean {
    const queue = queues.get(sender);
    if (!queue?.delete(task)) return false;
    waiting -= 1;
    if (queue.size === 0) queues.delete(sender);
    return true;
  }

  function startNext(): void {
    for (const [sender, queue] of queues) {
      if (isFull()) return;
      const [next] = queue;
      if (!next || !mayStart(sender)) continue;
      remove(sender, next);
      if (queue.size > 0) {
        // The sender goes to the end of the line until its next turn.
        queues.delete(sender);
        queues.set(sender, queue);
      }
      start(sender, next);
    }
  }

  function refuseOne(): void {
    let [sender, queue] = ['', new Set<Task>()];
    for (const one of queues) if (one[1].size > queue.size) [sender, queue] = one;
    let latest: Task | undefined;
    for (const task of queue) latest = task;
    if (latest && remove(sender, latest)) latest.refuse();
  }

  function enqueue(sender: string, asked: Task): () => void {
    if (mayStart(sender) && !queues.has(sender)) {
      start(sender, asked);
      return () => {};
    }
    const stopWaiting = () => clearTimeout(timeout);
    const task: Task = {
      start: (release) => {
        stopWaiting();
        asked.start(release);
      },
      refuse: () => {
        stopWaiting();
        asked.refuse();
      },
    };
    const timeout = setTimeout(() => remove(sender, task) && asked.refuse(), limits.timeoutMs);
    const queue = queues.get(sender) ?? new Set();
    queues.set(sender, queue.add(task));
    waiting += 1;
    plan();
    if (waiting > limits.maxWaiting) refuseOne();
    return () => {
      stopWaiting();
      remove(sender, task);
    };
  }

  return {
    enqueue,

    async acquire(sender, gone, refusal) {
      if (gone.aborted) throw refusal();
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const refuse = () => reject(refusal());
      const cancel = enqueue(sender, { start: resolve, refuse });
      const leave = () => {
        cancel();
        refuse();
      };
      gone.addEventListener('abort', leave, { once: true });
      return promise.finally(() => gone.removeEventListener('abort', leave));
    },
  };
}
