import type { Pool } from 'pg';
import type { Config } from '../../adapters/config.ts';
import type { Metrics } from '../../adapters/metrics.ts';
import { deriveKey } from '../../adapters/secrets/derived-keys.ts';
import { OPERATIONS } from '../../contracts/operations.ts';
import type { Accounts } from '../../features/accounts/compose.ts';
import { namesOfUsers } from '../../features/accounts/users/users.ts';
import { limitPerMinute } from '../../http/limits/rate-limits.ts';
import { linkGuard } from '../../http/operation/caller.ts';
import { createCommandRunner } from '../../http/operation/command-runner.ts';
import { createKeptAnswers } from '../../http/operation/kept-answers.ts';
import type { MomentOf } from '../../http/operation/moments.ts';
import { createOperations } from '../../http/operation/operation.ts';
import type { ProjectionWait } from '../../http/operation/projected.ts';

interface OperationsDeps {
  readonly pool: Pool;
  readonly config: Pick<Config, 'rateLimitPerMinute'>;
  readonly secretKey: string;
  readonly accounts: Pick<Accounts, 'guards' | 'freshGuards'>;
  readonly links: { bookingOf(token: string): string | null };
  /** Whether a booking's private link has ended. */
  hasEnded(bookingId: string): Promise<boolean>;
  readonly waitForProjection: ProjectionWait;
  readonly momentOf: MomentOf;
  readonly metrics: Pick<Metrics, 'commandRetried'>;
  readonly draining: AbortSignal;
  readonly checkAnswers: boolean | undefined;
  now(): Date;
}

/** What the operations of each resource are made from. */
export interface ResourceDeps {
  readonly on: ReturnType<typeof composeOperations>['on'];
  readonly pool: Pool;
  readonly timeZone: string;
  now(): Date;
}

/** Makes the router of all operations, with the guards of all kinds of callers. It has no operations yet. */
export function composeOperations(deps: OperationsDeps) {
  const { pool, config, secretKey, accounts, links, hasEnded, metrics, draining, now } = deps;
  return createOperations({
    listed: OPERATIONS,
    guards: { link: linkGuard({ bookingOf: links.bookingOf, hasEnded }), ...accounts.guards },
    runCommand: createCommandRunner(deriveKey(secretKey, 'request-hash/v1'), metrics.commandRetried),
    namesOf: (userIds) => namesOfUsers(pool, userIds),
    streams: { draining, guards: accounts.freshGuards },
    waitForProjection: deps.waitForProjection,
    momentOf: deps.momentOf,
    keepAnswers: { public: createKeptAnswers(now), admin: createKeptAnswers(now) },
    limitPerAddress: {
      'writes and secrets': limitPerMinute(config.rateLimitPerMinute),
      'costly queries': limitPerMinute(config.rateLimitPerMinute),
    },
    checkAnswers: deps.checkAnswers,
  });
}
