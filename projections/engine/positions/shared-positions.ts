import { LOG_START, type Position } from '../../../src/eventsourcing/event-store.ts';

/**
 * The read models' positions in memory that the projector's thread shares with the thread that serves requests: reading
 * them needs no message, and the projector sends one for a batch only while a request waits.
 */
interface SharedPositions {
  /** Stores positions. Only one thread may write. @returns true when the reader waits, and so must be sent a message */
  write(positions: ReadonlyMap<string, Position>): boolean;
  /** `LOG_START` for a name that isn't known. */
  read(name: string): Position;
  /**
   * Called by the reader before and after a wait. A position written before `waitBegins` sends no message, so the reader
   * must read once more after it.
   */
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
 * There are two copies of all positions, and the version says which one is valid. The writer fills the other one and then
 * raises the version. A reader that finds the version unchanged after reading has read a consistent copy.
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
  // Atomics here too, so that neither compiler nor processor reorders these accesses and those of the version.
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
