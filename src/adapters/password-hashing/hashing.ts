import { fork } from 'node:child_process';
import { hash, verify } from '@node-rs/argon2';
import { createKeyedMutex } from '../../eventsourcing/async/keyed-mutex.ts';
import { ARGON2ID_OPTIONS, type HashingReply, type HashingRequest } from './argon2id.ts';

/** Hashes passwords with Argon2id. */
export interface PasswordHashing {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
}

/** How long the process may take for a hash that needs some 10 ms. On a busy machine the process gets no time. */
export const PATIENCE_MS = 500;

type Ask = (request: Omit<HashingRequest, 'id'>) => Promise<string | boolean | undefined>;

/** The process starts with the first password, and doesn't keep the service alive. It gets none of the service's settings and secrets. */
function startProcess(onEnd: () => void): Ask {
  const child = fork(new URL('./process.ts', import.meta.url), [], {
    env: {},
    execArgv: [],
    stdio: 'ignore',
  });
  const pending = new Map<number, (result: string | boolean | undefined) => void>();
  /** Pending requests that took too long, so that nobody waits for them any more. */
  const overdue = new Set<number>();
  let requests = 0;
  let hasEnded = false;
  // The end of one process causes several events; before the last of them there may be a new process.
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
/** For hashes that are made without the process: one at a time, so that there are never more than two at once. */
const mutex = createKeyedMutex();

/**
 * Hashes in a process of its own, which only gets cores that nothing else needs: a hash takes as long as a hundred other
 * requests, and only the person who signs in should wait for it. In a thread, each hash would free its 19 MiB, which stops the
 * other threads for that moment. If the process ends by itself, the next hash starts another. A hash that the process doesn't
 * make, or not in time, is made by the service itself, so that sign-ins work however busy the machine is.
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
