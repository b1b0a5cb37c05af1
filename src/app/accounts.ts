import type { Router } from 'express';
import { createOidcProvider } from '../adapters/oidc/provider.ts';
import { toE164 } from '../adapters/phone.ts';
import { postgresSourceSalts } from '../adapters/postgres/source-salts.ts';
import { createUsageCounts } from '../adapters/postgres/usage-counts.ts';
import type { SalonProfile } from '../adapters/salon-profile/profile.ts';
import { deriveKey } from '../adapters/secrets/derived-keys.ts';
import { limitSubjects } from '../adapters/secrets/limit-subjects.ts';
import { createAccessTokens } from '../features/accounts/access-tokens.ts';
import { createDevices } from '../features/accounts/devices.ts';
import { createAdmission } from '../features/accounts/dialect/admission.ts';
import { createAuthenticate } from '../features/accounts/dialect/authenticated.ts';
import { authorizeEndpoints } from '../features/accounts/dialect/authorize.ts';
import { jwksEndpoints } from '../features/accounts/dialect/jwks.ts';
import { logoutEndpoints } from '../features/accounts/dialect/logout.ts';
import { mailRequestEndpoints } from '../features/accounts/dialect/mail-requests.ts';
import { authRouter } from '../features/accounts/dialect/router.ts';
import { signupEndpoints } from '../features/accounts/dialect/signup.ts';
import { tokenEndpoints } from '../features/accounts/dialect/token.ts';
import { userEndpoints } from '../features/accounts/dialect/user.ts';
import { verifyEndpoints } from '../features/accounts/dialect/verify.ts';
import { createEmailChanges, type EmailChanges } from '../features/accounts/email-changes.ts';
import type { Recovery } from '../features/accounts/factors/recovery.ts';
import { createSecondFactors } from '../features/accounts/factors/second-factors.ts';
import { createGuards } from '../features/accounts/guards.ts';
import { createAccountLimits } from '../features/accounts/limits.ts';
import { createMailedLinks } from '../features/accounts/mailed-links.ts';
import { createSendAccountMail } from '../features/accounts/mails/queue.ts';
import { createOneTimeTokens } from '../features/accounts/one-time-tokens.ts';
import { createPasswords } from '../features/accounts/passwords.ts';
import { createReauthentication } from '../features/accounts/reauthentication.ts';
import { createNextToken, hashOfToken } from '../features/accounts/secret-tokens.ts';
import { createSessions } from '../features/accounts/sessions.ts';
import { createSignInCodes } from '../features/accounts/sign-in-codes.ts';
import { createSignInLog } from '../features/accounts/sign-in-log.ts';
import { createSigningKeyRing } from '../features/accounts/signing-keys.ts';
import { createSourceHashes, type SourceHashes } from '../features/accounts/sources.ts';
import { refreshTokenByHash } from '../features/accounts/store/refresh-tokens.ts';
import { createMinuteLimit } from '../http/rate-limits.ts';
import type { AppContext } from './context.ts';
import { isServedBy } from './message-rules.ts';
import { textsOf } from './senders.ts';
import type { Stores } from './stores.ts';

/** What the HTTP app needs of accounts. */
export interface Accounts {
  /** Everything below `/auth/v1`. */
  readonly router: Router;
  readonly guards: ReturnType<typeof createGuards>;
  /** The same, which remember nothing: for responses that go on for long. */
  readonly freshGuards: ReturnType<typeof createGuards>;
  readonly recovery: Recovery;
  readonly emailChanges: EmailChanges;
  readonly sourceHashes: SourceHashes;
}

/** Wires sign-in. */
export function composeAccounts(
  { pool, keys, jobs }: Stores,
  { config, publicUrl, secretKey, now, logger, quickSignIn }: AppContext,
  profile: SalonProfile,
): Accounts {
  const ring = createSigningKeyRing({ pool, keys, now });
  const accessTokens = createAccessTokens(ring, publicUrl, now);
  const salts = postgresSourceSalts(pool);
  const sourceHashes = createSourceHashes(deriveKey(secretKey, 'sign-in-source/v1'), salts, now);
  const record = createSignInLog(pool, now);
  const sessions = createSessions({
    pool,
    accessTokens,
    sourceHash: sourceHashes.current,
    nextToken: createNextToken(deriveKey(secretKey, 'refresh-token/v1')),
    record,
    now,
  });
  const counts = createUsageCounts(pool);
  const subject = limitSubjects(deriveKey(secretKey, 'account-limit/v1'));
  const byAddress = config.rateLimitPerMinute > 0;
  const devices = createDevices(pool, now);
  const passwords = createPasswords(quickSignIn?.hashing);
  const limits = createAccountLimits({ counts, devices, subject, byAddress });
  const parts = {
    pool,
    sessions,
    authenticate: createAuthenticate({ pool, accessTokens }),
    reauthentication: createReauthentication({ pool, passwords, limits, now }),
    passwords,
    signInCodes: createSignInCodes({ pool, sessions, now }),
    devices,
    limits,
    linkTokens: createOneTimeTokens(deriveKey(secretKey, 'account-token/v1'), now),
    record,
    sendMail: createSendAccountMail(jobs),
    publicUrl,
    now,
  };
  const emailChanges = createEmailChanges(parts);
  const factors = createSecondFactors({
    ...parts,
    keys,
    counts,
    subject,
    byAddress,
    codeKey: deriveKey(secretKey, 'account-code/v1'),
    sendText: textsOf(config, now),
    isServed: isServedBy(profile),
    toE164: (phone) => toE164(phone, profile.address.country),
    salonName: profile.name,
  });
  return {
    guards: createGuards({ pool, accessTokens, now }),
    freshGuards: createGuards({ pool, accessTokens, now, keptMs: 0 }),
    recovery: factors.recovery,
    emailChanges,
    sourceHashes,
    router: authRouter({
      endpoints: [
        ...jwksEndpoints(ring),
        ...signupEndpoints({ ...parts, subject }),
        ...tokenEndpoints({ ...parts, sourceHashes }),
        ...verifyEndpoints({ ...parts, mailedLinks: createMailedLinks(pool, now) }),
        ...mailRequestEndpoints(parts),
        ...userEndpoints({ ...parts, emailChanges }),
        ...logoutEndpoints(parts),
        ...factors.endpoints,
        ...authorizeEndpoints({
          ...parts,
          providers: config.oidcProviders.map(createOidcProvider),
          key: deriveKey(secretKey, 'oidc-checks/v1'),
          logger,
        }),
      ],
      admission: createAdmission({
        limit: createMinuteLimit(config.rateLimitPerMinute),
        accessTokens,
        devices,
        sessionOf: async (token) => (await refreshTokenByHash(pool, hashOfToken(token)))?.sessionId,
      }),
      publicUrl,
      evenStepMs: quickSignIn?.evenStepMs,
      logger,
    }),
  };
}
