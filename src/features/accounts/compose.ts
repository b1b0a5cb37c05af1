import type { Router } from 'express';
import type { Logger } from 'pino';
import type { Config } from '../../adapters/config.ts';
import type { Jobs } from '../../adapters/jobs/jobs.ts';
import { createOidcProvider } from '../../adapters/oidc/provider.ts';
import type { PasswordHashing } from '../../adapters/password-hashing.ts';
import { createUsageCounts } from '../../adapters/postgres/usage-counts.ts';
import { deriveKey } from '../../adapters/secrets/derived-keys.ts';
import { limitSubjects } from '../../adapters/secrets/limit-subjects.ts';
import type { SenderHashesOf } from '../../adapters/secrets/sender-hashes.ts';
import { createApiKeyGuard } from './api-keys/guard.ts';
import type { AccountsContext } from './context.ts';
import { composeFactors, type FactorsDeps } from './factors/compose.ts';
import type { Recovery } from './factors/recovery-codes.ts';
import { createAccountLimits } from './limits.ts';
import { createPrepareAnnouncement, type PrepareAnnouncement } from './mails/connection-announcements.ts';
import { mailedLinkEndpoints } from './mails/mailed-links.ts';
import { type AccountMail, createSendAccountMail } from './mails/mails.ts';
import { createOneTimeTokens } from './mails/one-time-tokens.ts';
import { composeSessions, type SessionsDeps } from './sessions/compose.ts';
import type { Guards } from './sessions/guards.ts';
import { createReauthentication } from './sessions/reauthentication.ts';
import { sessionEndpoints } from './sessions/session-endpoints.ts';
import { createCallLimits } from './supabase-protocol/call-limits.ts';
import { authRouter } from './supabase-protocol/router.ts';
import { createEmailChanges, type EmailChanges } from './users/email-changes.ts';
import { createPasswords } from './users/passwords.ts';
import { createPeople, type People } from './users/people.ts';
import { signUpEndpoints } from './users/sign-up.ts';
import { socialSignInEndpoints } from './users/social-sign-in.ts';
import { userEndpoints } from './users/user-endpoints.ts';

/** Replaces the slow parts of sign-in in tests, where nobody attacks it. */
export interface QuickSignIn {
  readonly hashing: PasswordHashing;
  /** The step, in milliseconds, to which the times of some answers are rounded up so that they reveal nothing. */
  readonly evenStepMs: number;
}

interface AccountsDeps extends SessionsDeps, Omit<FactorsDeps, 'context'> {
  readonly jobs: Pick<Jobs<AccountMail>, 'enqueue'>;
  readonly config: Pick<Config, 'rateLimitPerMinute' | 'oidcProviders'>;
  readonly logger: Logger;
  readonly quickSignIn?: QuickSignIn | undefined;
}

/** The parts of accounts that the HTTP app uses. */
export interface Accounts {
  /** Everything below `/auth/v1`. */
  readonly router: Router;
  readonly guards: Guards;
  /** Guards that cache nothing, for responses that last long. */
  readonly freshGuards: Guards;
  readonly recovery: Recovery;
  readonly emailChanges: EmailChanges;
  readonly hashesOf: SenderHashesOf;
  readonly prepareAnnouncement: PrepareAnnouncement;
  readonly people: People;
}

/** Makes the feature `accounts`: everything for signing in. */
export function composeAccounts(deps: AccountsDeps): Accounts {
  const { pool, jobs, config, publicUrl, secretKey, logger, now, quickSignIn } = deps;
  const { accessTokens, guards, freshGuards, keyEndpoints, ...ofSessions } = composeSessions(deps);
  const { knownAddresses, hashesOf } = ofSessions;
  const counts = createUsageCounts(pool);
  const subject = limitSubjects(deriveKey(secretKey, 'account-limit/v1'));
  const byAddress = config.rateLimitPerMinute > 0;
  const passwords = createPasswords(quickSignIn?.hashing);
  const limits = createAccountLimits({ counts, knownAddresses, subject, byAddress });
  const context: AccountsContext = {
    ...ofSessions,
    pool,
    reauthentication: createReauthentication({ pool, passwords, limits, now }),
    passwords,
    limits,
    counts,
    subject,
    byAddress,
    linkTokens: createOneTimeTokens(secretKey, now),
    sendMail: createSendAccountMail(jobs),
    publicUrl,
    now,
  };
  const withApiKeys = createApiKeyGuard({ pool, guessesPerMinute: config.rateLimitPerMinute, now });
  const emailChanges = createEmailChanges(context);
  const factors = composeFactors({ ...deps, context });
  return {
    guards: { ...guards, admin: withApiKeys(guards.admin) },
    freshGuards: { ...freshGuards, admin: withApiKeys(freshGuards.admin) },
    recovery: factors.recovery,
    emailChanges,
    hashesOf,
    prepareAnnouncement: createPrepareAnnouncement(context),
    people: createPeople(context),
    router: authRouter({
      endpoints: [
        ...keyEndpoints,
        ...signUpEndpoints(context),
        ...sessionEndpoints(context),
        ...mailedLinkEndpoints(context),
        ...userEndpoints({ ...context, emailChanges }),
        ...factors.endpoints,
        ...socialSignInEndpoints({
          ...context,
          providers: config.oidcProviders.map(createOidcProvider),
          key: deriveKey(secretKey, 'oidc-checks/v1'),
          logger,
        }),
      ],
      limits: createCallLimits(config.rateLimitPerMinute, accessTokens),
      evenStepMs: quickSignIn?.evenStepMs,
      logger,
    }),
  };
}
