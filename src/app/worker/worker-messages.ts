import type { ReadSideHealth } from '../../../projections/engine/read-side-health.ts';
import type { Config } from '../../adapters/config.ts';
import type { Metrics } from '../../adapters/metrics.ts';
import type { PoolUse } from '../../adapters/postgres/pool.ts';
import type { ProcessHealth } from '../../eventsourcing/processes/run-process-manager.ts';

/** Settings of a process and of its worker thread. They are plain data, since nothing else can be sent to a thread. */
export interface ProcessSettings {
  readonly config: Config;
  readonly publicUrl: string;
  readonly databaseUrl: string;
  readonly secretKey: string;
  /** How long a taken slot may stay unclaimed, in milliseconds; a minute when left out. */
  readonly claimPatienceMs?: number | undefined;
  /** True if bookings are invented, as in the demonstration: then nobody gets a text message or a mail. */
  readonly withoutMessages?: boolean | undefined;
  /** Memory of the shared clock that `now` reads; left out if `now` reads the machine's clock. */
  readonly clockMemory?: SharedArrayBuffer | undefined;
}

/** What the worker thread is started with. */
export interface WorkerSettings extends ProcessSettings {
  /** Memory of the read models' positions, which both threads share. */
  readonly positionsMemory: SharedArrayBuffer;
}

/** The port by which the worker exchanges messages with the main thread. */
export interface WorkerPort {
  postMessage(message: WorkerMessage): void;
  on(event: 'message', listener: (message: string) => void): unknown;
  /** The worker calls it at its end. */
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

/** A process manager's health in the form that is sent between threads: an error is a text. */
export type ProcessManagerHealth = Omit<ProcessHealth, 'error'> & {
  readonly name: string;
  readonly error: string | null;
};

/** How the thread is doing. */
export interface WorkerHealth {
  readonly readSide: ReadSideHealth;
  /** Health of the process managers that run here; empty on a standby. */
  readonly processes: readonly ProcessManagerHealth[];
  /** Use of the connections that only this thread has. */
  readonly pools: readonly PoolUse[];
}

/** A message from the worker thread to the main thread. */
export type WorkerMessage =
  /** A finished line, for the process's log or for the person at the console. */
  | { readonly kind: 'log' | 'say'; readonly line: string }
  /** The shared positions have moved on while a request waits for them. */
  | { readonly kind: 'projected' }
  /** What the thread has counted since its last report, and its health. */
  | { readonly kind: 'report'; readonly counted: readonly Count[]; readonly health: WorkerHealth };
