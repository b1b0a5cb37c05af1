import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Operation } from '../../../contracts/operation.ts';
import { addressOf, createMinuteLimit } from '../../../http/limits/rate-limits.ts';
import { bearerOf, type Guard } from '../../../http/operation/caller.ts';
import { refuse } from '../../../http/refusal.ts';
import {
  hashesOfApiKeys,
  hashOfApiKey,
  isMeantAsApiKey,
  noteUseOfApiKey,
  openApiKey,
} from './stored-keys.ts';

/** How many requests a minute one key may send to each process. */
export const MOST_REQUESTS = 600;
/** When a key was last used is known to the minute. */
const NOTED_EVERY_MS = 60_000;
/** To distinguish keys that work from guesses, all of them are read, but not more often than this. */
const ALL_READ_EVERY_MS = 1_000;
/** More keys than any salon has. */
const KEYS_KNOWN = 1_000;

/** The name under which requests with a key are counted. */
const nameOf = (hash: Buffer) => hash.toString('base64');

interface ApiKeyGuardDeps {
  readonly pool: Pool;
  /** How many keys one network address may try in a minute; 0 = no limit. */
  readonly guessesPerMinute: number;
  readonly now: () => Date;
}

/**
 * Makes the guard of staff's operations that also lets programs in with an API key, where the key's areas reach. Elsewhere a key is no
 * token at all. Keys are looked up for every request, by one index, so that a revoked one opens nothing from that moment, in any process.
 */
export function createApiKeyGuard({ pool, guessesPerMinute, now }: ApiKeyGuardDeps) {
  const countRequest = createMinuteLimit(MOST_REQUESTS);
  const countGuess = createMinuteLimit(guessesPerMinute);
  /** The hashes of keys that were right here before. Requests with them are counted by key; all others may be guesses. */
  const known = new LRUCache<string, true>({ max: KEYS_KNOWN });
  /** A request that waits is checked again and again, but counts once. */
  const counted = new WeakSet<Request>();

  /** The names of all keys that work, as last read. */
  let all = { readAt: Number.NEGATIVE_INFINITY, names: Promise.resolve<ReadonlySet<string>>(new Set()) };

  /** Whether a key works, or did a second ago. */
  async function isAmongAll(name: string): Promise<boolean> {
    const readAt = performance.now();
    if (readAt - all.readAt >= ALL_READ_EVERY_MS)
      all = { readAt, names: hashesOfApiKeys(pool).then((hashes) => new Set(hashes.map(nameOf))) };
    return (await all.names).has(name);
  }

  /** Those who guess must not keep out a program at the same address whose key this process hasn't seen yet. */
  async function countUnknown(req: Request, name: string): Promise<void> {
    try {
      await countGuess(addressOf(req));
    } catch (tooMany) {
      if (!(await isAmongAll(name))) throw tooMany;
    }
  }

  async function admit(req: Request, key: string, { area, method }: Operation) {
    const hash = hashOfApiKey(key);
    if (hash === null) throw refuse('api-key-invalid');
    const name = nameOf(hash);
    if (!counted.has(req)) {
      counted.add(req);
      await (known.has(name) ? countRequest(name) : countUnknown(req, name));
    }
    const found = await openApiKey(pool, hash);
    if (!found) {
      known.delete(name);
      throw refuse('api-key-invalid');
    }
    known.set(name, true);
    const { id, userId, areas, mayWrite, lastUsedAt } = found;
    const at = now();
    if (lastUsedAt === null || at.getTime() - lastUsedAt.getTime() >= NOTED_EVERY_MS)
      await noteUseOfApiKey(pool, id, at);
    if (!area || !areas.includes(area) || !(mayWrite || method === 'get')) throw refuse('not-for-this-key');
    return { kind: 'admin', userId, role: 'owner', stylistId: null, apiKey: id } as const;
  }

  return (people: Guard<'admin'>): Guard<'admin'> =>
    (req, operation) => {
      const bearer = operation.area === null ? undefined : bearerOf(req);
      return isMeantAsApiKey(bearer) ? admit(req, bearer, operation) : people(req, operation);
    };
}
