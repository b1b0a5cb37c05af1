import { hash, type Options, verify } from '@node-rs/argon2';
import { createKeyedMutex } from '../eventsourcing/async/keyed-mutex.ts';

/** Hashes passwords with Argon2id. */
export interface PasswordHashing {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
}

/** The number of the algorithm. The package's own enumeration has it, but exists at compile time only. */
const ARGON2ID = 2;
/** The parameters that OWASP recommends: 19 MiB of memory and two passes. A hash takes about 30 ms of one core. */
export const ARGON2ID_OPTIONS: Options = {
  algorithm: ARGON2ID,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/** The package hashes in libuv's pool of four threads, which also reads files: hashes never get more than two of them. */
const AT_ONCE = 2;
const lanes = createKeyedMutex();
let asked = 0;

function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  asked += 1;
  return lanes.runExclusive(String(asked % AT_ONCE), work);
}

export const passwordHashing = (): PasswordHashing => ({
  hash: (password) => inTurn(() => hash(password, ARGON2ID_OPTIONS)),
  verify: (against, password) => inTurn(() => verify(against, password)),
});
