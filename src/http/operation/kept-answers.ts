import { LRUCache } from 'lru-cache';
import type { Position } from '../../eventsourcing/event-store.ts';
import type { AnyAnswer } from './answer.ts';

interface Asked {
  readonly path: string;
  readonly query: object;
  /** Positions of all read models that the answer reads, taken before it reads them. */
  readonly positions: readonly Position[];
}

/** Returns the kept answer to a question. If there is none, `make` is called, and its answer is kept as JSON. */
export type KeepAnswers = (asked: Asked, make: () => Promise<AnyAnswer>) => Promise<AnyAnswer>;

/** An answer is kept at most this long, even if nothing changes. So repaired rows show up, and nobody's data stays in memory for long. */
const KEPT_MS = 10_000;
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_BYTES_OF_ONE = 1024 * 1024;
/** Memory that an answer needs in addition to its text and its key: 600 to 750 bytes were measured. */
const BYTES_AROUND_ONE = 1024;
const MINUTE_MS = 60_000;

type Answer = NonNullable<AnyAnswer> & { readonly body: Buffer };

/** The text's bytes in a buffer of their own. Node cuts short texts from chunks of 64 kB, and each keeps its whole chunk in memory. */
function bytesOf(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

/**
 * Keeps answers that are the same for all visitors until an event may have changed them. Requests at the same time share one answer.
 *
 * An answer is kept for the present minute only, since answers may depend on the time, and all times of a salon are whole minutes.
 *
 * @param changedAt where the last change was of what this process keeps in memory, such as the settings
 */
export function createKeptAnswers(now: () => Date, changedAt: () => Position): KeepAnswers {
  const kept = new LRUCache<string, Answer, () => Promise<AnyAnswer>>({
    maxSize: MOST_BYTES,
    maxEntrySize: MOST_BYTES_OF_ONE,
    sizeCalculation: ({ body }, key) => body.length + key.length + BYTES_AROUND_ONE,
    ttl: KEPT_MS,
    ttlAutopurge: true,
    // If an answer is pushed out of the cache while it is being made, its callers still get it.
    ignoreFetchAbort: true,
    async fetchMethod(_key, _stale, { context: make }) {
      const answered = await make();
      return answered && { ...answered, body: bytesOf(JSON.stringify(answered.body)) };
    },
  });

  return ({ path, query, positions }, make) => {
    const minute = Math.floor(now().getTime() / MINUTE_MS);
    // `after` isn't part of the key: the wait for that position is over when this is called.
    const key = JSON.stringify([path, { ...query, after: undefined }, positions, changedAt(), minute]);
    return kept.fetch(key, { context: make });
  };
}
