import { expect, it } from 'vitest';
import type { ReadSideHealth } from '../../projections/engine/read-side-health.ts';
import { StartupError } from '../../src/adapters/startup-error.ts';
import { hoursAndServicesCheck, readinessChecks } from '../../src/app/operations/readiness.ts';
import { UnknownEvent } from '../../src/eventsourcing/event-types.ts';
import { recorded } from '../projections/events.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';

const assertSameLog = async () => {};

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
    const worker = { readSide: () => health, processes: () => [] };
    const written = await log.head();
    const rows = { name: 'hours', version: 1, status: 'running', position: written } as const;
    const lag = { eventsBehind: 0, secondsBehind: 0, error: null, stoppedAt: null };
    const checks = await readinessChecks({ log, assertSameLog }, worker, async () => [{ ...rows, ...lag }]);
    const readModels = checks.find(({ name }) => name === 'read_models');
    expect(await readModels?.check()).toMatchObject({ ready: expected });
    const keeper = checks.find(({ name }) => name === 'slot_keeper');
    expect(await keeper?.check()).toMatchObject({ ready: role === 'standby' });
  },
);

it.each([
  ['following', null, true],
  ['retrying', 'StoreUnavailable: gone', false],
  ['stopped', 'Error: a defect', false],
] as const)('of a process manager that is %s by %s: %s', async (status, error, expected) => {
  const log = memoryEventStore();
  const names = ['slot-keeper', 'registrar'];
  const readSide: ReadSideHealth = {
    role: 'active',
    ready: true,
    secondsBehind: 0,
    heartbeatAt: null,
    error: null,
    readModels: [],
  };
  const worker = {
    readSide: () => readSide,
    processes: () =>
      names.map((name) => ({ name, status, error, position: '', openItems: 3, caughtUp: true })),
  };
  const checks = await readinessChecks({ log, assertSameLog }, worker, async () => []);
  for (const name of ['slot_keeper', 'registrar']) {
    const check = checks.find((other) => other.name === name);
    expect(await check?.check()).toEqual({
      ready: expected,
      status,
      position: '',
      openItems: 3,
      caughtUp: true,
      error,
    });
  }
});

it.each([
  ['all', false],
  ['projector', false],
  ['api', true],
] as const)('says in role %s which stream cannot be read, and is then ready: %s', async (role, ready) => {
  const [stray] = recorded([{ stream: 'service-odd', type: 'ServicePainted', data: {} }]);
  if (!stray) throw new Error('one event was recorded');
  const check = (problems: readonly UnknownEvent[]) =>
    hoursAndServicesCheck({ problems: () => problems }, { role }).check();
  expect(await check([])).toEqual({ ready: true, unreadable: [] });
  expect(await check([new UnknownEvent(stray)])).toEqual({
    ready,
    unreadable: [{ stream: 'service-odd', revision: 0, reason: expect.stringContaining('ServicePainted') }],
  });
});

it.each([
  ['a projector', true, false],
  ['no projector', false, true],
])(
  'names the transaction that new events wait for, and with %s beside it is then ready: $2',
  async (_what, projects, ready) => {
    const waitingFor = {
      transaction: '757',
      since: '2026-11-20T09:00:00.000Z',
      database: 'salon',
      application: 'psql',
      pid: 12,
      state: 'idle in transaction',
    };
    const lag = { heldBackEvents: 3, oldestTransactionSeconds: 9 };
    const readSide: ReadSideHealth = {
      role: 'active',
      ready: true,
      secondsBehind: 9,
      heartbeatAt: null,
      error: null,
      readModels: [],
    };
    let waits: typeof waitingFor | null = null;
    const log = { ...memoryEventStore(), deliveryLag: async () => ({ ...lag, waitingFor: waits }) };
    const worker = projects ? { readSide: () => readSide, processes: () => [] } : undefined;
    const checks = await readinessChecks({ log, assertSameLog }, worker, async () => []);
    const ofLog = checks.find(({ name }) => name === 'log');
    expect(await ofLog?.check()).toMatchObject({ ready: true, ...lag, waitingFor: null });
    waits = waitingFor;
    expect(await ofLog?.check()).toMatchObject({ ready, ...lag, waitingFor });
  },
);

it('readiness fails once the log is another one than at the start', async () => {
  const log = memoryEventStore();
  let isOther = false;
  const compare = async () => {
    if (isOther) throw new StartupError('This database goes with another event log.');
  };
  const checks = await readinessChecks({ log, assertSameLog: compare }, undefined, async () => []);
  const ofLog = checks.find(({ name }) => name === 'log');
  expect(await ofLog?.check()).toMatchObject({ ready: true });
  isOther = true;
  expect(await ofLog?.check()).toMatchObject({ ready: false, error: expect.stringContaining('another') });
});
