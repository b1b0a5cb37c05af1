import type { Position } from '../../src/eventsourcing/event-store.ts';
import type { RebuildProgress } from './rebuild/rebuild.ts';

export interface ReadModelHealth {
  readonly name: string;
  readonly version: number;
  /** `rebuilding` while its tables of this version are being built; those of another version may still be served. */
  readonly status: 'running' | 'stopped' | 'rebuilding';
  readonly position: Position;
  /** Events of its streams that were delivered since it stopped; 0 while it runs. */
  readonly eventsBehind: number;
  readonly error: string | null;
  /** Position of the event that it can't handle. */
  readonly stoppedAt: Position | null;
  /** Progress of its rebuild; null when none is under way. */
  readonly rebuild: RebuildProgress | null;
}

/** The health of the read side, for `/readyz` and the admin's health page. */
export interface ReadSideHealth {
  /** `active` while this process projects, `standby` while another one does; `idle` between two tries. */
  readonly role: 'active' | 'standby' | 'idle';
  /**
   * Whether projecting has reached the end of the log since this try began, and no read model is stopped or being
   * rebuilt.
   */
  readonly ready: boolean;
  /** How long the log has been ahead without a break; 0 when all is projected. */
  readonly secondsBehind: number;
  /** When the supervisor last compared its position with the end of the log, whether it had moved or not. */
  readonly heartbeatAt: string | null;
  /** The error of the last try that failed; null while projecting works. */
  readonly error: string | null;
  readonly readModels: readonly ReadModelHealth[];
}
