import { hash, verify } from '@node-rs/argon2';
import { ARGON2ID_OPTIONS } from '../../../src/adapters/password-hashing.ts';
import type { QuickSignIn } from '../../../src/features/accounts/compose.ts';

/** The least that Argon2id takes: some microseconds, for tests that sign in to test something else. */
const LEAST_WORK = { ...ARGON2ID_OPTIONS, memoryCost: 8, timeCost: 1 };

/** Sign-in without its protection against guessing and timing, and at the normal priority on the machine. */
export const QUICK_SIGN_IN: QuickSignIn = {
  hashing: {
    hash: (password) => hash(password, LEAST_WORK),
    verify: (against, password) => verify(against, password),
  },
  evenStepMs: 1,
};
