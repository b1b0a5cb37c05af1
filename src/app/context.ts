import type { Logger } from 'pino';
import type { Config } from '../adapters/config.ts';
import type { StartupPatience } from '../adapters/event-log/startup-patience.ts';
import type { Metrics } from '../adapters/metrics.ts';

/** What the parts of the service are made from. */
export interface AppContext {
  readonly config: Config;
  readonly publicUrl: string;
  readonly databaseUrl: string;
  readonly secretKey: string;
  readonly logger: Logger;
  /** Writes a line to the log as it is. */
  readonly writeLog: (line: string) => void;
  readonly metrics: Metrics;
  readonly now: () => Date;
  /** Of the start, with an event log that is away. */
  readonly patience: StartupPatience;
  /** Of the shared clock that `now` shows; left out where that is the machine's own. */
  readonly clockMemory?: SharedArrayBuffer | undefined;
  /** Told when a part has ended by itself that the process can't do without. */
  readonly onLost: (error: Error) => void;
  /** Aborted when all parts are to end; a start that isn't through by then gives up. */
  readonly ending: AbortSignal;
  /** Where each part says how to close what it has opened: the last one is closed first. */
  readonly closing: AsyncDisposableStack;
  /** For tests: an answer of the API that differs from its contract becomes a 500. */
  readonly checkAnswers?: boolean | undefined;
  /** How long a taken slot may stay unclaimed, in milliseconds; a minute when left out. */
  readonly claimPatienceMs?: number | undefined;
}
