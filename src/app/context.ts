import type { StartupPatience } from '../adapters/event-log/startup-patience.ts';
import type { QuickSignIn } from '../features/accounts/compose.ts';
import type { WorkerContext } from './worker/start-worker-thread.ts';

/** What the parts of the service need to be made. */
export interface AppContext extends WorkerContext {
  readonly now: () => Date;
  /** Repeats calls during the start while the event log doesn't answer yet. */
  readonly patience: StartupPatience;
  /** Aborted when the service begins to stop. Responses that would never end by themselves have to end then. */
  readonly draining: AbortSignal;
  /** Stops the service and starts it again in the same process; left out where nothing can do that. */
  readonly startAgain?: (() => void) | undefined;
  /** For tests: if true, a response of the API that differs from its contract becomes a 500. */
  readonly checkAnswers?: boolean | undefined;
  /** For tests: sign-in without the work and the waits that are meant to slow down attackers. */
  readonly quickSignIn?: QuickSignIn | undefined;
}
