import type { Options } from '@node-rs/argon2';

/** The number of the algorithm. The package's own enumeration has it, but exists at compile time only. */
const ARGON2ID = 2;
/** The parameters that OWASP recommends: 19 MiB of memory and two passes. A hash takes about 30 ms of one core. */
export const ARGON2ID_OPTIONS: Options = {
  algorithm: ARGON2ID,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/** Asks the process to hash a password, or to compare it with a hash. */
export interface HashingRequest {
  readonly id: number;
  readonly password: string;
  /** The hash to compare the password with. If left out, a new hash is made. */
  readonly against?: string;
}

export interface HashingReply {
  readonly id: number;
  /** The new hash, or whether the password fits the given one. Undefined when hashing failed. */
  readonly result: string | boolean | undefined;
}
