import type { Pool } from 'pg';
import type { ReadModelState } from '../../../projections/engine/read-model-states.ts';
import type { ReadSideHealth } from '../../../projections/engine/read-side-health.ts';
import type { Config } from '../../adapters/config.ts';
import type { EventLog } from '../../adapters/event-log/event-log.ts';
import { hasFullDisk } from '../../adapters/postgres/full-disk.ts';
import { StartupError } from '../../adapters/startup-error.ts';
import { WrongLog } from '../../eventsourcing/event-store.ts';
import type { LiveProjections } from '../../eventsourcing/streams/live-projection.ts';
import type { ReadinessCheck } from '../../http/server/health.ts';
import { PROCESS_MANAGERS } from '../worker/process-managers.ts';
import type { Worker } from '../worker/worker.ts';

/**
 * Checks the hours and services by which bookings are decided. A stream that can't be read to its end needs a person, since
 * nothing in it can be changed. A process of the role `api` reports such a stream but counts as ready, as it does beside a stopped
 * read model: it serves what it knows, and the proxy of docs/compose starts only when an api process is ready.
 */
export const hoursAndServicesCheck = (
  live: Pick<LiveProjections, 'problems'>,
  { role }: Pick<Config, 'role'>,
): ReadinessCheck => ({
  name: 'hours_and_services',
  async check() {
    const unreadable = live.problems().map(({ stream, revision, message }) => ({
      stream,
      revision: Number(revision),
      reason: message,
    }));
    return { ready: role === 'api' || unreadable.length === 0, unreadable };
  },
});

/** Checks by a small file that Postgres can write, since a full disk doesn't keep it from answering queries. */
export const diskCheck = (pool: Pool): ReadinessCheck => ({
  name: 'disk',
  async check() {
    const isFull = await hasFullDisk(pool);
    return { ready: !isFull, ...(isFull && { error: 'The disk of the database is full.' }) };
  },
});

/** Progress of the read models that are being rebuilt. */
const rebuildingOf = ({ readModels }: ReadSideHealth) =>
  readModels.flatMap(({ name, rebuild }) => (rebuild ? [{ name, ...rebuild }] : []));

interface LogToCheck {
  readonly log: Pick<EventLog, 'head' | 'deliveryLag'>;
  /** @throws StartupError when the database belongs to another log, for example because the log was replaced by an empty one */
  assertSameLog(): Promise<void>;
}

/** The checks of `/readyz` for what runs in this process. */
export async function readinessChecks(
  { log, assertSameLog }: LogToCheck,
  worker: Pick<Worker, 'readSide' | 'processes'> | undefined,
  readModelStates: () => Promise<readonly ReadModelState[]>,
): Promise<readonly ReadinessCheck[]> {
  const written = await log.head();
  let hasCaughtUp = false;

  const readModels: ReadinessCheck = {
    name: 'read_models',
    async check() {
      const models = await readModelStates();
      // The projector reports a stopped read model. It doesn't count here, since taking this process out of service wouldn't help.
      hasCaughtUp ||= models.every(
        ({ status, position }) => status === 'stopped' || (status === 'running' && position >= written),
      );
      const own = worker?.readSide();
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
      async check() {
        try {
          const position = await log.head();
          await assertSameLog();
          const lag = await log.deliveryLag?.();
          // A process without projector answers as before; its proxy can't help against an open transaction.
          return { ready: !worker || !lag?.waitingFor, position, ...lag };
        } catch (error) {
          if (!(error instanceof StartupError || error instanceof WrongLog)) throw error;
          return { ready: false, error: error.message };
        }
      },
    },
    readModels,
    ...(worker ? PROCESS_MANAGERS : []).map(
      (name): ReadinessCheck => ({
        name: name.replaceAll('-', '_'),
        async check() {
          if (worker?.readSide().role === 'standby') return { ready: true, status: 'standby' };
          const found = worker?.processes().find((process) => process.name === name);
          const { name: _, ...known } = found ?? { name, status: 'starting', error: null };
          return { ready: known.status === 'following', ...known };
        },
      }),
    ),
  ];
}
