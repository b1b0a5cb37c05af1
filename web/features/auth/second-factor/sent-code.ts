import { z } from 'zod';

/** A code that was texted and is still valid. The code itself is not stored. */
const SentCode = z.object({ challengeId: z.string(), expiresAt: z.number() });

const keyOf = (factorId: string) => `code-asked ${factorId}`;

/** Stored for this tab, so that a reload doesn't request another text message. */
export function keepSentCode(factorId: string, sentCode: z.infer<typeof SentCode>): void {
  try {
    sessionStorage.setItem(keyOf(factorId), JSON.stringify(sentCode));
  } catch {
    // Without storage, a reload requests another one.
  }
}

/** @returns the challenge whose code is still valid */
export function sentCodeBefore(factorId: string): string | null {
  try {
    const { data } = SentCode.safeParse(JSON.parse(sessionStorage.getItem(keyOf(factorId)) ?? 'null'));
    return data && data.expiresAt > Date.now() ? data.challengeId : null;
  } catch {
    return null;
  }
}

export function forgetSentCode(factorId: string): void {
  try {
    sessionStorage.removeItem(keyOf(factorId));
  } catch {
    // It expires by itself.
  }
}
