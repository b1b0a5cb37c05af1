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

/** All queues together run far fewer calls than there are connections to the database, which the whole service shares. */
const CALLS: FairQueueLimits = {
  concurrency: 6,
  concurrencyPerSender: 3,
  maxWaiting: 1_024,
  timeoutMs: 5_000,
};
/**
 * Each sender has one call at a time, since hashes are made one at a time. If many calls wait, there is a pause after each start:
 * otherwise the queries of many sign-ins keep both cores so busy that everything else waits. So a burst of sign-ins delays only
 * sign-ins.
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
/** The queue for signed-in users and known devices, so that they don't wait behind strangers. Accounts take turns, one call each. */
const HASHES_OF_KNOWN: FairQueueLimits = { ...HASHES, maxWaiting: 256 };

/** After how many seconds a refused call should be tried again. */
const COME_BACK_SECONDS = 5;

/** Decides whether and when a call starts. */
export interface CallQueues {
  /**
   * Counts a call before its body is read. A refresh is counted in `enter` instead, since only its body says which session it is for.
   *
   * @throws Refused `too-many-requests`
   */
  count(kind: CallKind, request: Omit<AuthRequest, 'body'>): Promise<void>;
  /**
   * Waits for a call's turn.
   *
   * @param gone aborts when nobody waits for the response any more
   * @returns a function to call when the work is done
   * @throws AuthError `request_timeout` after waiting too long; the client then tries again
   */
  enter(kind: CallKind, request: AuthRequest, gone: AbortSignal): Promise<() => void>;
}

interface Session {
  readonly id: string;
  readonly user: string;
}

interface CallQueuesDeps {
  /** Limits the calls of one session, or of one network address for calls without a session. */
  readonly limit: MinuteLimit;
  readonly accessTokens: Pick<AccessTokens, 'verify'>;
  readonly devices: Pick<Devices, 'known'>;
  /** The session that a refresh token was made for, and its user. */
  readonly sessionOf: (refreshToken: string) => Promise<Session | undefined>;
}

/** A user may begin any number of sessions. From one network address, they may together make as many calls as this many sessions. */
const SESSIONS_PER_USER = 5;

/** Who makes a call. A session is counted separately from others at the same network address. */
type Party = { readonly address: string; readonly session?: Session | undefined };

/** Users take turns, not sessions. The address is part of the sender's name, so that a thief of the password can't slow down its owner. */
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

/** Calls wait in four fair queues: strangers' calls that need a hash, known users' calls that do, calls of other services, and the rest. */
export function createCallQueues({ limit, accessTokens, devices, sessionOf }: CallQueuesDeps): CallQueues {
  const calls = createFairQueue(CALLS);
  // Calls that wait for another service have a queue of their own, so that a slow service delays no call that needs only the database.
  const away = createFairQueue(CALLS);
  const hashes = createFairQueue(HASHES);
  const hashesOfKnown = createFairQueue(HASHES_OF_KNOWN);

  async function partyOf({ bearer, device: { address } }: Omit<AuthRequest, 'body'>): Promise<Party> {
    const claims = bearer === undefined ? undefined : await accessTokens.verify(bearer);
    return claims ? { address, session: { id: claims.sessionId, user: claims.userId } } : { address };
  }

  /** Name of the account that the call is for, if the device is known to it; undefined for strangers. */
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

  /** Refuses with "try again" instead of "slow down": for the latter, the client would throw its session away. */
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
