import { fork } from 'node:child_process';
import type { ProofFigures, ProofProgress } from '../../contracts/system/proof.ts';
import type { ProcessSettings } from '../worker/worker-messages.ts';

/** What the process that proves is told. */
export interface ProofOrder extends Pick<ProcessSettings, 'config' | 'databaseUrl' | 'secretKey'> {
  /** What time it is for the service. */
  readonly nowMs: number;
}

/** What it tells: how far it is, and in the end the figures, or why there are none. */
export interface ProofMessage {
  readonly progress?: ProofProgress;
  readonly figures?: ProofFigures;
  readonly error?: string;
}

/** A proof that could not be completed. */
class ProofBroken extends Error {
  override readonly name = 'ProofBroken';
}

/**
 * Proves the log and the read models in a process of its own, which gets processor time only when nothing else needs it: it goes through
 * the whole log, and neither requests nor projections should wait for that.
 *
 * @throws when it can't be done, or the signal aborts
 */
export async function prove(
  order: ProofOrder,
  onProgress: (progress: ProofProgress) => void,
  signal: AbortSignal,
): Promise<ProofFigures> {
  const { promise, resolve, reject } = Promise.withResolvers<ProofFigures>();
  const child = fork(new URL('./process.ts', import.meta.url), [], {
    execArgv: ['--max-old-space-size=1024'],
    serialization: 'advanced',
    stdio: 'ignore',
  });
  const fail = (why: string) => reject(new ProofBroken(why));
  child
    .on('message', ({ progress, figures, error }: ProofMessage) => {
      if (progress) onProgress(progress);
      if (figures) resolve(figures);
      if (error !== undefined) fail(error);
    })
    .on('error', reject)
    .on('exit', (code, by) => fail(`its process ended by itself (${by ?? code})`));
  const stop = () => fail('it was stopped');
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  else child.send(order, (error) => error && reject(error));
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', stop);
    child.kill('SIGKILL');
  }
}
