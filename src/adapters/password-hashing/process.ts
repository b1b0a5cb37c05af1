import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import { ARGON2ID_OPTIONS, type HashingReply, type HashingRequest } from './argon2id.ts';

/** The thread that hashes passwords, one after the other. */

if (!parentPort) throw new Error('thread.ts is started by hashing.ts, as a thread');
const port = parentPort;

/** Low enough that nobody notices a rush of sign-ins, high enough that these get their share of a busy machine. */
const NICENESS = 10;
// There it is the priority of the calling thread alone, elsewhere of the whole process.
if (process.platform === 'linux') setPriority(NICENESS);

function answer({ id, password, against }: HashingRequest): HashingReply {
  try {
    const result =
      against === undefined ? hashSync(password, ARGON2ID_OPTIONS) : verifySync(against, password);
    return { id, result };
  } catch {
    // The other thread then tries by itself, and gets the error.
    return { id, result: undefined };
  }
}

port.on('message', (request: HashingRequest) => port.postMessage(answer(request)));
