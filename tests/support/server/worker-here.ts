import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import type { StartThread } from '../../../src/app/worker/start-worker-thread.ts';
import { runWorker } from '../../../src/app/worker/worker.ts';
import type { WorkerSettings } from '../../../src/app/worker/worker-messages.ts';

/**
 * Runs the worker in the test's own thread, behind the same port: a thread of its own would load all modules again, for each
 * server that a test starts. Messages are copied, and come later, as between threads.
 */
export const workerHere: StartThread = (settings) => {
  const [toMain, toWorker] = [new EventEmitter(), new EventEmitter()];
  const sendTo = (end: EventEmitter) => (message: unknown) => {
    const copy = structuredClone(message);
    setImmediate(() => end.emit('message', copy));
  };
  let hasEnded = false;
  const exit = () => {
    if (hasEnded) return;
    hasEnded = true;
    setImmediate(() => toMain.emit('exit', 0));
  };
  const port = {
    postMessage: sendTo(toMain),
    on: (event: 'message', listener: (message: string) => void) => toWorker.on(event, listener),
    close: exit,
  };
  runWorker(port, structuredClone(settings) as WorkerSettings).catch((error: unknown) =>
    toMain.emit('error', error),
  );
  return Object.assign(toMain, {
    postMessage: sendTo(toWorker),
    terminate: async () => exit(),
  }) as unknown as Worker;
};
