import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import Provider from 'oidc-provider';

export interface OtherAccount {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly given_name?: string;
  readonly family_name?: string;
}

/** A real OpenID Connect service in this process, where the next visitor is signed in without a page. */
export interface SignInService {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The next visitor; undefined for somebody who declines. */
  visitor: OtherAccount | undefined;
  /** The queries that it was asked to sign somebody in with. */
  readonly asked: readonly URLSearchParams[];
  stop(): Promise<void>;
}

/** @param claimsInIdToken false: the address is only told in answer to a request with the access token */
export async function startSignInService(
  redirectUri: string,
  { claimsInIdToken = false }: { readonly claimsInIdToken?: boolean } = {},
): Promise<SignInService> {
  const app = express();
  const server = createServer(app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [clientId, clientSecret] = ['salon', 'a-secret-between-the-two-services'];
  const accounts = new Map<string, OtherAccount>();
  const asked: URLSearchParams[] = [];

  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    conformIdTokenClaims: !claimsInIdToken,
    cookies: { keys: ['a key of the cookies'] },
    ttl: {
      AccessToken: 60,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 60,
      Interaction: 600,
      Session: 600,
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: async () => ({ ...(accounts.get(sub) ?? { sub }) }),
    }),
  });
  const service: SignInService = {
    issuer,
    clientId,
    clientSecret,
    visitor: undefined,
    asked,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  app.get('/interaction/:uid', async (req, res) => {
    const { prompt, params, session } = await provider.interactionDetails(req, res);
    const { visitor } = service;
    if (!visitor) {
      const result = { error: 'access_denied', error_description: 'said no' };
      return provider.interactionFinished(req, res, result);
    }
    accounts.set(visitor.sub, visitor);
    if (prompt.name === 'login') {
      return provider.interactionFinished(req, res, { login: { accountId: visitor.sub } });
    }
    const grant = new provider.Grant({ accountId: session?.accountId, clientId: String(params.client_id) });
    grant.addOIDCScope('openid email profile');
    return provider.interactionFinished(req, res, { consent: { grantId: await grant.save() } });
  });
  app.use((req, _res, next) => {
    if (req.path === '/auth') asked.push(new URL(req.originalUrl, issuer).searchParams);
    next();
  });
  app.use(provider.callback());
  return service;
}
