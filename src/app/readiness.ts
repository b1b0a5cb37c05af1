import type { ReadModelState } from '../../projections/engine/read-model-states.ts';
import type { ReadSideHealth } from '../../projections/engine/read-side-health.ts';
import type { Config } from '../adapters/config.ts';
import type { EventLog } from '../adapters/event-log/event-log.ts';
import type { LiveProjections } from '../eventsourcing/live-projection.ts';
import type { ReadinessCheck } from '../http/health.ts';
import type { Workers } from './workers.ts';

/**
 * The hours and services that bookings are decided by. A stream that is left out of them needs a person. Where others
 * project, an `api` process says so and is ready all the same, as beside a stopped read model: it serves everything
 * else, and the proxy of docs/compose starts only before an api that is ready.
 */
export const hoursAndServicesCheck = (
  live: Pick<LiveProjections, 'problems'>,
  { role }: Pick<Config, 'role'>,
): ReadinessCheck => ({
  name: 'hours_and_services',
  async check() {
    const leftOut = live.problems().map(({ stream, revision, message }) => ({
      stream,
      revision: Number(revision),
      reason: message,
    }));
    return { ready: role === 'api' || leftOut.length === 0, leftOut };
  },
});

/** How far the read models are whose tables are being rebuilt. */
const rebuildingOf = ({ readModels }: ReadSideHealth) =>
  readModels.flatMap(({ name, rebuild }) => (rebuild ? [{ name, ...rebuild }] : []));

/** What `/readyz` asks of a process, by what runs in it. */
export async function readinessChecks(
  { log }: { readonly log: Pick<EventLog, 'head' | 'feedLag'> },
  workers: Pick<Workers, 'readSide' | 'processes'> | undefined,
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
      const own = workers?.readSide.health();
      return {
        ...(own && { role: own.role, heartbeatAt: own.heartbeatAt, error: own.error }),
        ...(own && { rebuilding: rebuildingOf(own) }),
        ready: own && own.role !== 'standby' ? own.ready : hasCaughtUp,
        eventsBehind: Math.max(...models.map(({ eventsBehind }) => eventsBehind)),
        secondsBehind: Math.max(...models.map(({ secondsBehind }) => secondsBehind)),
        readModels: models,
      };
    },
  };

  return [
    {
      name: 'log',
      check: async () => ({ ready: true, position: await log.head(), ...(await log.feedLag?.()) }),
    },
    readModels,
    ...(workers?.processes ?? []).map(
      ({ name, health }): ReadinessCheck => ({
        name: name.replaceAll('-', '_'),
        async check() {
          if (workers?.readSide.health().role === 'standby') return { ready: true, status: 'standby' };
          const { name: _, ...known } = health() ?? { name, status: 'starting', error: null };
          return { ready: known.status === 'following', ...known };
        },
      }),
    ),
  ];
}
