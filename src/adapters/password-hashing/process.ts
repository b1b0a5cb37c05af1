import { spawnSync } from 'node:child_process';
import { setPriority } from 'node:os';
import { hashSync, verifySync } from '@node-rs/argon2';
import { ARGON2ID_OPTIONS, type HashingReply, type HashingRequest } from './argon2id.ts';

/** The process that hashes passwords, one after the other. */

if (process.send === undefined) throw new Error('process.ts is started by hashing.ts');

/** Whatever else wants a core gets it first; on a machine that is busy with nothing but sign-ins these have it all. */
const NICENESS = 19;
setPriority(NICENESS);
/**
 * Nice alone lets a hash go on until the next tick of the clock, for some milliseconds, when somebody else wants the core. The
 * policy for idle time gives it up at once. Where there is no `chrt`, it stays at nice.
 */
spawnSync('chrt', ['--all-tasks', '--idle', '--pid', '0', String(process.pid)], { stdio: 'ignore' });

// Ctrl-C is for the service, which may still have somebody's password to compare.
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
