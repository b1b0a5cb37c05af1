import {
  AuthClient,
  isAuthPKCECodeVerifierMissingError,
  isAuthRetryableFetchError,
  type Session,
} from '@supabase/auth-js';
import { ApiError } from '../api.ts';
import { SignedOut } from './failure.ts';
import { type SessionState, setSession } from './store.ts';

/** The client of the sign-in service. It keeps the session in local storage, renews it, and tells other tabs. */
export const client = new AuthClient({
  url: `${window.location.origin}/auth/v1`,
  storageKey: 'salon-session',
  flowType: 'pkce',
  // Pages redeem links themselves, to say what came of it.
  detectSessionInUrl: false,
  experimental: { recoveryCodes: true },
});

client.onAuthStateChange((_event, session) => setSession(stateOf(session)));

function stateOf(session: Session | null): SessionState {
  if (!session) return { status: 'signed-out' };
  const { user } = session;
  const hasFactor = user.factors?.some(({ status }) => status === 'verified') ?? false;
  return hasFactor && levelOf(session.access_token) !== 'aal2'
    ? { status: 'code-needed', user }
    : { status: 'signed-in', user };
}

/** By how many factors a token's session was signed in to. The server decides by it; here it only chooses the page. */
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
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    await client.signOut({ scope: 'local' });
    throw new SignedOut();
  }
}

/** Whether a code is of a link that another browser asked for. Its account is confirmed, but only that browser may use it. */
export const isOfAnotherBrowser = (error: unknown): boolean => isAuthPKCECodeVerifierMissingError(error);

/** What the client resolved with. It reports failures in its results. @throws the failure */
export function dataOf<Result extends { readonly data: unknown; readonly error: unknown }>(
  result: Result,
): Extract<Result, { readonly error: null }>['data'] {
  if (result.error) throw result.error;
  return result.data;
}

/** Where links of our mails lead back to. */
export const addressOf = (path: string): string => window.location.origin + path;
