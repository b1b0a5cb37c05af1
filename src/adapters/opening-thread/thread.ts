import { parentPort, workerData } from 'node:worker_threads';
import { openParts, type SealedPart } from '../../eventsourcing/sealing/open-personal.ts';
import { createPool } from '../postgres/pool.ts';
import { postgresSealingKeys } from '../postgres/sealing-keys.ts';

/** The thread that opens sealed parts for another thread. */

/** The thread's `workerData`. */
export interface OpeningSettings {
  readonly databaseUrl: string;
  /** The key that encrypts ("wraps") the streams' keys. */
  readonly masterKey: Uint8Array;
}

/** A message to the thread: parts to open, or `close`, which ends the thread and is sent only when no request is under way. */
export type OpeningRequest = { readonly id: number; readonly parts: readonly SealedPart[] } | 'close';

/** A message from the thread. The first one, with the id 0, says that the thread is ready. */
export interface OpeningReply {
  readonly id: number;
  /** The JSON of each part, or null for a part whose key was shredded. Null instead of the whole list if opening a part failed. */
  readonly opened: readonly (string | null)[] | null;
}

if (!parentPort) throw new Error('thread.ts is started by opening.ts, as a thread');
const port = parentPort;
const { databaseUrl, masterKey } = workerData as OpeningSettings;
const pool = createPool({ url: databaseUrl, name: 'opening', max: 2 });
const open = openParts(postgresSealingKeys(pool, Buffer.from(masterKey)));
const reply = (message: OpeningReply) => port.postMessage(message);

port.on('message', (request: OpeningRequest) => {
  if (request === 'close') {
    port.close();
    void pool.end();
    return;
  }
  const { id, parts } = request;
  open(parts).then(
    (opened) => reply({ id, opened }),
    // The other thread then opens the parts itself, and gets the error.
    () => reply({ id, opened: null }),
  );
});
reply({ id: 0, opened: null });
