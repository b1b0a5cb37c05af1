import type { ReadModelState } from '../../projections/engine/read-model-states.ts';
import type { EventLog } from '../adapters/event-log/event-log.ts';
import type { ReadinessCheck } from '../http/health.ts';
import type { Background } from './workers.ts';

/** What `/readyz` asks of a process, by what runs in it. */
export async function readinessChecks(
  { log }: { readonly log: Pick<EventLog, 'head' | 'feedLag'> },
  background: Omit<Background, 'positions'> | undefined,
  readModelStates: () => Promise<readonly ReadModelState[]>,
): Promise<readonly ReadinessCheck[]> {
  const written = await log.head();
  let hasCaughtUp = false;

  const readModels: ReadinessCheck = {
    name: 'read_models',
    async check() {
      const models = await readModelStates();
      // A stopped one is for the projector to report: without this process its rows would be no newer.
      hasCaughtUp ||= models.every(
        ({ status, position }) => status === 'stopped' || (status === 'running' && position >= written),
      );
      const own = background?.readSide.health();
      return {
        ...(own && { role: own.role, heartbeatAt: own.heartbeatAt, error: own.error }),
        ready: own && own.role !== 'standby' ? own.ready : hasCaughtUp,
        eventsBehind: Math.max(...models.map(({ eventsBehind }) => eventsBehind)),
        secondsBehind: Math.max(...models.map(({ secondsBehind }) => secondsBehind)),
        readModels: models,
      };
    },
  };

  const checks: ReadinessCheck[] = [
    {
      name: 'log',
      check: async () => ({ ready: true, position: await log.head(), ...(await log.feedLag?.()) }),
    },
    readModels,
  ];
  if (background) {
    const { readSide, keeperHealth } = background;
    checks.push({
      name: 'slot_keeper',
      async check() {
        if (readSide.health().role === 'standby') return { ready: true, status: 'standby' };
        const health = keeperHealth();
        return { ready: health?.status === 'following', ...health };
      },
    });
  }
  return checks;
}
