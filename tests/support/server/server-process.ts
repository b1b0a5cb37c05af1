import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { bareEnvironment } from '../machine/bare-environment.ts';
import type { Order } from './server-entry.ts';

export interface ServerProcess {
  readonly pid: number;
  readonly url: string;
  /** Milliseconds from the start of the process to the open port and all parts running. */
  readonly startedInMs: number;
  /** Sets its clock so much before the machine's; only the server's own script understands it. */
  setClockAhead(ms: number): void;
  /** The last of what it printed. */
  output(): string;
  readonly ended: Promise<void>;
  /** SIGKILL: no handler runs, its database is left behind. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 240_000;

/**
 * Starts a script that tells its port, such as `server-entry.ts`, the real server.
 *
 * @throws Error with what it printed when it does not start in four minutes
 */
export async function startServerProcess(
  settings: Readonly<Record<string, string>>,
  script = join(import.meta.dirname, 'server-entry.ts'),
): Promise<ServerProcess> {
  const startedAt = performance.now();
  const child = fork(script, {
    // The limit of `npm start`.
    execArgv: ['--max-old-space-size=1024'],
    env: { ...bareEnvironment(), PORT: '0', LOG_LEVEL: 'error', ...settings },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-4_000);
    });
  }
  const port = await portOf(child).catch((error: Error) => {
    child.kill('SIGKILL');
    throw new Error(`${error.message}\n${printed}`);
  });
  const exit = once(child, 'exit').then(() => {});
  const ended = async (end: () => void) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    end();
    await exit;
  };
  const tell = (order: Order) => void child.send(order);
  return {
    pid: child.pid ?? Number.NaN,
    url: `http://127.0.0.1:${port}`,
    startedInMs: performance.now() - startedAt,
    setClockAhead: (clockAheadMs) => tell({ clockAheadMs }),
    output: () => printed,
    ended: exit,
    kill: () => ended(() => child.kill('SIGKILL')),
    stop: () => ended(() => tell('stop')),
  };
}

async function portOf(child: ChildProcess): Promise<number> {
  const waiting = AbortSignal.timeout(START_TIMEOUT_MS);
  const ended = once(child, 'exit', { signal: waiting }).then(([code, signal]) => {
    throw new Error(`the server ended before it was ready (${signal ?? code})`);
  });
  const [message] = await Promise.race([once(child, 'message', { signal: waiting }), ended]);
  return (message as { port: number }).port;
}
