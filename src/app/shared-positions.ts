import { LOG_START, type Position } from '../eventsourcing/event-store.ts';

/**
 * How far the read models are, in memory that the thread which projects shares with the one that answers requests:
 * reading it costs no message, and a batch costs one only while a request waits.
 */
export interface SharedPositions {
  /** Notes positions; true when the reader waits to be told. Only one thread may write. */
  write(positions: ReadonlyMap<string, Position>): boolean;
  /** `LOG_START` for a name that isn't known. */
  read(name: string): Position;
  /** Called by the reader around a wait; it reads once more after the first call, and may then rely on being told. */
  waitBegins(): void;
  waitEnds(): void;
  /** For `sharedPositions` in the other thread. */
  readonly memory: SharedArrayBuffer;
}

/** A position is two 64-bit numbers; both 0 stand for the start of the log. */
const NUMBERS = 2;
const HEADER_BYTES = 8;
const [VERSION, WAITING] = [0, 1];

/**
 * Two copies of all positions, of which the version says which one holds: the writer fills the other and then raises
 * the version, so a reader that finds the same version after it has read has read one whole copy.
 *
 * @param names of the read models, the same in both threads
 */
export function sharedPositions(names: readonly string[], memory?: SharedArrayBuffer): SharedPositions {
  const copyLength = names.length * NUMBERS;
  const shared =
    memory ?? new SharedArrayBuffer(HEADER_BYTES + 2 * copyLength * BigUint64Array.BYTES_PER_ELEMENT);
  const header = new Int32Array(shared, 0, 2);
  const numbers = new BigUint64Array(shared, HEADER_BYTES);
  const indexes = new Map(names.map((name, index) => [name, index * NUMBERS]));
  // Atomics, here too, so that neither compiler nor processor moves them past the version.
  const get = (at: number) => Atomics.load(numbers, at);
  const put = (at: number, value: bigint) => void Atomics.store(numbers, at, value);
  const copyOf = (version: number) => (version & 1) * copyLength;

  return {
    memory: shared,
    write(positions) {
      const version = Atomics.load(header, VERSION);
      const [from, to] = [copyOf(version), copyOf(version + 1)];
      for (let at = 0; at < copyLength; at += 1) put(to + at, get(from + at));
      for (const [name, position] of positions) {
        const index = indexes.get(name);
        if (index === undefined || position === LOG_START) continue;
        put(to + index, BigInt(`0x${position.slice(0, 16)}`));
        put(to + index + 1, BigInt(`0x${position.slice(16)}`));
      }
      Atomics.store(header, VERSION, (version + 1) | 0);
      return Atomics.load(header, WAITING) > 0;
    },
    read(name) {
      const index = indexes.get(name);
      if (index === undefined) return LOG_START;
      for (;;) {
        const version = Atomics.load(header, VERSION);
        const at = copyOf(version) + index;
        const pair = [get(at), get(at + 1)];
        if (Atomics.load(header, VERSION) !== version) continue;
        if (pair.every((number) => number === 0n)) return LOG_START;
        return pair.map((number) => number.toString(16).padStart(16, '0')).join('');
      }
    },
    waitBegins: () => void Atomics.add(header, WAITING, 1),
    waitEnds: () => void Atomics.sub(header, WAITING, 1),
  };
}
