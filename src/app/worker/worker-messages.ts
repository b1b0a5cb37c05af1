import type { ReadSideHealth } from '../../../projections/engine/read-side-health.ts';
import type { Config } from '../../adapters/config.ts';
import type { Metrics } from '../../adapters/metrics.ts';
import type { PoolUse } from '../../adapters/postgres/pool.ts';
import type { ProcessHealth } from '../../eventsourcing/processes/run-process-manager.ts';

/** What a process is started with and its worker thread too: data, since nothing else can be sent to a thread. */
export interface ProcessSettings {
  readonly config: Config;
  readonly publicUrl: string;
  readonly databaseUrl: string;
  readonly secretKey: string;
  /** How long a taken slot may stay unclaimed, in milliseconds; a minute when left out. */
  readonly claimPatienceMs?: number | undefined;
  /** True where bookings are made up: then nobody is texted or mailed. */
  readonly withoutMessages?: boolean | undefined;
  /** Memory of the shared clock that `now` reads; left out where `now` is the machine's clock. */
  readonly clockMemory?: SharedArrayBuffer | undefined;
}

/** What the worker thread is started with. */
export interface WorkerSettings extends ProcessSettings {
  /** Of the read models' shared positions. */
  readonly positionsMemory: SharedArrayBuffer;
}

/** The worker's end of the line to the main thread. */
export interface WorkerPort {
  postMessage(message: WorkerMessage): void;
  on(event: 'message', listener: (message: string) => void): unknown;
  /** The worker has ended. */
  close(): void;
}

/** Message that ends the thread. Any other message is a notice of appends, which the thread publishes. */
export const STOP = 'stop';

/** The counts that the thread contributes to the process's metrics. */
export type Counted = Pick<Metrics, 'batchProjected' | 'slotSettled' | 'appendEnded' | 'messageEnded'>;

/** One call of the process's metrics. */
export type Count = {
  [Name in keyof Counted]: { readonly count: Name; readonly of: Parameters<Counted[Name]> };
}[keyof Counted];

/** A process manager's health as it goes between threads, where an error is text. */
export type ProcessManagerHealth = Omit<ProcessHealth, 'error'> & {
  readonly name: string;
  readonly error: string | null;
};

/** How the thread is doing. */
export interface WorkerHealth {
  readonly readSide: ReadSideHealth;
  /** Of the process managers that run here; none on a standby. */
  readonly processes: readonly ProcessManagerHealth[];
  /** Of the connections that are the thread's alone. */
  readonly pools: readonly PoolUse[];
}

/** A message of the thread. */
export type WorkerMessage =
  /** A line as it is to be written: for the process's log, or for the person at the console. */
  | { readonly kind: 'log' | 'say'; readonly line: string }
  /** The shared positions have moved on while a request waits for them. */
  | { readonly kind: 'projected' }
  /** What it has done since its last report, and how it is doing. */
  | { readonly kind: 'report'; readonly counted: readonly Count[]; readonly health: WorkerHealth };
