import { spawnSync } from 'node:child_process';
import { setPriority } from 'node:os';
import { hashSync, verifySync } from '@node-rs/argon2';
import { ARGON2ID_OPTIONS, type HashingReply, type HashingRequest } from './argon2id.ts';

/** The process that hashes passwords, one after the other. */

if (process.send === undefined) throw new Error('process.ts is started by hashing.ts');

/** Everything else gets a core first; on a machine that does nothing but sign-ins, these get all of it. */
const NICENESS = 19;
setPriority(NICENESS);
/**
 * With `nice` alone, a hash keeps the core until the next tick of the clock, for some milliseconds, when another process needs it.
 * With the scheduling policy for idle time it gives the core up at once. Without the program `chrt`, only `nice` applies.
 */
spawnSync('chrt', ['--all-tasks', '--idle', '--pid', '0', String(process.pid)], { stdio: 'ignore' });

// Ignores Ctrl-C, which is meant for the service: it may still need a password compared.
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit());

function answer({ id, password, against }: HashingRequest): HashingReply {
  try {
    const result =
      against === undefined ? hashSync(password, ARGON2ID_OPTIONS) : verifySync(against, password);
    return { id, result };
  } catch {
    // The service then tries by itself, and gets the error.
    return { id, result: undefined };
  }
}

process.on('message', (request: HashingRequest) => process.send?.(answer(request)));
