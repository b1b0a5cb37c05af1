import type { Router } from 'express';
import { createOidcProvider } from '../adapters/oidc/provider.ts';
import { toE164 } from '../adapters/phone.ts';
import { postgresSourceSalts } from '../adapters/postgres/source-salts.ts';
import { createUsageCounts } from '../adapters/postgres/usage-counts.ts';
import type { SalonProfile } from '../adapters/salon-profile/profile.ts';
import { deriveKey } from '../adapters/secrets/derived-keys.ts';
import { limitSubjects } from '../adapters/secrets/limit-subjects.ts';
import type { AccountsContext } from '../features/accounts/context.ts';
import { createAdmission } from '../features/accounts/dialect/admission.ts';
import { authRouter } from '../features/accounts/dialect/router.ts';
import { challengeEndpoints } from '../features/accounts/factors/code-challenges.ts';
import { enrolmentEndpoints } from '../features/accounts/factors/enrolment.ts';
import { passkeyCeremonyEndpoints } from '../features/accounts/factors/passkey-ceremonies.ts';
import { passkeyEndpoints } from '../features/accounts/factors/passkeys.ts';
import { createPhoneCodes, phoneCodeText } from '../features/accounts/factors/phone-codes.ts';
import { createRecovery, type Recovery } from '../features/accounts/factors/recovery-codes.ts';
import { createRelyingParty } from '../features/accounts/factors/relying-party.ts';
import { createTotpSecrets } from '../features/accounts/factors/totp.ts';
import { createAccountLimits } from '../features/accounts/limits.ts';
import { mailedLinkEndpoints } from '../features/accounts/mails/mailed-links.ts';
import { createSendAccountMail } from '../features/accounts/mails/mails.ts';
import { createOneTimeTokens } from '../features/accounts/mails/one-time-tokens.ts';
import { createAccessTokens } from '../features/accounts/sessions/access-tokens.ts';
import {
  createDevices,
  createSourceHashes,
  type SourceHashes,
} from '../features/accounts/sessions/devices.ts';
import { createGuards } from '../features/accounts/sessions/guards.ts';
import { createReauthentication } from '../features/accounts/sessions/reauthentication.ts';
import { createNextToken, sessionOfToken } from '../features/accounts/sessions/refresh-tokens.ts';
import { sessionEndpoints } from '../features/accounts/sessions/session-endpoints.ts';
import { createSessions } from '../features/accounts/sessions/sessions.ts';
import { createSignInCodes } from '../features/accounts/sessions/sign-in-codes.ts';
import { createSignInLog } from '../features/accounts/sessions/sign-in-events.ts';
import { createAuthenticate } from '../features/accounts/sessions/signed-in.ts';
import { createSigningKeyRing, jwksEndpoints } from '../features/accounts/sessions/signing-keys.ts';
import { createEmailChanges, type EmailChanges } from '../features/accounts/users/email-changes.ts';
import { createPasswords } from '../features/accounts/users/passwords.ts';
import { signUpEndpoints } from '../features/accounts/users/sign-up.ts';
import { socialSignInEndpoints } from '../features/accounts/users/social-sign-in.ts';
import { userEndpoints } from '../features/accounts/users/user-endpoints.ts';
import { isServedBy } from '../features/messages/rules.ts';
import { createMinuteLimit } from '../http/limits/rate-limits.ts';
import type { AppContext } from './context.ts';
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
  const context: AccountsContext = {
    pool,
    sessions,
    authenticate: createAuthenticate({ pool, accessTokens }),
    reauthentication: createReauthentication({ pool, passwords, limits, now }),
    passwords,
    signInCodes: createSignInCodes({ pool, sessions, now }),
    devices,
    sourceHashes,
    limits,
    counts,
    subject,
    byAddress,
    linkTokens: createOneTimeTokens(deriveKey(secretKey, 'account-token/v1'), now),
    sendMail: createSendAccountMail(jobs),
    record,
    publicUrl,
    now,
  };
  const codeKey = deriveKey(secretKey, 'account-code/v1');
  const recovery = createRecovery(context, codeKey);
  const emailChanges = createEmailChanges(context);
  const sendText = textsOf(config, now);
  const { name: salonName } = profile;
  const { host } = new URL(publicUrl);
  const factorContext = { ...context, secrets: createTotpSecrets(keys), isServed: isServedBy(profile) };
  return {
    guards: createGuards({ pool, accessTokens, now }),
    freshGuards: createGuards({ pool, accessTokens, now, keptMs: 0 }),
    recovery,
    emailChanges,
    sourceHashes,
    router: authRouter({
      endpoints: [
        ...jwksEndpoints(ring),
        ...signUpEndpoints(context),
        ...sessionEndpoints(context),
        ...mailedLinkEndpoints(context),
        ...userEndpoints({ ...context, emailChanges }),
        // Before those that have a factor's id in the same place of the path.
        ...recovery.endpoints,
        ...enrolmentEndpoints({
          ...factorContext,
          salonName,
          toE164: (phone) => toE164(phone, profile.address.country),
        }),
        ...challengeEndpoints({
          ...factorContext,
          phoneCodes: createPhoneCodes(codeKey),
          sendCode: (phone, code) => sendText(phone, phoneCodeText(salonName, code, host)),
        }),
        ...passkeyEndpoints(context),
        ...passkeyCeremonyEndpoints(context, createRelyingParty(publicUrl, salonName)),
        ...socialSignInEndpoints({
          ...context,
          providers: config.oidcProviders.map(createOidcProvider),
          key: deriveKey(secretKey, 'oidc-checks/v1'),
          logger,
        }),
      ],
      admission: createAdmission({
        limit: createMinuteLimit(config.rateLimitPerMinute),
        accessTokens,
        devices,
        sessionOf: (token) => sessionOfToken(pool, token),
      }),
      publicUrl,
      evenStepMs: quickSignIn?.evenStepMs,
      logger,
    }),
  };
}
