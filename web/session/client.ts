import {
  AuthClient,
  isAuthApiError,
  isAuthPKCECodeVerifierMissingError,
  isAuthRetryableFetchError,
  isAuthSessionMissingError,
  type Session,
} from '@supabase/auth-js';
import { ApiError, fetchTelling } from '../api.ts';
import { SignedOut } from './failure.ts';
import { keepWait } from './retry-after.ts';
import { currentSession, type SessionState, setSession } from './store.ts';

/** The client of the sign-in service. It keeps the session in local storage, renews it, and tells other tabs. */
export const client = new AuthClient({
  url: `${window.location.origin}/auth/v1`,
  storageKey: 'salon-session',
  flowType: 'pkce',
  // Pages redeem links themselves, to say what came of it.
  detectSessionInUrl: false,
  experimental: { recoveryCodes: true },
  fetch: fetchTelling(keepWait),
});

/** Whether the session ends because somebody here wants it to. */
let isLeaving = false;

client.onAuthStateChange((event, session) => {
  if (session) return setSession(stateOf(session));
  // At the start this may follow the end of a session that was too old, which the page should still tell.
  if (event === 'INITIAL_SESSION' && currentSession().status === 'signed-out') return;
  setSession({ status: 'signed-out', hasEnded: event === 'SIGNED_OUT' && !isLeaving });
});

function stateOf(session: Session): SessionState {
  const { user } = session;
  const hasFactor = user.factors?.some(({ status }) => status === 'verified') ?? false;
  return hasFactor && levelOf(session.access_token) !== 'aal2'
    ? { status: 'code-needed', user }
    : { status: 'signed-in', user };
}

/** `aal2` if a token's session was signed in by two factors. The server decides by it; here it only chooses the page. */
function levelOf(accessToken: string): unknown {
  const [, claims = ''] = accessToken.split('.');
  try {
    return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).aal;
  } catch {
    return undefined;
  }
}

/**
 * Calls our API as the signed-in user. A session that the server has ended ends here too.
 *
 * @throws {SignedOut} when there is no session
 */
export async function asUser<T>(request: (token: string) => Promise<T>): Promise<T> {
  const { data, error } = await client.getSession();
  if (error && isAuthRetryableFetchError(error)) throw error;
  if (!data.session) throw new SignedOut();
  try {
    return await request(data.session.access_token);
  } catch (error) {
    return endIfOver(error);
  }
}

const isOver = (error: unknown): boolean =>
  (error instanceof ApiError && error.status === 401) ||
  isAuthSessionMissingError(error) ||
  (isAuthApiError(error) && ENDINGS.includes(error.code ?? ''));

const ENDINGS = ['bad_jwt', 'no_authorization', 'session_not_found'];

/** If the error says that the server has ended the session, ends it here, too. @throws SignedOut then, else the error itself */
export async function endIfOver(error: unknown): Promise<never> {
  if (!isOver(error)) throw error;
  await client.signOut({ scope: 'local' });
  throw new SignedOut();
}

/** Signs out of this browser, in all its tabs, because somebody here wants to. @throws the client's error */
export async function leave(): Promise<void> {
  isLeaving = true;
  try {
    const { error } = await client.signOut({ scope: 'local' });
    if (error) throw error;
  } finally {
    isLeaving = false;
  }
}

/** Whether a code is of a link that another browser requested: the account is confirmed, but only that browser can use the code. */
export const isOfAnotherBrowser = (error: unknown): boolean => isAuthPKCECodeVerifierMissingError(error);

const TRIES_TO_TAKE_OVER = 5;

/**
 * Adds a passkey. As a second factor was shown by that, the response has new tokens, and the old ones are no longer valid. The client
 * requests the user before it takes them over. That is tried several times, since one lost request would end the session.
 *
 * @throws the client's error
 */
export async function registerPasskey(): Promise<{ readonly id: string }> {
  const added = dataOf(await client.registerPasskey());
  const { session } = added as typeof added & { session: Session };
  let taken = await client.setSession(session);
  for (let tries = 1; taken.error && tries < TRIES_TO_TAKE_OVER; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    taken = await client.setSession(session);
  }
  dataOf(taken);
  return added;
}

/** The data of a result of the client, which returns failures instead of throwing them. @throws the failure */
export function dataOf<Result extends { readonly data: unknown; readonly error: unknown }>(
  result: Result,
): Extract<Result, { readonly error: null }>['data'] {
  if (result.error) throw result.error;
  return result.data;
}

/** The full address of a page, to which a mail or another service leads back. */
export const addressOf = (path: string): string => window.location.origin + path;
