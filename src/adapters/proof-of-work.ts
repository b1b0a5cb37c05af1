import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge, Solution } from 'altcha-lib/types';
import { z } from 'zod';

/** Work for a visitor's browser. The visitor doesn't notice it, but for somebody who makes many bookings it becomes expensive. */
export interface ProofOfWork {
  /** A challenge for the browser; its solution is valid for this booking only. */
  challengeFor(bookingId: string): Promise<Record<string, unknown>>;
  /** Whether the proof is right; false also for a text that is no proof at all. */
  isSolved(bookingId: string, proof: string): Promise<boolean>;
}

/** On average 256 tries of a millisecond or two each: about a second on a phone, while its owner reads. */
const WORK = { algorithm: 'PBKDF2/SHA-256', cost: 5_000, keyPrefix: '00' } as const;
const GOOD_FOR_MS = 10 * 60_000;

/** What a browser sends back, as base64 of JSON. The library checks the contents. */
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
 * ALTCHA's proof of work, without ALTCHA's servers. A challenge is signed and names its booking. So nothing has to be stored: a
 * booking can be made only once, and its proof is worth nothing for another booking.
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
