import { Worker } from 'node:worker_threads';
import type { Pool } from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { hours } from '../../projections/hours/projection.ts';
import { loadConfig } from '../../src/adapters/config.ts';
import { createStartupPatience } from '../../src/adapters/event-log/startup-patience.ts';
import { createLogger } from '../../src/adapters/logger.ts';
import { createMetrics } from '../../src/adapters/metrics.ts';
import { startWorkerThread } from '../../src/app/worker/start-worker-thread.ts';
import type { WorkerMessage } from '../../src/app/worker/worker-messages.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { eventually } from '../support/machine/eventually.ts';

const HOUR = 'setInterval(() => {}, 3_600_000);';
const UNTIL_TOLD = "parentPort.on('message', (message) => message === 'stop' && parentPort.close());";
const tell = (...messages: WorkerMessage[]) =>
  messages.map((message) => `parentPort.postMessage(${JSON.stringify(message)});`).join('\n');

/** WorkerThread whose thread runs this source, with `parentPort` at hand. */
function givenThread(source: string, stopWithinMs = 60_000) {
  const ending = new AbortController();
  const closing = new AsyncDisposableStack();
  const lost: string[] = [];
  const lines: string[] = [];
  const said: string[] = [];
  const metrics = createMetrics();
  const module = new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads';\n${source}`)}`,
  );
  const context = {
    config: loadConfig({}),
    publicUrl: '',
    databaseUrl: '',
    secretKey: '',
    logger: createLogger('info', { write: (line) => lines.push(line) }),
    writeLog: (line: string) => lines.push(line),
    say: (line: string) => said.push(line),
    metrics,
    now: () => new Date(),
    patience: createStartupPatience(),
    onLost: (error: Error) => lost.push(error.message),
    draining: ending.signal,
    ending: ending.signal,
    closing,
    startThread: (workerData: object) => new Worker(module, { workerData }),
  };
  const hurried = vi.fn();
  const handed: ((notice: string) => void)[] = [];
  const log = {
    ...memoryEventStore(),
    kind: 'Postgres',
    lagAfter: async () => ({ events: 0, seconds: 0 }),
  } as const;
  const stores = {
    pool: {} as Pool,
    log: { ...log, relayNotices: (to: (typeof handed)[0]) => handed.push(to), hurryNotices: hurried },
  };
  const worker = startWorkerThread(stores, context, [hours], stopWithinMs);
  const stop = () => {
    ending.abort();
    return closing.disposeAsync();
  };
  onTestFinished(stop);
  return {
    worker,
    lost,
    lines,
    said,
    metrics,
    stop,
    hurried,
    notify: (notice: string) => handed[0]?.(notice),
  };
}

const POSITION = '1'.repeat(32);
const READ_SIDE = {
  role: 'active',
  ready: true,
  secondsBehind: 0,
  heartbeatAt: null,
  error: null,
  readModels: [],
} as const;
type Report = WorkerMessage & { kind: 'report' };
const report = (
  processes: Report['health']['processes'] = [],
  counted: Report['counted'] = [],
): WorkerMessage => ({
  kind: 'report',
  counted,
  health: { readSide: READ_SIDE, processes, pools: [] },
});

describe('the thread that projects', () => {
  it('lets requests wait for the positions it has reached', async () => {
    const { worker, hurried, notify } = givenThread(`
      import { workerData } from 'node:worker_threads';
      import { sharedPositions } from '${new URL('../../projections/engine/positions/shared-positions.ts', import.meta.url)}';
      const positions = sharedPositions(['hours'], workerData.positionsMemory);
      ${tell(report())}
      parentPort.on('message', (message) => {
        if (message === 'stop') parentPort.close();
        else if (positions.write(new Map([['hours', message]]))) { ${tell({ kind: 'projected' })} }
      });`);
    await eventually(() => expect(worker.health().readSide.role).toBe('active'));
    const waiting = worker.positions.reached('hours', POSITION);
    notify(POSITION);
    expect(await waiting).toBe(POSITION);
    expect(await worker.positions.reached('hours', POSITION)).toBe(POSITION);
    expect(hurried).toHaveBeenCalledOnce();
    expect(await worker.positions.reached('hours', '2'.repeat(32), 10)).toBe(POSITION);
  });

  it('reports its health and what it has done', async () => {
    const keeper = {
      name: 'slot-keeper',
      position: POSITION,
      openItems: 2,
      caughtUp: true,
      error: null,
    } as const;
    const { worker, lines, said, metrics } = givenThread(
      tell(
        { kind: 'log', line: '{"msg":"from the thread"}\n' },
        { kind: 'say', line: 'for a person' },
        report(
          [{ ...keeper, status: 'following' }],
          [
            { count: 'batchProjected', of: [7, 0.01] },
            { count: 'slotSettled', of: ['released'] },
            { count: 'appendEnded', of: ['appended', 0.01] },
          ],
        ),
      ) + UNTIL_TOLD,
    );
    expect(worker.health().readSide).toMatchObject({ role: 'idle', ready: false });
    await eventually(() => expect(worker.health().processes[0]).toMatchObject(keeper));
    expect(worker.health().readSide.ready).toBe(true);
    expect(lines).toContain('{"msg":"from the thread"}\n');
    expect(said).toEqual(['for a person']);
    const { body } = await metrics.text();
    expect(body).toContain('salon_projected_batch_events_sum 7');
    expect(body).toMatch(/salon_log_append_duration_seconds_count{outcome="appended"} 1/);
  });

  it.each([
    ['an uncaught error', 'throw new TypeError("no such column");', 'no such column'],
    ['an unhandled rejection', 'Promise.reject(new Error("nobody listens"));', 'nobody listens'],
    ['nothing left to do', '', 'the thread ended without an error'],
  ])('takes the process along when it ends by %s', async (_, source, message) => {
    const { lost, lines } = givenThread(source);
    await eventually(() => expect(lost).toEqual([message]), { timeout: 60_000 });
    expect(lines.join('')).toContain('The thread that projects ended by itself.');
  });

  it('ends when the signal aborts', async () => {
    const { stop, lost } = givenThread(UNTIL_TOLD);
    await stop();
    expect(lost).toEqual([]);
  });

  it('is ended when it does not end in time', async () => {
    const { stop, lost } = givenThread(HOUR, 50);
    await stop();
    expect(lost).toEqual([]);
  });
});
