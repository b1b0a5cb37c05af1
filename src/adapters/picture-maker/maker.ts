import { fork } from 'node:child_process';
import { createKeyedMutex } from '../../eventsourcing/async/keyed-mutex.ts';
import type { PictureOrder, PictureResult } from './recipe.ts';

export type { MadePicture, PictureRefusal } from './recipe.ts';

export type PictureMaker = (order: PictureOrder) => Promise<PictureResult>;

/** Most pictures are made within two seconds; the largest on a slow machine take ten times as long. */
const PATIENCE_MS = 60_000;

/** The process gets none of the service's settings and secrets. */
function makeApart(order: PictureOrder, patienceMs: number): Promise<PictureResult> {
  const { promise, resolve } = Promise.withResolvers<PictureResult>();
  const child = fork(new URL('./process.ts', import.meta.url), [], {
    // A second pool of memory for threads would count although nothing is in it.
    env: { MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '1' },
    execArgv: ['--max-old-space-size=64'],
    serialization: 'advanced',
    stdio: 'ignore',
  });
  // A process that dies while it works on a picture was killed by it, or by its limit.
  const giveUp = () => resolve({ refusal: 'too-heavy' });
  const patience = setTimeout(giveUp, patienceMs);
  child
    .on('message', (result: PictureResult) => resolve(result))
    .on('error', giveUp)
    .on('exit', giveUp);
  child.send(order, (error) => error && giveUp());
  return promise.finally(() => {
    clearTimeout(patience);
    child.kill('SIGKILL');
  });
}

/**
 * Makes pictures in processes of their own, one process for each picture and one at a time. The decoders are large programs in C that read
 * strangers' files: if one of them crashes or takes all memory, that happens to that process alone.
 */
export function pictureMaker(patienceMs = PATIENCE_MS): PictureMaker {
  const mutex = createKeyedMutex();
  return (order) => mutex.runExclusive('picture', () => makeApart(order, patienceMs));
}
