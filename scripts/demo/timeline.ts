/** Future happenings in the order of time; each may add others that follow from it. */
export interface Timeline {
  add(at: Date, action: () => Promise<void>): void;
  /** Does everything up to a time; later things never happen. @param onTime told each time before it is reached */
  run(until: Date, onTime: (now: Date) => Promise<void>): Promise<void>;
}

interface Entry {
  readonly at: Date;
  readonly action: () => Promise<void>;
}

/** Actions under way at once. Those on one thing follow one another, since each adds the next. */
const AT_ONCE = 8;
/** Nothing begins while something this much earlier is under way, so that the log stays in the order of time. */
const MOST_APART_MS = 6 * 3_600_000;

/** A binary heap by time. */
function heap() {
  const entries: Entry[] = [];
  const timeAt = (index: number) => entries[index]?.at.getTime() ?? Number.POSITIVE_INFINITY;
  function swap(a: number, b: number): void {
    [entries[a], entries[b]] = [entries[b] as Entry, entries[a] as Entry];
  }
  return {
    first: () => entries[0],
    push(entry: Entry): void {
      entries.push(entry);
      for (let index = entries.length - 1; index > 0; ) {
        const parent = (index - 1) >> 1;
        if (timeAt(parent) <= timeAt(index)) break;
        swap(parent, index);
        index = parent;
      }
    },
    pop(): void {
      swap(0, entries.length - 1);
      entries.pop();
      for (let index = 0; ; ) {
        const left = 2 * index + 1;
        const child = timeAt(left + 1) < timeAt(left) ? left + 1 : left;
        if (timeAt(index) <= timeAt(child)) break;
        swap(index, child);
        index = child;
      }
    },
  };
}

/** @param at does an action at its time */
export function createTimeline(at: (moment: Date, action: () => Promise<void>) => Promise<void>): Timeline {
  const waiting = heap();
  return {
    add: (moment, action) => waiting.push({ at: moment, action }),

    async run(until, onTime) {
      const running = new Map<Promise<void>, Date>();
      for (;;) {
        const next = waiting.first();
        const isDue = next !== undefined && next.at <= until;
        if (!isDue && running.size === 0) return;
        const [, oldest] = running.entries().next().value ?? [];
        const isFarAhead = isDue && oldest && next.at.getTime() - oldest.getTime() > MOST_APART_MS;
        if (!isDue || isFarAhead || running.size >= AT_ONCE) {
          await Promise.race(running.keys());
          continue;
        }
        waiting.pop();
        await onTime(next.at);
        const work: Promise<void> = at(next.at, next.action).finally(() => running.delete(work));
        running.set(work, next.at);
      }
    },
  };
}
