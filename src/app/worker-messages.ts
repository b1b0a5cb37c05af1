import type { ReadSideHealth } from '../../projections/engine/read-side-health.ts';
import type { Metrics } from '../adapters/metrics.ts';
import type { PoolUse } from '../adapters/postgres/pool.ts';
import type { ProcessHealth } from '../eventsourcing/processes/run-process-manager.ts';
import type { AppContext } from './context.ts';

/** What the thread gets of the process's context: the rest can't be sent to it. */
const SENT = [
  'config',
  'databaseUrl',
  'secretKey',
  'publicUrl',
  'claimPatienceMs',
  'withoutMessages',
  'clockMemory',
] as const satisfies readonly (keyof AppContext)[];

/** What the worker thread is started with. */
export interface WorkerSettings extends Pick<AppContext, (typeof SENT)[number]> {
  /** Of the read models' shared positions. */
  readonly positionsMemory: SharedArrayBuffer;
}

export const workerSettings = (context: AppContext, positionsMemory: SharedArrayBuffer): WorkerSettings => ({
  ...(Object.fromEntries(SENT.map((name) => [name, context[name]])) as Pick<
    AppContext,
    (typeof SENT)[number]
  >),
  positionsMemory,
});

/** The worker's end of the line to the main thread. */
export interface WorkerPort {
  postMessage(message: WorkerMessage): void;
  on(event: 'message', listener: (message: string) => void): unknown;
  /** The worker has ended. */
  close(): void;
}

/** Message that ends the thread. Any other message is a notice of appends, which the thread publishes. */
export const STOP = 'stop';

/** A process manager's health as it goes between threads, where an error is text. */
export interface ProcessManagerHealth extends Omit<ProcessHealth, 'error'> {
  readonly name: string;
  readonly error: string | null;
}

/** The counts that the thread contributes to the process's metrics. */
type Counted = Pick<Metrics, 'batchProjected' | 'slotSettled' | 'appendEnded' | 'messageEnded'>;

export type Count = {
  [Name in keyof Counted]: { readonly count: Name; readonly of: Parameters<Counted[Name]> };
}[keyof Counted];

/** How the thread is doing. */
export interface ThreadHealth {
  readonly readSide: ReadSideHealth;
  /** Of the process managers that run here; none on a standby. */
  readonly processes: readonly ProcessManagerHealth[];
  readonly pools: readonly PoolUse[];
}

/** A message of the thread. */
export type WorkerMessage =
  /** A line for the process's log, as it is to be written. */
  | { readonly kind: 'log'; readonly line: string }
  /** A line for the person at the console. */
  | { readonly kind: 'say'; readonly line: string }
  /** The shared positions have moved on while a request waits for them. */
  | { readonly kind: 'projected' }
  | { readonly kind: 'count'; readonly counted: readonly Count[] }
  | { readonly kind: 'health'; readonly health: ThreadHealth };
