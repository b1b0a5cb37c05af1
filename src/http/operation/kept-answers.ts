import { LRUCache } from 'lru-cache';
import type { Position } from '../../eventsourcing/event-store.ts';
import type { AnyReply } from './answer.ts';

/** What an answer depends on. */
interface Asked {
  readonly path: string;
  readonly params: unknown;
  readonly query: object;
  /** Positions of all read models that it reads, taken before it reads them. */
  readonly positions: readonly Position[];
}

/** The kept answer to this question, or else what `make` answers now, written as JSON. */
export type KeepAnswers = (asked: Asked, make: () => Promise<AnyReply>) => Promise<AnyReply>;

/** Applies even while nothing changes, so that repaired rows show up, and nobody's data stays in memory for long. */
const KEPT_MS = 10_000;
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_BYTES_OF_ONE = 1024 * 1024;
/** Memory that an answer takes besides its text and its key: 600 to 750 bytes were measured. */
const BYTES_AROUND_ONE = 1024;
const MINUTE_MS = 60_000;

type Answer = NonNullable<AnyReply> & { readonly body: Buffer };

/** A buffer of its own: a short text would otherwise keep all of the 64 kB chunk that the runtime cuts it from. */
function bytesOf(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

/**
 * Keeps the answers that are the same for everybody until an event may have changed them: each device at the desk shows the same
 * day, and asks for it anew whenever the live updates tell of a change. Those who ask at the same time share one answer.
 *
 * What depends on the time changes with the minute, as all times of a salon do.
 */
export function createKeptAnswers(now: () => Date): KeepAnswers {
  const kept = new LRUCache<string, Answer, () => Promise<AnyReply>>({
    maxSize: MOST_BYTES,
    maxEntrySize: MOST_BYTES_OF_ONE,
    sizeCalculation: ({ body }, key) => body.length + key.length + BYTES_AROUND_ONE,
    ttl: KEPT_MS,
    ttlAutopurge: true,
    // One that is pushed out while it is being made is still answered.
    ignoreFetchAbort: true,
    async fetchMethod(_key, _stale, { context: make }) {
      const reply = await make();
      return reply && { ...reply, body: bytesOf(JSON.stringify(reply.body)) };
    },
  });

  return ({ path, params, query, positions }, make) => {
    const minute = Math.floor(now().getTime() / MINUTE_MS);
    // Whoever has waited for a position has waited before this.
    const key = JSON.stringify([path, params, { ...query, after: undefined }, positions, minute]);
    return kept.fetch(key, { context: make });
  };
}
