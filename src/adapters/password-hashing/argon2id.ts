import type { Options } from '@node-rs/argon2';

/** The package's own enumeration exists at compile time only. */
const ARGON2ID = 2;
/** What OWASP advises: 19 MiB and two passes, about 30 ms of one core. */
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
  /** Left out to make a hash. */
  readonly against?: string;
}

export interface HashingReply {
  readonly id: number;
  /** The new hash, or whether the password fits; undefined when it failed. */
  readonly result: string | boolean | undefined;
}
