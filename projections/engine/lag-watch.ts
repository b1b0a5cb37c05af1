import { type EventStore, LOG_START, type Position } from '../../src/eventsourcing/event-store.ts';

/** A subscription that delivers nothing for so long while the log is ahead is dead. */
const SILENCE_MS = 30_000;

/** Compares the projected position with the end of the log. */
interface LagWatch {
  /** Call it when everything up to the position is projected. */
  reached(position: Position): void;
  /** Compares once; true when the subscription seems to be dead. @throws StoreUnavailable */
  compare(): Promise<boolean>;
  /** How long the log has been ahead without a break; 0 when all is projected. */
  secondsBehind(): number;
  /** Time of the last comparison, as an ISO instant. */
  comparedAt(): string | null;
}

export function createLagWatch(store: Pick<EventStore, 'head'>): LagWatch {
  let position = LOG_START;
  let reachedAt = 0;
  let behindSince: number | null = null;
  let comparedAt: string | null = null;
  return {
    reached(to) {
      position = to;
      reachedAt = Date.now();
    },
    async compare() {
      const head = await store.head();
      const now = Date.now();
      comparedAt = new Date(now).toISOString();
      if (position >= head) behindSince = null;
      else behindSince ??= now;
      const isSilent = behindSince !== null && now - Math.max(reachedAt, behindSince) > SILENCE_MS;
      // The subscription that replaces it gets as much time.
      if (isSilent) reachedAt = now;
      return isSilent;
    },
    secondsBehind: () => (behindSince === null ? 0 : (Date.now() - behindSince) / 1_000),
    comparedAt: () => comparedAt,
  };
}
