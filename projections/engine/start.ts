import { LIVE } from './projection.ts';
import { rebuild } from './rebuild.ts';
import { registeredModel } from './registry.ts';
import { createSupervisor, type Supervisor, type SupervisorDeps } from './supervisor.ts';

export interface ReadSide extends Pick<Supervisor, 'health' | 'retry'> {
  /** Settles when projecting has ended after the signal. */
  readonly ended: Promise<void>;
}

/**
 * Keeps the read models of this process up to date until the signal aborts. Those whose code is at another
 * version than their tables are rebuilt first, beside the tables that an older process may still be serving.
 */
export async function startProjections(deps: SupervisorDeps, signal: AbortSignal): Promise<ReadSide> {
  for (const projection of deps.projections) {
    const live = await registeredModel(deps.pool, LIVE, projection.name);
    if (live && live.version !== projection.version) await rebuild(deps, projection, { signal });
  }
  const supervisor = createSupervisor(deps);
  const ended = supervisor.run(signal);
  return { ended, health: supervisor.health, retry: supervisor.retry };
}
