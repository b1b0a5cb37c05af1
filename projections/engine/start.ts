import { createSupervisor, type Supervisor, type SupervisorDeps } from './supervisor.ts';

export interface ReadSide extends Pick<Supervisor, 'health' | 'retry'> {
  /** Settles when projecting has ended after the signal has aborted. */
  readonly ended: Promise<void>;
}

/** Keeps the read models of this process up to date until the signal aborts. */
export function startProjections(deps: SupervisorDeps, signal: AbortSignal): ReadSide {
  const supervisor = createSupervisor(deps);
  const ended = supervisor.run(signal);
  return { ended, health: supervisor.health, retry: supervisor.retry };
}
