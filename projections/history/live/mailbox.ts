import { firstValueFrom, merge, Subject, timer } from 'rxjs';
import type { LiveChange } from '../../../src/contracts/live.ts';
import { aborted } from '../../../src/eventsourcing/async/aborted.ts';
import type { Position } from '../../../src/eventsourcing/event-store.ts';

/** The changes that one reader hasn't been told yet. */
type Unread =
  | { readonly kind: 'changes'; readonly position: Position; readonly changes: readonly LiveChange[] }
  | { readonly kind: 'reset'; readonly position: Position };

/** Most things that wait for a slow reader. Beyond it, the reader is told to load everything again. */
const MOST_WAITING = 500;

/** Collects changes for one reader, each thing once, so that a slow one can't make it grow. */
export interface Mailbox {
  /** @param changes null for more than can be told one by one */
  put(changes: readonly LiveChange[] | null, position: Position): void;
  /** Everything that waits; undefined when there is nothing. */
  take(): Unread | undefined;
  /** Resolves once there is something, the time is over, or the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export function createMailbox(): Mailbox {
  let waiting = new Map<string, LiveChange>();
  let isTooMuch = false;
  let last: Position | undefined;
  const woken = new Subject<void>();

  return {
    put(changes, position) {
      if (changes?.length === 0) return;
      last = position;
      for (const change of changes ?? []) {
        const key = `${change.kind} ${change.id}`;
        // The latest change comes last.
        waiting.delete(key);
        waiting.set(key, change);
      }
      isTooMuch ||= changes === null || waiting.size > MOST_WAITING;
      if (isTooMuch) waiting.clear();
      woken.next();
    },
    take() {
      if (last === undefined) return undefined;
      const unread: Unread = isTooMuch
        ? { kind: 'reset', position: last }
        : { kind: 'changes', position: last, changes: [...waiting.values()] };
      waiting = new Map();
      isTooMuch = false;
      last = undefined;
      return unread;
    },
    async wait(ms, signal) {
      if (last === undefined) await firstValueFrom(merge(woken, timer(ms), aborted(signal)));
    },
  };
}
