import { spawnSync } from 'node:child_process';
import { setPriority } from 'node:os';
import { hashSync, verifySync } from '@node-rs/argon2';
import { ARGON2ID_OPTIONS, type HashingReply, type HashingRequest } from './argon2id.ts';

/** The process that hashes passwords, one after the other. */

if (process.send === undefined) throw new Error('process.ts is started by hashing.ts');

/** The lowest priority: everything else gets a core first. On a machine that does nothing but sign-ins, hashes get all of it. */
const NICENESS = 19;
setPriority(NICENESS);
/**
 * With `nice` alone, when another process needs the core, a hash still keeps it for some milliseconds, until the next tick of the
 * clock. With the scheduling policy "idle" it gives the core up at once. If there is no program `chrt`, only `nice` applies.
 */
spawnSync('chrt', ['--all-tasks', '--idle', '--pid', '0', String(process.pid)], { stdio: 'ignore' });

// Ctrl-C is meant for the service, and this process ignores it: the service may still need a password compared.
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit());

function answer({ id, password, against }: HashingRequest): HashingReply {
  try {
    const result =
      against === undefined ? hashSync(password, ARGON2ID_OPTIONS) : verifySync(against, password);
    return { id, result };
  } catch {
    // The service then makes the hash itself, and gets the error.
    return { id, result: undefined };
  }
}

process.on('message', (request: HashingRequest) => process.send?.(answer(request)));
