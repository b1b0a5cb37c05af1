import { createHmac, createSecretKey, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { z } from 'zod';
import {
  type OidcChecks,
  type OidcProvider,
  OidcRefused,
  OidcUnavailable,
  SCOPES,
} from '../../../adapters/oidc/provider.ts';
import { type Queryable, withTransaction } from '../../../adapters/postgres/pool.ts';
import { CodeChallenge } from '../../../contracts/accounts/auth.ts';
import type { AccountsContext } from '../context.ts';
import { hashOfToken, newToken } from '../sessions/secret-tokens.ts';
import { storedChallenge } from '../sessions/sign-in-codes.ts';
import { AuthError } from '../supabase-protocol/auth-errors.ts';
import {
  type AuthAnswer,
  type AuthRequest,
  type Endpoint,
  parseAuth,
} from '../supabase-protocol/endpoint.ts';
import { ownAddress, withQuery, withRefusal } from '../supabase-protocol/redirects.ts';
import { userOfIdentity } from './identities.ts';

/** A sign-in that was sent to another provider and hasn't come back yet. */
interface ProviderFlow {
  readonly id: string;
  readonly provider: string;
  /** The PKCE challenge of the client that began it. */
  readonly codeChallenge: string;
  readonly redirectTo: string;
  readonly expiresAt: Date;
}

/** @param stateHash SHA-256 of what the provider will send back */
async function addProviderFlow(db: Queryable, stateHash: Buffer, flow: ProviderFlow): Promise<void> {
  const { id, provider, codeChallenge, redirectTo, expiresAt } = flow;
  await db.query({
    name: 'accounts-provider-flow-add',
    text: `insert into accounts.flow_states
      (id, provider_state_hash, provider, code_challenge, redirect_to, expires_at)
      values ($1, $2, $3, $4, $5, $6)`,
    values: [id, stateHash, provider, codeChallenge, redirectTo, expiresAt],
  });
}

/** Marks it as used, even if it has expired; undefined when it is unknown or has come back before. */
async function spendProviderFlow(
  db: Queryable,
  stateHash: Buffer,
  now: Date,
): Promise<ProviderFlow | undefined> {
  const { rows } = await db.query<ProviderFlow>({
    name: 'accounts-provider-flow-spend',
    text: `update accounts.flow_states set used_at = $2 where provider_state_hash = $1 and used_at is null
      returning id, provider, code_challenge as "codeChallenge", redirect_to as "redirectTo",
        expires_at as "expiresAt"`,
    values: [stateHash, now],
  });
  return rows[0];
}

interface SocialDeps extends AccountsContext {
  readonly providers: readonly OidcProvider[];
  /** Derives the checks of a sign-in, so that no table holds them. */
  readonly key: Buffer;
  readonly logger: Pick<Logger, 'warn'>;
}

/** How long somebody may take to sign in at the provider. */
const AWAY_MS = 10 * 60_000;

const OTHER_SCOPES = `may only name ${SCOPES.join(', ')}, separated by spaces`;
/** The scopes that a client may ask for: any of those that the provider is always asked for. */
const AskedScopes = z.object({
  scopes: z
    .string()
    .refine((text) => text.split(' ').every((scope) => scope === '' || SCOPES.includes(scope)), OTHER_SCOPES)
    .optional(),
});
const Query = z.object({
  provider: z.string().max(100),
  redirect_to: z.string().max(2_000).optional(),
  ...CodeChallenge,
});
/** The `amr` method of a session that began at another provider. */
const METHOD = 'oauth';

/** Signing in by an account of another provider, through OpenID Connect. */
export function socialSignInEndpoints(deps: SocialDeps): readonly Endpoint[] {
  const { pool, providers, signInCodes, sessions, record, publicUrl, logger, now } = deps;
  const secret = createSecretKey(deps.key);
  const callback = `${publicUrl}/auth/v1/callback`;
  const providerOf = (name: string | undefined) => {
    const found = providers.find((provider) => provider.name === name);
    if (!found) throw new AuthError('oauth_provider_not_supported');
    return found;
  };
  const derived = (id: string, what: string) =>
    createHmac('sha256', secret).update(`${what}:${id}`).digest('base64url');
  const checksOf = (id: string, state: string): OidcChecks => ({
    state,
    nonce: derived(id, 'nonce'),
    verifier: derived(id, 'verifier'),
  });

  /** Turns an error of the provider into one of ours. */
  function explained(error: unknown, provider: string): unknown {
    if (!(error instanceof OidcUnavailable || error instanceof OidcRefused)) return error;
    if (error instanceof OidcRefused && error.reason === 'access_denied') {
      return new AuthError('access_denied');
    }
    logger.warn({ err: error, provider }, 'A sign-in at another provider failed.');
    return new AuthError(error instanceof OidcUnavailable ? 'request_timeout' : 'bad_oauth_callback');
  }

  async function begin({ query }: AuthRequest): Promise<AuthAnswer> {
    const { provider: name, redirect_to, code_challenge, code_challenge_method } = parseAuth(Query, query);
    const provider = providerOf(name);
    const codeChallenge = storedChallenge(code_challenge, code_challenge_method);
    if (codeChallenge === null) {
      throw new AuthError('validation_failed', { text: 'code_challenge: is missing' });
    }
    const [id, state] = [randomUUID(), newToken()];
    const redirect = await provider.begin(callback, checksOf(id, state)).catch((error: unknown) => {
      throw explained(error, name);
    });
    await addProviderFlow(pool, hashOfToken(state), {
      id,
      provider: name,
      codeChallenge,
      redirectTo: ownAddress(redirect_to, publicUrl),
      expiresAt: new Date(now().getTime() + AWAY_MS),
    });
    return { status: 302, redirect };
  }

  async function comeBack({ query, device }: AuthRequest): Promise<AuthAnswer> {
    const { state } = query;
    const flow = state && (await spendProviderFlow(pool, hashOfToken(state), now()));
    if (!flow) throw new AuthError('bad_oauth_state');
    const { id, codeChallenge, redirectTo } = flow;
    const address = ownAddress(redirectTo, publicUrl);
    try {
      if (flow.expiresAt <= now()) throw new AuthError('flow_state_expired');
      const provider = providerOf(flow.provider);
      const cameBackTo = new URL(callback);
      for (const [name, value] of Object.entries(query)) cameBackTo.searchParams.set(name, value ?? '');
      const identity = await provider.finish(cameBackTo, checksOf(id, state)).catch((error: unknown) => {
        throw explained(error, provider.name);
      });
      const place = await sessions.placeOf(device);
      const code = await withTransaction(pool, async (db) => {
        const { userId, isNew } = await userOfIdentity(db, provider.name, identity, now());
        if (isNew) await record({ kind: 'signed-up', place, userId, method: METHOD }, db);
        return signInCodes.issue(db, { userId, method: METHOD, codeChallenge });
      });
      return { redirect: withQuery(address, { code }) };
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      return { redirect: withRefusal(address, error) };
    }
  }

  /** Browsers open both addresses, so errors lead to a page, too. */
  const orPage =
    (work: (request: AuthRequest) => Promise<AuthAnswer>, page: (request: AuthRequest) => string) =>
    async (request: AuthRequest): Promise<AuthAnswer> => {
      try {
        return await work(request);
      } catch (error) {
        if (!(error instanceof AuthError)) throw error;
        return { redirect: withRefusal(page(request), error) };
      }
    };

  const beginOrPage = orPage(begin, ({ query }) => ownAddress(query.redirect_to, publicUrl));

  return [
    {
      method: 'get',
      path: '/settings',
      isCounted: () => false,
      handle: async () => ({
        body: {
          external: {
            email: true,
            phone: false,
            ...Object.fromEntries(providers.map(({ name }) => [name, true])),
          },
          labels: Object.fromEntries(providers.map(({ name, label }) => [name, label])),
          disable_signup: false,
          mailer_autoconfirm: false,
          phone_autoconfirm: false,
          sms_provider: '',
          saml_enabled: false,
        },
      }),
    },
    {
      method: 'get',
      path: '/authorize',
      // Scopes that are never asked for are a fault of the program that names them, so the answer is an error and not a page.
      handle: async (request) => {
        parseAuth(AskedScopes, request.query);
        return beginOrPage(request);
      },
    },
    {
      method: 'get',
      path: '/callback',
      handle: orPage(comeBack, () => `${publicUrl}/auth`),
    },
  ];
}
