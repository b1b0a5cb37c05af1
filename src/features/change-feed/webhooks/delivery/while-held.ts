import { HELD_MS } from './leases.ts';

const LOOK_EVERY_MS = 100;
const RENEW_EVERY_MS = 500;

interface Holding<Held> {
  /** @returns undefined if it isn't granted */
  take(): Promise<Held | undefined>;
  /** @returns false when it was taken away */
  renew(): Promise<boolean>;
}

/**
 * Works only while this process certainly holds its lease, which lasts for `HELD_MS` from the moment at which it was asked for. So if
 * this process was suspended, or the database doesn't answer, it stops before another process may take the same.
 *
 * @param work gets a signal that aborts when the lease is lost
 * @returns undefined if the lease wasn't granted
 */
export async function whileHeld<Held, Result>(
  { take, renew }: Holding<Held>,
  work: (held: Held, signal: AbortSignal) => Promise<Result>,
): Promise<Result | undefined> {
  let asked = performance.now();
  let until = asked + HELD_MS;
  const held = await take();
  if (held === undefined || performance.now() >= until) return undefined;
  const lost = new AbortController();
  let renewing = false;
  async function askAgain() {
    const now = performance.now();
    renewing = true;
    asked = now;
    // If that fails, it is tried again until the lease runs out.
    const isMine = await renew().catch(() => undefined);
    if (isMine) until = now + HELD_MS;
    if (isMine === false) lost.abort();
    renewing = false;
  }
  const looking = setInterval(() => {
    const now = performance.now();
    if (now >= until) lost.abort();
    else if (!renewing && now - asked >= RENEW_EVERY_MS) void askAgain();
  }, LOOK_EVERY_MS);
  try {
    return await work(held, lost.signal);
  } finally {
    clearInterval(looking);
  }
}
