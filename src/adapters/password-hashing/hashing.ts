import { fork } from 'node:child_process';
import { hash, verify } from '@node-rs/argon2';
import { ARGON2ID_OPTIONS, type HashingReply, type HashingRequest } from './argon2id.ts';

/** Hashes passwords with Argon2id. */
export interface PasswordHashing {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
}

type Ask = (request: Omit<HashingRequest, 'id'>) => Promise<string | boolean | undefined>;

/** The process begins with the first password, and doesn't keep the service alive. It gets none of its settings and secrets. */
function startProcess(onEnd: () => void): Ask {
  const child = fork(new URL('./process.ts', import.meta.url), [], {
    env: {},
    execArgv: [],
    stdio: 'ignore',
    // In a session of its own: see there.
    detached: true,
  });
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
    if (pending.size === 0) child.channel?.unref();
  };
  child.on('message', settled).on('error', giveUp).on('exit', giveUp).on('disconnect', giveUp).unref();
  child.channel?.unref();
  return (request) => {
    requests += 1;
    const { promise, resolve } = Promise.withResolvers<string | boolean | undefined>();
    pending.set(requests, resolve);
    child.channel?.ref();
    child.send({ id: requests, ...request } satisfies HashingRequest, (error) => error && giveUp());
    return promise;
  };
}

let child: Ask | undefined;

/**
 * In a process of its own, whose priority is the lowest: a hash takes a core as long as a hundred other requests do, and nobody but
 * who signs in should wait for it. In a thread it would share more than the cores: each hash gives back its 19 MiB, and for
 * that moment the other threads of the process stand still. Where the process has ended by itself, the hash is made without it,
 * and the next one starts another.
 */
export function passwordHashing(): PasswordHashing {
  const ask: Ask = (request) => {
    child ??= startProcess(() => {
      child = undefined;
    });
    return child(request);
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
