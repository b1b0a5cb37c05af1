import { parentPort, workerData } from 'node:worker_threads';
import { openParts } from '../../eventsourcing/sealing/open-personal.ts';
import { createPool } from '../postgres/pool.ts';
import { postgresSealingKeys } from '../postgres/sealing-keys.ts';
import { CLOSE, type OpeningReply, type OpeningRequest, type OpeningSettings } from './messages.ts';

/** The thread that opens sealed parts for another thread. */

if (!parentPort) throw new Error('thread.ts is started by opening.ts, as a thread');
const port = parentPort;
const { databaseUrl, masterKey } = workerData as OpeningSettings;
const pool = createPool({ url: databaseUrl, name: 'opening', max: 2 });
const open = openParts(postgresSealingKeys(pool, Buffer.from(masterKey)));

async function answer({ id, parts }: OpeningRequest): Promise<OpeningReply> {
  try {
    return { id, opened: await open(parts) };
  } catch {
    // The other thread then tries by itself, and gets the error.
    return { id, opened: null };
  }
}

port.on('message', (message: OpeningRequest | typeof CLOSE) => {
  if (message === CLOSE) {
    port.close();
    void pool.end();
  } else void answer(message).then((reply) => port.postMessage(reply));
});
port.postMessage({ id: null });
