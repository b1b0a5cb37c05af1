import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { hashSync, verifySync } from '@node-rs/argon2';
import { ARGON2ID_OPTIONS, type HashingReply, type HashingRequest } from './argon2id.ts';

/** The process that hashes passwords, one after the other. */

if (process.send === undefined) throw new Error('process.ts is started by hashing.ts');

/** Whatever else wants a core gets it first; on a machine that is busy with nothing but sign-ins these have it all. */
const NICENESS = 19;
setPriority(NICENESS);

/** A tenth of the weight of others: on a machine that is busy with everything else, sign-ins still go on. */
const NICENESS_OF_SESSION = 10;
/**
 * Linux may weigh sessions against each other, whatever the priorities within them: the service's session, which had all the
 * weight while it waited for Postgres, would give it to the hash. This process has a session of its own, and lowers that.
 */
try {
  writeFileSync('/proc/self/autogroup', String(NICENESS_OF_SESSION));
} catch {
  // Another system, or one that is set up without it.
}

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
