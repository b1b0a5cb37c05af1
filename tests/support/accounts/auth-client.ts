import { AuthClient } from '@supabase/auth-js';
import { createOneTimeTokens } from '../../../src/features/accounts/mails/one-time-tokens.ts';
import { grantRole, type StaffRole } from '../../../src/features/accounts/users/staff.ts';
import type { TestSalon } from '../server/server.ts';

type BrowserStorage = ReturnType<typeof browserStorage>;

export function browserStorage() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
}

export interface Browser {
  readonly storage?: BrowserStorage;
  readonly flowType?: 'pkce' | 'implicit';
  readonly userAgent?: string;
  /** Network address, sent as a proxy would. */
  readonly address?: string;
}

/** The unmodified client in a browser of its own. */
export function authClient(
  salon: Pick<TestSalon, 'url'>,
  { storage = browserStorage(), flowType = 'pkce', userAgent, address }: Browser = {},
) {
  return new AuthClient({
    url: `${salon.url}/auth/v1`,
    storage,
    flowType,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    headers: userAgent === undefined ? {} : { 'User-Agent': userAgent },
    experimental: { recoveryCodes: true },
    fetch: (url, init) => {
      const headers = new Headers(init?.headers);
      if (address !== undefined) headers.set('X-Forwarded-For', address);
      return fetch(url, { ...init, headers });
    },
  });
}

/** The client's names for the links in mails. */
type LinkType = 'signup' | 'recovery' | 'invite' | 'email_change';
const KINDS = {
  signup: 'confirmation',
  recovery: 'recovery',
  invite: 'invitation',
  email_change: 'email_change',
};

/** Token of the newest link of this kind, as the reader of its mail gets it. That of an invitation is printed. */
export async function mailedToken(salon: TestSalon, email: string, type: LinkType): Promise<string> {
  const { rows } = await salon.database.pool.query<{ id: string }>(
    `select tokens.id from accounts.one_time_tokens tokens join accounts.users on users.id = user_id
      where lower(users.email) = lower($1) and kind = $2
        and (kind = 'invitation' or exists (
          select from pgboss.job where data->>'tokenId' = tokens.id::text and data->>'kind' = replace($2, '_', '-')))
      order by tokens.created_at desc, tokens.expires_at desc limit 1`,
    [email, KINDS[type]],
  );
  const [row] = rows;
  if (!row) throw new Error(`no mail to ${email}`);
  return createOneTimeTokens(salon.secretKey, () => new Date()).tokenOf(row.id);
}

/** Opens a link as a browser does, and returns where it leads to. */
export async function openLink(
  salon: TestSalon,
  token: string,
  type: LinkType,
  { address }: Pick<Browser, 'address'> = {},
): Promise<URL> {
  const query = new URLSearchParams({ token, type, redirect_to: '/' });
  const headers: Record<string, string> = address === undefined ? {} : { 'X-Forwarded-For': address };
  const answer = await fetch(`${salon.url}/auth/v1/verify?${query}`, { redirect: 'manual', headers });
  if (answer.status !== 303) throw new Error(`the link answered ${answer.status}: ${await answer.text()}`);
  return new URL(answer.headers.get('Location') ?? '');
}

export const PASSWORD = 'Bluebird-7-lantern';
export const NAMED = { data: { first_name: 'Ada', last_name: 'Lovelace' } };
let people = 0;

/** Somebody who has signed up, opened the link and is signed in. */
export async function givenUser(
  salon: TestSalon,
  { email = `person-${++people}@example.com`, password = PASSWORD } = {},
) {
  const client = authClient(salon);
  const signedUp = await client.signUp({ email, password, options: NAMED });
  if (signedUp.error) throw signedUp.error;
  const opened = await openLink(salon, await mailedToken(salon, email, 'signup'), 'signup');
  const { data, error } = await client.exchangeCodeForSession(opened.searchParams.get('code') ?? '');
  if (error) throw error;
  return { client, email, id: data.user.id, token: data.session.access_token };
}

export async function givenAdmin(salon: TestSalon, role?: StaffRole) {
  const user = await givenUser(salon);
  await grantRole(salon.database.pool, user.id, new Date(), role);
  return user;
}
