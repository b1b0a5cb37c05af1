import { parentPort, workerData } from 'node:worker_threads';
import { runWorker } from './worker.ts';
import type { WorkerSettings } from './worker-messages.ts';

/** The worker as a thread, so that requests share their event loop neither with folds nor with process managers. */

if (!parentPort) throw new Error('worker-thread.ts is started by start-worker-thread.ts, as a thread');
await runWorker(parentPort, workerData as WorkerSettings);
