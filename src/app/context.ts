import type { Logger } from 'pino';
import type { Config } from '../adapters/config.ts';
import type { StartupPatience } from '../adapters/event-log/startup-patience.ts';
import type { Metrics } from '../adapters/metrics.ts';
import type { QuickSignIn } from '../features/accounts/compose.ts';

/** The parts of the service are made from these. */
export interface AppContext {
  readonly config: Config;
  readonly publicUrl: string;
  readonly databaseUrl: string;
  readonly secretKey: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly now: () => Date;
  /** Prints a line for the person at the console, for example that the database is being created. */
  readonly say: (line: string) => void;
  /** Called when a part that the process needs, such as the embedded database, has ended by itself for good. */
  readonly onLost: (error: Error) => void;
  /** Repeats calls during the start while the event log doesn't answer yet. */
  readonly patience: StartupPatience;
  /** Aborted when the service begins to stop. Responses that would never end by themselves have to end then. */
  readonly draining: AbortSignal;
  /** Aborted when all parts must end. A start that isn't complete by then gives up. */
  readonly ending: AbortSignal;
  /** Each part adds a function that closes what it has opened. They are called in reverse order. */
  readonly closing: AsyncDisposableStack;
  /** Stops the service and starts it again in the same process; left out where nothing can do that. */
  readonly startAgain?: (() => void) | undefined;
  /** How long a taken slot may stay unclaimed, in milliseconds; a minute when left out. */
  readonly claimPatienceMs?: number | undefined;
  /** True if bookings are invented, as in the demonstration: then nobody gets a text message or a mail. */
  readonly withoutMessages?: boolean | undefined;
  /** For tests: if true, a response of the API that differs from its contract becomes a 500. */
  readonly checkAnswers?: boolean | undefined;
  /** For tests: sign-in without the work and the waits that are meant to slow down attackers. */
  readonly quickSignIn?: QuickSignIn | undefined;
}
