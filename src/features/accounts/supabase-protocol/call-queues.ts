import { z } from 'zod';
import { AuthEmail } from '../../../contracts/accounts/auth.ts';
import { createFairQueue, type FairQueue, type FairQueueLimits } from '../../../http/limits/fair-queue.ts';
import { networkSender } from '../../../http/limits/network-address.ts';
import { countedAddress, type MinuteLimit } from '../../../http/limits/rate-limits.ts';
import { Refused } from '../../../http/refusal.ts';
import type { AccessTokens } from '../sessions/access-tokens.ts';
import type { Devices } from '../sessions/devices.ts';
import { AuthError } from './auth-errors.ts';
import type { AuthRequest, CallKind } from './endpoint.ts';

/** All together are far fewer than the connections to the database, which the whole service shares. */
const CALLS: FairQueueLimits = {
  concurrency: 6,
  concurrencyPerSender: 3,
  maxWaiting: 1_024,
  timeoutMs: 5_000,
  startsPerLoop: 32,
  startsPerLoopInCrowd: 32,
  crowd: 64,
};
/**
 * One per sender, since one hash is made at a time, and in a crowd with a pause after each start: the queries of several sign-ins
 * keep both cores so busy that everything else waits. So a burst of sign-ins delays only itself.
 */
const HASHES: FairQueueLimits = {
  ...CALLS,
  concurrency: 2,
  concurrencyPerSender: 1,
  maxWaiting: 512,
  timeoutMs: 25_000,
  startsPerLoopInCrowd: 1,
  crowd: 8,
  pauseInCrowdMs: 32,
};
/** For users and known devices, who don't wait behind strangers. Here accounts take turns, one call each. */
const HASHES_OF_KNOWN: FairQueueLimits = { ...HASHES, maxWaiting: 256 };

/** When to try again after a refusal. */
const COME_BACK_SECONDS = 5;

/** Decides whether and when a call starts. */
export interface CallQueues {
  /**
   * Counts a call before its body is read. A refresh is counted in `enter`: only its body says which session it is for.
   *
   * @throws Refused `too-many-requests`
   */
  count(kind: CallKind, request: Omit<AuthRequest, 'body'>): Promise<void>;
  /**
   * Waits for a call's turn.
   *
   * @param gone aborts when nobody waits for the response any more
   * @returns the function to call when the work is done
   * @throws AuthError `request_timeout` after waiting too long, which makes the client try again
   */
  enter(kind: CallKind, request: AuthRequest, gone: AbortSignal): Promise<() => void>;
}

interface Session {
  readonly id: string;
  readonly user: string;
}

interface CallQueuesDeps {
  /** Limits calls by one session, or without a session by one network address. */
  readonly limit: MinuteLimit;
  readonly accessTokens: Pick<AccessTokens, 'verify'>;
  readonly devices: Pick<Devices, 'known'>;
  /** The session that a refresh token was made for, and whose it is. */
  readonly sessionOf: (refreshToken: string) => Promise<Session | undefined>;
}

/** A user may begin any number of sessions. At one network address, all together may make as many calls as this number of sessions. */
const SESSIONS_PER_USER = 5;

/** Who makes a call. A session counts apart from others at the same network address. */
type Party = { readonly address: string; readonly session?: Session | undefined };

/** Users take turns, not their sessions. The address is part of it, so that a thief of the password can't slow down its owner. */
function senderOf({ address, session }: Party): string {
  const { network = address } = networkSender(address);
  return session ? `user ${session.user} at ${network}` : address;
}
const countedFor = (party: Party) =>
  party.session
    ? [{ key: `session ${party.session.id}` }, { key: senderOf(party), times: SESSIONS_PER_USER }]
    : countedAddress(party.address);

const Email = z.object({ email: AuthEmail });
const RefreshToken = z.object({ refresh_token: z.string() });

const later = (retryAfterSeconds = COME_BACK_SECONDS) =>
  new AuthError('request_timeout', { retryAfterSeconds });

const acquire = (queue: FairQueue, sender: string, gone: AbortSignal) => queue.acquire(sender, gone, later);

/** Calls wait in four fair queues: for a hash, by strangers or by known users; for another service; and all others. */
export function createCallQueues({ limit, accessTokens, devices, sessionOf }: CallQueuesDeps): CallQueues {
  const calls = createFairQueue(CALLS);
  // Apart from the others, so that a slow service of somebody else keeps nobody waiting for the database.
  const away = createFairQueue(CALLS);
  const hashes = createFairQueue(HASHES);
  const hashesOfKnown = createFairQueue(HASHES_OF_KNOWN);

  async function partyOf({ bearer, device: { address } }: Omit<AuthRequest, 'body'>): Promise<Party> {
    const claims = bearer === undefined ? undefined : await accessTokens.verify(bearer);
    return claims ? { address, session: { id: claims.sessionId, user: claims.userId } } : { address };
  }

  /** Undefined for strangers. */
  async function knownAccount({ body, device }: AuthRequest, gone: AbortSignal) {
    const { data } = Email.safeParse(body);
    if (!data || device.cookie === undefined) return undefined;
    const leave = await acquire(calls, device.address, gone);
    const known = await devices.known(device, data.email).finally(leave);
    return known === undefined ? undefined : `account ${data.email.toLowerCase()}`;
  }

  async function acquireForHash(request: AuthRequest, party: Party, gone: AbortSignal) {
    if (party.session) return acquire(hashesOfKnown, senderOf(party), gone);
    const account = await knownAccount(request, gone);
    return account === undefined
      ? acquire(hashes, senderOf(party), gone)
      : acquire(hashesOfKnown, account, gone);
  }

  /** The client throws its session away when it is told to slow down, but keeps it when it is told to try again. */
  async function countRefresh({ body, device: { address } }: AuthRequest) {
    const { data } = RefreshToken.safeParse(body);
    const session = data && (await sessionOf(data.refresh_token));
    await limit(countedFor({ address, session })).catch((error: unknown) => {
      throw error instanceof Refused ? later(error.retryAfterSeconds) : error;
    });
  }

  return {
    async count(kind, request) {
      if (kind !== 'free' && kind !== 'refresh') await limit(countedFor(await partyOf(request)));
    },

    async enter(kind, request, gone) {
      if (kind === 'refresh') {
        const leave = await acquire(calls, request.device.address, gone);
        return countRefresh(request).then(
          () => leave,
          (error: unknown) => {
            leave();
            throw error;
          },
        );
      }
      const party = await partyOf(request);
      if (kind === 'hash') return acquireForHash(request, party, gone);
      return acquire(kind === 'away' ? away : calls, senderOf(party), gone);
    },
  };
}
