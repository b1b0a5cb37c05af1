import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge, Solution } from 'altcha-lib/types';
import { z } from 'zod';

/** Work that a visitor's browser does without being noticed, and that becomes expensive for somebody who makes many bookings. */
export interface ProofOfWork {
  /** Something to work on, good for this booking alone. */
  challengeFor(bookingId: string): Promise<Record<string, unknown>>;
  /** False also for text that is no proof at all. */
  isSolved(bookingId: string, proof: string): Promise<boolean>;
}

/** Some 256 tries of a millisecond or two each: about a second on a phone, while its owner reads. */
const WORK = { algorithm: 'PBKDF2/SHA-256', cost: 5_000, keyPrefix: '00' } as const;
const GOOD_FOR_MS = 10 * 60_000;

/** What a browser sends back, as base64 of JSON; the library checks what is inside. */
const Payload = z.object({
  challenge: z.object({
    parameters: z.looseObject({ data: z.object({ booking: z.string() }) }),
    signature: z.string(),
  }),
  solution: z.looseObject({
    counter: z
      .int()
      .min(0)
      .max(2 ** 32 - 1),
    derivedKey: z.string().max(200),
  }),
});

function parsed(proof: string) {
  try {
    return Payload.safeParse(JSON.parse(Buffer.from(proof, 'base64').toString())).data;
  } catch {
    return undefined;
  }
}

/**
 * ALTCHA's proof of work, self-hosted. A challenge is signed and names its booking, so nothing is stored: a booking is
 * made once, and its proof is worth nothing for another one.
 */
export function createProofOfWork(key: Buffer): ProofOfWork {
  const hmacSignatureSecret = key.toString('hex');
  return {
    challengeFor: async (bookingId) => ({
      ...(await createChallenge({
        ...WORK,
        deriveKey,
        hmacSignatureSecret,
        data: { booking: bookingId },
        expiresAt: new Date(Date.now() + GOOD_FOR_MS),
      })),
    }),

    async isSolved(bookingId, proof) {
      const payload = parsed(proof);
      if (payload?.challenge.parameters.data.booking !== bookingId) return false;
      const { challenge, solution } = payload;
      const { verified } = await verifySolution({
        challenge: challenge as unknown as Challenge,
        solution: solution as unknown as Solution,
        deriveKey,
        hmacSignatureSecret,
      }).catch(() => ({ verified: false }));
      return verified;
    },
  };
}
