export interface FairQueueLimits {
  /** Most tasks that run at once, and most of them by one sender. */
  readonly concurrency: number;
  readonly concurrencyPerSender: number;
  /** Most tasks that wait. */
  readonly maxWaiting: number;
  /** How long a task waits before it is refused, in milliseconds. */
  readonly timeoutMs: number;
  /**
   * Most tasks that are started in one turn of the event loop, so that other work is done in between: usually, and while more than
   * `crowd` wait. The loop accepts one new connection in each turn, so turns must be short when there are many. Longer ones save
   * nothing: started eight at a time, cached responses took less processor time each than by 32 (0.041 ms and 0.047 ms).
   */
  readonly startsPerLoop: number;
  readonly startsPerLoopInCrowd: number;
  readonly crowd: number;
  /**
   * How long nothing more is started after each such turn while more than `crowd` wait, in milliseconds, so that a burst leaves time
   * for everything else; without it, the next turn of the event loop goes on. The more senders wait, the shorter it is.
   */
  readonly pauseInCrowdMs?: number;
}

/** Pauses let all waiting senders have a turn within about this time. Otherwise many senders with one task each would block everybody. */
const ROUND_MS = 500;

/** Exactly one of the two functions is called, unless the task is cancelled before. */
interface Task {
  /** @param release is to be called when the task no longer runs; further calls do nothing */
  readonly start: (release: () => void) => void;
  readonly refuse: () => void;
}

export interface FairQueue {
  /** Starts a task at once if there is room. @returns a function that cancels it while it waits */
  enqueue(sender: string, task: Task): () => void;
  /**
   * Waits for a turn.
   *
   * @param refusal makes the error to throw when it is refused, or when `gone` aborts while it waits
   * @returns the function to call when the work is done
   */
  acquire(sender: string, gone: AbortSignal, refusal: () => Error): Promise<() => void>;
}

/**
 * Limits how much runs at once. The rest waits, and senders take turns, so that a sender with one task doesn't wait behind the many
 * of another. When too many wait, the latest of the sender with most of them is refused. HTTP requests wait by network address,
 * sign-ins also by user or account.
 */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  /** In the order in which senders have their turn. */
  const queues = new Map<string, Set<Task>>();
  const running = new Map<string, number>();
  let working = 0;
  let waiting = 0;
  let started = 0;
  let isPlanned = false;

  const isFull = () =>
    working >= limits.concurrency ||
    started >= (waiting > limits.crowd ? limits.startsPerLoopInCrowd : limits.startsPerLoop);
  const mayStart = (sender: string) => !isFull() && (running.get(sender) ?? 0) < limits.concurrencyPerSender;

  /** A task that ends at once makes room at once, so the next ones start in a later turn, not while it ends. */
  function plan(): void {
    if (isPlanned) return;
    isPlanned = true;
    const goOn = () => {
      isPlanned = false;
      started = 0;
      startNext();
    };
    const pauseMs = waiting > limits.crowd ? Math.min(limits.pauseInCrowdMs ?? 0, ROUND_MS / queues.size) : 0;
    // A timer waits for a millisecond at least.
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

  /** @returns false when it waits no longer */
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
        // Behind all others until its next turn.
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
