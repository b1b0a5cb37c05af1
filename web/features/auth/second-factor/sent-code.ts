import { z } from 'zod';

/** A code that was sent, whose text message is still on its way or in somebody's hand. It says nothing of the code. */
const SentCode = z.object({ challengeId: z.string(), expiresAt: z.number() });

const keyOf = (factorId: string) => `code-asked ${factorId}`;

/** Kept for this tab, so that a reload doesn't ask for another text message. */
export function keepSentCode(factorId: string, sentCode: z.infer<typeof SentCode>): void {
  try {
    sessionStorage.setItem(keyOf(factorId), JSON.stringify(sentCode));
  } catch {
    // Without storage a reload asks for another one.
  }
}

/** @returns the challenge whose code still counts */
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
    // It ends by itself.
  }
}
