import { fork } from 'node:child_process';
import { hash, verify } from '@node-rs/argon2';
import { ARGON2ID_OPTIONS, type HashingReply, type HashingRequest } from './argon2id.ts';

/** Hashes passwords with Argon2id. */
export interface PasswordHashing {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
}

/** How long the process may take for a hash of some 10 ms. A machine that is busy with everything else has no time for it. */
const PATIENCE_MS = 500;

type Ask = (request: Omit<HashingRequest, 'id'>) => Promise<string | boolean | undefined>;

/** The process begins with the first password, and doesn't keep the service alive. It gets none of its settings and secrets. */
function startProcess(onEnd: () => void): Ask {
  const child = fork(new URL('./process.ts', import.meta.url), [], {
    env: {},
    execArgv: [],
    stdio: 'ignore',
  });
  const pending = new Map<number, (result: string | boolean | undefined) => void>();
  /** Those of them that nobody waits for any more. */
  const overdue = new Set<number>();
  let requests = 0;
  let hasEnded = false;
  // Several events tell of one end; by the last of them there may be another process.
  const giveUp = () => {
    if (!hasEnded) onEnd();
    hasEnded = true;
    for (const settle of pending.values()) settle(undefined);
    pending.clear();
    overdue.clear();
  };
  const settled = ({ id, result }: HashingReply) => {
    pending.get(id)?.(result);
    pending.delete(id);
    overdue.delete(id);
    if (pending.size === 0) child.channel?.unref();
  };
  child.on('message', settled).on('error', giveUp).on('exit', giveUp).on('disconnect', giveUp).unref();
  child.channel?.unref();
  return (request) => {
    if (overdue.size > 0) return Promise.resolve(undefined);
    requests += 1;
    const id = requests;
    const { promise, resolve } = Promise.withResolvers<string | boolean | undefined>();
    const patience = setTimeout(() => {
      overdue.add(id);
      resolve(undefined);
    }, PATIENCE_MS);
    pending.set(id, resolve);
    child.channel?.ref();
    child.send({ id, ...request } satisfies HashingRequest, (error) => error && giveUp());
    return promise.finally(() => clearTimeout(patience));
  };
}

let child: Ask | undefined;
/** The last hash that was made without the process: one at a time, so that there are never more than two at once. */
let own: Promise<unknown> = Promise.resolve();

/**
 * In a process of its own, which has the cores that nobody else wants: a hash takes one as long as a hundred other requests do,
 * and nobody but who signs in should wait for it. In a thread it would share more than the cores: each hash gives back its 19 MiB,
 * and for that moment the other threads of the process stand still. Where the process has ended by itself, the next hash starts
 * another; a hash that it has not made, or not in time, is made without it, so that sign-ins go on however busy the machine is.
 */
export function passwordHashing(): PasswordHashing {
  const ask: Ask = (request) => {
    child ??= startProcess(() => {
      child = undefined;
    });
    return child(request);
  };
  function here<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = own.then(work);
    own = turn.catch(() => {});
    return turn;
  }
  return {
    async hash(password) {
      const result = await ask({ password });
      return typeof result === 'string' ? result : here(() => hash(password, ARGON2ID_OPTIONS));
    },
    async verify(against, password) {
      const result = await ask({ password, against });
      return typeof result === 'boolean' ? result : here(() => verify(against, password));
    },
  };
}
