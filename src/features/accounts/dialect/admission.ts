import { z } from 'zod';
import { AuthEmail } from '../../../contracts/auth.ts';
import { createFairTurns, type FairTurns, type TurnLimits } from '../../../http/fair-turns.ts';
import { networkSender } from '../../../http/network-address.ts';
import { countedAddress, type MinuteLimit } from '../../../http/rate-limits.ts';
import { Refused } from '../../../http/refusal.ts';
import type { AccessTokens } from '../access-tokens.ts';
import { AuthError } from '../auth-error.ts';
import type { Devices } from '../devices.ts';
import type { AuthRequest, CallKind } from './endpoint.ts';

/** Together far fewer than the connections to the database, which all of the service shares. */
const CALLS: TurnLimits = {
  atOnce: 6,
  atOncePerAddress: 3,
  waiting: 1_024,
  patienceMs: 5_000,
  aLoop: 32,
  aLoopInCrowd: 32,
  crowd: 64,
};
/** They wait for other services more than for the database; one of these that is slow must not keep everybody waiting. */
const AWAY = CALLS;
/**
 * One of each address, as one hash is made at a time, and in a rush with a pause after each: what several look up and write keeps
 * both cores busy enough for everybody else to wait. A rush of sign-ins waits for itself.
 */
const HASHES: TurnLimits = {
  ...CALLS,
  atOnce: 2,
  atOncePerAddress: 1,
  waiting: 512,
  patienceMs: 25_000,
  aLoopInCrowd: 1,
  crowd: 8,
  pauseInCrowdMs: 32,
};
/** Those whom an account knows don't wait behind strangers. Accounts take turns here, each with one. */
const HASHES_OF_KNOWN: TurnLimits = { ...HASHES, waiting: 256 };

/** Of whom there are too many just now. */
const COME_BACK_SECONDS = 5;

/** Decides whether a call is begun, and when. */
export interface Admission {
  /**
   * Counts a call before its body is read. A refresh isn't counted here: its body says whom it counts for.
   *
   * @throws Refused `too-many-requests`
   */
  count(kind: CallKind, request: Omit<AuthRequest, 'body'>): Promise<void>;
  /**
   * Waits for a call's turn.
   *
   * @param gone aborts when nobody waits for the answer any more
   * @returns to be called when the work is done
   * @throws AuthError `request_timeout` when it has waited for too long, which a client takes for a reason to try again
   */
  enter(kind: CallKind, request: AuthRequest, gone: AbortSignal): Promise<() => void>;
}

interface AdmissionDeps {
  /** Of calls by one session, or from one network address without one. */
  readonly limit: MinuteLimit;
  readonly accessTokens: Pick<AccessTokens, 'verify'>;
  readonly devices: Pick<Devices, 'known'>;
  /** The session that a refresh token was made for. */
  readonly sessionOf: (refreshToken: string) => Promise<string | undefined>;
}

/** Anybody who has an account begins as many sessions as they like: those at one address together may do as much as so many. */
const SESSIONS_PER_USER = 5;

/** Whom a call counts for: whoever is signed in counts apart from others at the same network address. */
type Party = { readonly address: string; readonly session?: { readonly id: string; readonly user: string } };

/** Users take turns, not their sessions. By address, so that whoever knows a password keeps its owner from nothing. */
function nameOf({ address, session }: Party): string {
  const { network = address } = networkSender(address);
  return session ? `user ${session.user} at ${network}` : address;
}
const countedFor = (party: Party) =>
  party.session
    ? [{ key: sessionKey(party.session.id) }, { key: nameOf(party), times: SESSIONS_PER_USER }]
    : countedAddress(party.address);
const sessionKey = (id: string) => `session ${id}`;

const Email = z.object({ email: AuthEmail });
const RefreshToken = z.object({ refresh_token: z.string() });

const later = (retryAfterSeconds = COME_BACK_SECONDS) =>
  new AuthError('request_timeout', { retryAfterSeconds });

function take(turns: FairTurns, name: string, gone: AbortSignal): Promise<() => void> {
  if (gone.aborted) return Promise.reject(later());
  const { promise, resolve, reject } = Promise.withResolvers<() => void>();
  const refuse = () => reject(later());
  const withdraw = turns.ask(name, { begin: resolve, refuse });
  const leave = () => {
    withdraw();
    refuse();
  };
  gone.addEventListener('abort', leave, { once: true });
  return promise.finally(() => gone.removeEventListener('abort', leave));
}

/** Calls begin in fair turns of sessions and network addresses, those that wait for a hash apart from all others. */
export function createAdmission({ limit, accessTokens, devices, sessionOf }: AdmissionDeps): Admission {
  const calls = createFairTurns(CALLS);
  const away = createFairTurns(AWAY);
  const hashes = createFairTurns(HASHES);
  const hashesOfKnown = createFairTurns(HASHES_OF_KNOWN);

  async function partyOf({ bearer, device: { address } }: Omit<AuthRequest, 'body'>): Promise<Party> {
    const claims = bearer === undefined ? undefined : await accessTokens.verify(bearer);
    return claims ? { address, session: { id: claims.sessionId, user: claims.userId } } : { address };
  }

  /** Undefined for strangers. */
  async function knownAccount({ body, device }: AuthRequest, gone: AbortSignal) {
    const { data } = Email.safeParse(body);
    if (!data || device.cookie === undefined) return undefined;
    const leave = await take(calls, device.address, gone);
    const known = await devices.known(device, data.email).finally(leave);
    return known === undefined ? undefined : `account ${data.email.toLowerCase()}`;
  }

  async function takeForHash(request: AuthRequest, party: Party, gone: AbortSignal) {
    if (party.session) return take(hashesOfKnown, nameOf(party), gone);
    const account = await knownAccount(request, gone);
    return account === undefined ? take(hashes, nameOf(party), gone) : take(hashesOfKnown, account, gone);
  }

  /** A client that is told to slow down throws its session away; one that is told to try again keeps it. */
  async function countRefresh({ body, device: { address } }: AuthRequest) {
    const { data } = RefreshToken.safeParse(body);
    const session = data && (await sessionOf(data.refresh_token));
    await limit(session === undefined ? countedAddress(address) : [{ key: sessionKey(session) }]).catch(
      (error: unknown) => {
        throw error instanceof Refused ? later(error.retryAfterSeconds) : error;
      },
    );
  }

  return {
    async count(kind, request) {
      if (kind !== 'free' && kind !== 'refresh') await limit(countedFor(await partyOf(request)));
    },

    async enter(kind, request, gone) {
      if (kind === 'refresh') {
        const leave = await take(calls, request.device.address, gone);
        return countRefresh(request).then(
          () => leave,
          (error: unknown) => {
            leave();
            throw error;
          },
        );
      }
      const party = await partyOf(request);
      if (kind === 'hash') return takeForHash(request, party, gone);
      return take(kind === 'away' ? away : calls, nameOf(party), gone);
    },
  };
}
