import { setTimeout as sleep } from 'node:timers/promises';
import type { DueCause } from '../sending/tables.ts';

/** Looks of one channel that are in hand at once. */
const AT_ONCE = 20;
/** How often it is asked what is due. */
const ASK_EVERY_MS = 500;
/** The longest wait at the end for the looks in hand; the thread has longer to end. */
const END_WITHIN_MS = 5_000;

interface Deps {
  /** Takes so many causes that are due, at the most, for a while in which nobody else takes them. */
  take(most: number): Promise<readonly DueCause[]>;
  look(cause: DueCause): Promise<void>;
  /** Told of what went wrong; it is tried again. */
  onFailure(error: unknown): void;
}

/**
 * Looks at what is due, many causes at once, since looks that are made together share their statements. Ends with the signal, once the
 * looks in hand have ended or have had their time: what they leave is looked at again.
 */
export async function lookAtWhatIsDue({ take, look, onFailure }: Deps, signal: AbortSignal): Promise<void> {
  const inHand = new Map<string, Promise<void>>();
  let isAway = false;

  /** What can't be asked is told once, until it is answered again. */
  async function ask(room: number): Promise<readonly DueCause[]> {
    try {
      const taken = await take(room);
      isAway = false;
      return taken;
    } catch (error) {
      if (!isAway) onFailure(error);
      isAway = true;
      return [];
    }
  }

  /** @returns whether there may be more */
  async function begin(room: number): Promise<boolean> {
    const taken = await ask(room);
    // One that takes long is found again.
    for (const cause of taken.filter(({ causeId }) => !inHand.has(causeId))) {
      const ended = look(cause)
        .catch(onFailure)
        .finally(() => inHand.delete(cause.causeId));
      inHand.set(cause.causeId, ended);
    }
    return taken.length === room;
  }

  async function halfEnded(): Promise<void> {
    while (inHand.size > AT_ONCE / 2) await Promise.race(inHand.values());
  }

  while (!signal.aborted) {
    const room = AT_ONCE - inHand.size;
    const mayBeMore = room > 0 && (await begin(room));
    const woken = new AbortController();
    const waits = AbortSignal.any([signal, woken.signal]);
    if (mayBeMore) void halfEnded().then(() => woken.abort());
    await sleep(ASK_EVERY_MS, undefined, { signal: waits }).catch(() => {});
  }
  await Promise.race([Promise.all(inHand.values()), sleep(END_WITHIN_MS, undefined, { ref: false })]);
}
