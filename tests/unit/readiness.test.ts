import { expect, it } from 'vitest';
import type { ReadSideHealth } from '../../projections/engine/read-side-health.ts';
import { readinessChecks } from '../../src/app/readiness.ts';
import { memoryEventStore } from '../../src/eventsourcing/memory-event-store.ts';

it.each([
  ['active', true, true],
  ['active', false, false],
  ['standby', false, true],
  ['idle', false, false],
] as const)(
  'of rows that have caught up, where projecting is %s and ready is %s: %s',
  async (role, ready, expected) => {
    const health: ReadSideHealth = {
      role,
      ready,
      secondsBehind: 0,
      heartbeatAt: null,
      error: null,
      readModels: [],
    };
    const log = memoryEventStore();
    const background = { readSide: { health: () => health }, keeperHealth: () => undefined };
    const written = await log.head();
    const rows = { name: 'hours', version: 1, status: 'running', position: written } as const;
    const lag = { eventsBehind: 0, secondsBehind: 0, error: null, stoppedAt: null };
    const checks = await readinessChecks({ log }, background, async () => [{ ...rows, ...lag }]);
    const readModels = checks.find(({ name }) => name === 'read_models');
    expect(await readModels?.check()).toMatchObject({ ready: expected });
    const keeper = checks.find(({ name }) => name === 'slot_keeper');
    expect(await keeper?.check()).toMatchObject({ ready: role === 'standby' });
  },
);
