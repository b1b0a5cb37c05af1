import { fork } from 'node:child_process';
import { hash, verify } from '@node-rs/argon2';
import { createKeyedMutex } from '../../eventsourcing/async/keyed-mutex.ts';
import { ARGON2ID_OPTIONS, type HashingReply, type HashingRequest } from './argon2id.ts';

/** Hashes passwords with Argon2id. */
export interface PasswordHashing {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
}

/** How long the process may take for a hash, which needs some 10 ms. On a busy machine the process may get no processor time. */
export const PATIENCE_MS = 500;

type Ask = (request: Omit<HashingRequest, 'id'>) => Promise<string | boolean | undefined>;

/**
 * The process is started for the first password, and doesn't keep the service's process alive. It gets none of the service's
 * settings and secrets.
 */
function startProcess(onEnd: () => void): Ask {
  const child = fork(new URL('./process.ts', import.meta.url), [], {
    env: {},
    execArgv: [],
    stdio: 'ignore',
  });
  const pending = new Map<number, (result: string | boolean | undefined) => void>();
  /** Pending requests that took too long. Nobody waits for their replies any more. */
  const overdue = new Set<number>();
  let requests = 0;
  let hasEnded = false;
  // The end of one process causes several events. When the last of them comes, a new process may already run.
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
/** For hashes that are made without the process. They are made one at a time, so with the process's there are at most two at once. */
const mutex = createKeyedMutex();

/**
 * Hashes passwords in a separate process, which gets processor time only when nothing else needs it. A hash takes as long as a
 * hundred other requests, and only the person who signs in should wait for it. A thread would be worse: each hash frees its
 * 19 MiB at the end, and that stops all threads of a process for a moment. If the process ends by itself, the next hash starts
 * another one. If the process fails to make a hash in time, the service makes it itself, so that people can sign in however busy
 * the machine is.
 */
export function passwordHashing(): PasswordHashing {
  const ask: Ask = (request) => {
    child ??= startProcess(() => {
      child = undefined;
    });
    return child(request);
  };
  const here = <Result>(work: () => Promise<Result>) => mutex.runExclusive('hash', work);
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
