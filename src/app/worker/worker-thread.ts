import { parentPort, workerData } from 'node:worker_threads';
import { runWorker } from './worker.ts';
import type { WorkerSettings } from './worker-messages.ts';

/** Runs the worker as a thread, so that requests don't share their event loop with folds and process managers. */

if (!parentPort) throw new Error('worker-thread.ts is started by start-worker-thread.ts, as a thread');
await runWorker(parentPort, workerData as WorkerSettings);
