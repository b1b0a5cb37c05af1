import type { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { Config } from '../adapters/config.ts';
import type { StartupPatience } from '../adapters/event-log/startup-patience.ts';
import type { Metrics } from '../adapters/metrics.ts';
import type { PasswordHashing } from '../adapters/password-hashing/hashing.ts';

/** How sign-in spends its time, where nobody attacks it. */
export interface QuickSignIn {
  readonly hashing: PasswordHashing;
  /** Of answers that are to tell nothing by their time. */
  readonly evenStepMs: number;
}

/** Starts a thread, which gets this data to begin with. */
export type StartThread = (workerData: object) => Pick<Worker, 'on' | 'postMessage' | 'terminate'>;

/** What the parts of the service are made from. */
export interface AppContext {
  readonly config: Config;
  readonly publicUrl: string;
  readonly databaseUrl: string;
  readonly secretKey: string;
  readonly logger: Logger;
  /** Writes a log line of another thread, which has rendered it already. */
  readonly writeLog: (line: string) => void;
  /** A line for the person at the console. */
  readonly say: (line: string) => void;
  readonly metrics: Metrics;
  readonly now: () => Date;
  /** Waits during the start for an event log that doesn't answer yet. */
  readonly patience: StartupPatience;
  /** Memory of the shared clock that `now` reads; left out where `now` is the machine's clock. */
  readonly clockMemory?: SharedArrayBuffer | undefined;
  /** Called when a part that the process needs has ended by itself. */
  readonly onLost: (error: Error) => void;
  /** Aborted when the service begins to stop: responses without an end of their own have to end now. */
  readonly draining: AbortSignal;
  /** Aborted when all parts are to end; a start that isn't complete by then gives up. */
  readonly ending: AbortSignal;
  /** Each part adds how to close what it has opened; the last one is closed first. */
  readonly closing: AsyncDisposableStack;
  /** For tests: a response of the API that differs from its contract becomes a 500. */
  readonly checkAnswers?: boolean | undefined;
  /** How long a taken slot may stay unclaimed, in milliseconds; a minute when left out. */
  readonly claimPatienceMs?: number | undefined;
  /** For tests: sign-in without the work and the waits that only attackers are to feel. */
  readonly quickSignIn?: QuickSignIn | undefined;
  /** For tests: the worker without a thread of its own. */
  readonly startThread?: StartThread | undefined;
  /** True where bookings are made up: then nobody is texted or mailed. */
  readonly withoutMessages?: boolean | undefined;
}
