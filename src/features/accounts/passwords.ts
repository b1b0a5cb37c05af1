import { randomBytes } from 'node:crypto';
import { hash, type Options, verify } from '@node-rs/argon2';

/** The package's own enumeration exists at compile time only. */
const ARGON2ID = 2;
/** What OWASP advises: 19 MiB and two passes, about 30 ms of one core. */
const OPTIONS: Options = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** More at once would only take memory and cores from everybody else. */
const AT_ONCE = 2;

/** Hashes passwords, a few at a time. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Whether it is the password of this hash. Without a hash the answer is no, after the same work: the time doesn't tell
   * whether there is an account.
   */
  verify(password: string, hash: string | null | undefined): Promise<boolean>;
}

/** Runs at most so many works at once; the others wait in their order. */
function atMost(limit: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < limit) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

export function createPasswords(): Passwords {
  const inTurn = atMost(AT_ONCE);
  const nobodys = inTurn(() => hash(randomBytes(32), OPTIONS));
  // Who needs it waits for it anyway.
  nobodys.catch(() => {});
  return {
    hash: (password) => inTurn(() => hash(password, OPTIONS)),
    async verify(password, known) {
      const against = known ?? (await nobodys);
      const matches = await inTurn(() => verify(against, password));
      return matches && typeof known === 'string';
    },
  };
}
