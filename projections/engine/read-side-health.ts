import type { Position } from '../../src/eventsourcing/event-store.ts';
import type { RebuildProgress } from './rebuild.ts';

/** How one read model is doing. */
export interface ReadModelHealth {
  readonly name: string;
  readonly version: number;
  /** `rebuilding` while its tables of this version are being made; those of another version may still be served. */
  readonly status: 'running' | 'stopped' | 'rebuilding';
  readonly position: Position;
  /** Events of its categories that were delivered since it stopped; 0 while it runs. */
  readonly eventsBehind: number;
  readonly error: string | null;
  /** The event that it can't handle. */
  readonly stoppedAt: Position | null;
  /** How far its rebuild is; null when none is under way. */
  readonly rebuild: RebuildProgress | null;
}

/** How the read side is doing, for `/readyz` and the admin's health page. */
export interface ReadSideHealth {
  /** `active` where the projecting is done, `standby` while another process does it; `idle` between two attempts. */
  readonly role: 'active' | 'standby' | 'idle';
  /**
   * Whether projecting has reached the end of the log since this attempt began, and no read model is stopped or being
   * rebuilt.
   */
  readonly ready: boolean;
  /** For how long without a pause the log has been ahead; 0 when all is projected. */
  readonly secondsBehind: number;
  /** When the supervisor last compared itself with the log, progress or not. */
  readonly heartbeatAt: string | null;
  /** Of the last round that failed; null while all is well. */
  readonly error: string | null;
  readonly readModels: readonly ReadModelHealth[];
}
