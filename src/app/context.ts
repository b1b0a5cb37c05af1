import type { StartupPatience } from '../adapters/event-log/startup-patience.ts';
import type { QuickSignIn } from '../features/accounts/compose.ts';
import type { WorkerContext } from './worker/start-worker-thread.ts';

/** What the parts of the service are made from. */
export interface AppContext extends WorkerContext {
  readonly now: () => Date;
  /** Waits during the start for an event log that doesn't answer yet. */
  readonly patience: StartupPatience;
  /** Aborted when the service begins to stop: responses without an end of their own have to end now. */
  readonly draining: AbortSignal;
  /** For tests: a response of the API that differs from its contract becomes a 500. */
  readonly checkAnswers?: boolean | undefined;
  /** For tests: sign-in without the work and the waits that only attackers are to feel. */
  readonly quickSignIn?: QuickSignIn | undefined;
}
