import { Worker } from 'node:worker_threads';
import { hash, verify } from '@node-rs/argon2';
import { ARGON2ID_OPTIONS, type HashingReply, type HashingRequest } from './argon2id.ts';

/** Hashes passwords with Argon2id. */
export interface PasswordHashing {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
}

type Ask = (request: Omit<HashingRequest, 'id'>) => Promise<string | boolean | undefined>;

/** The thread begins with the first password, and doesn't keep the process alive. */
function startThread(onEnd: () => void): Ask {
  const thread = new Worker(new URL('./thread.ts', import.meta.url), { name: 'passwords' });
  const pending = new Map<number, (result: string | boolean | undefined) => void>();
  let requests = 0;
  const giveUp = () => {
    onEnd();
    for (const settle of pending.values()) settle(undefined);
    pending.clear();
  };
  const settled = ({ id, result }: HashingReply) => {
    pending.get(id)?.(result);
    pending.delete(id);
    if (pending.size === 0) thread.unref();
  };
  thread.on('message', settled).on('error', giveUp).on('exit', giveUp).unref();
  return (request) => {
    requests += 1;
    const { promise, resolve } = Promise.withResolvers<string | boolean | undefined>();
    pending.set(requests, resolve);
    thread.ref();
    thread.postMessage({ id: requests, ...request } satisfies HashingRequest);
    return promise;
  };
}

let thread: Ask | undefined;

/**
 * In one thread of this process, whose priority is low: a hash takes a core as long as a hundred other requests do, and nobody
 * but who signs in should wait for it. Where the thread has ended by itself, the hash is made without it, and the next one starts another.
 */
export function passwordHashing(): PasswordHashing {
  const ask: Ask = (request) => {
    thread ??= startThread(() => {
      thread = undefined;
    });
    return thread(request);
  };
  return {
    async hash(password) {
      const result = await ask({ password });
      return typeof result === 'string' ? result : hash(password, ARGON2ID_OPTIONS);
    },
    async verify(against, password) {
      const result = await ask({ password, against });
      return typeof result === 'boolean' ? result : verify(against, password);
    },
  };
}
