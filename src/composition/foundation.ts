import type { Logger } from 'pino';
import type { Config } from '../adapters/config.ts';

/** What the parts of the service are made from. */
export interface Foundation {
  readonly config: Config;
  readonly publicUrl: string;
  readonly databaseUrl: string;
  readonly secretKey: string;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Told in plain words what a start is waiting for. */
  readonly report: (line: string) => void;
  /** Aborted when the process is told to stop: a start that is waiting gives up. */
  readonly stopping?: AbortSignal | undefined;
  /** How long a taken slot may stay unclaimed, in milliseconds; a minute when left out. */
  readonly claimPatienceMs?: number | undefined;
}
