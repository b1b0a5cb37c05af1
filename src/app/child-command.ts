import { fork } from 'node:child_process';
import type { AppContext } from './context.ts';

/** The order that the service gives a command: it replaces the environment and the arguments that the command reads otherwise. */
export interface CommandOrder {
  readonly config: AppContext['config'];
  readonly args: readonly string[];
  /** The service's present time. */
  readonly nowMs: number;
}

/** The command's message to the service: how far it is, and in the end its result, or why there is none. */
export interface CommandMessage {
  readonly progress?: unknown;
  readonly result?: unknown;
  readonly error?: string;
}

/** A command that came to no end. */
class CommandBroken extends Error {
  override readonly name = 'CommandBroken';
}

/**
 * Runs `npm run verify` or `npm run backup` in a process of its own, which gets processor time only when nothing else needs it: it goes
 * through the whole log, and neither requests nor projections should wait for that. Settings and secrets go through a channel, so that
 * no list of processes shows them.
 *
 * @returns what the command says came of it
 * @throws when it can't be done, or the signal aborts
 */
export async function runInChild(
  command: 'verify' | 'backup',
  args: readonly string[],
  { config, databaseUrl, secretKey, now }: Pick<AppContext, 'config' | 'databaseUrl' | 'secretKey' | 'now'>,
  onProgress: (progress: unknown) => void,
  signal: AbortSignal,
): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const child = fork(new URL(`../../scripts/${command}.ts`, import.meta.url), [], {
    execArgv: ['--max-old-space-size=1024'],
    serialization: 'advanced',
    stdio: 'ignore',
  });
  const fail = (why: string) => reject(new CommandBroken(why));
  child
    .on('message', ({ progress, result, error }: CommandMessage) => {
      if (progress !== undefined) onProgress(progress);
      if (result !== undefined) resolve(result);
      if (error !== undefined) fail(error);
    })
    .on('error', reject)
    .on('exit', (code, by) => fail(`its process ended by itself (${by ?? code})`));
  const stop = () => fail('it was stopped');
  signal.addEventListener('abort', stop, { once: true });
  const order: CommandOrder = { config: { ...config, databaseUrl, secretKey }, args, nowMs: now().getTime() };
  if (signal.aborted) stop();
  else child.send(order, (error) => error && reject(error));
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', stop);
    child.kill('SIGKILL');
  }
}
