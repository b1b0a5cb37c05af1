import type { CodeWay } from '../../../src/contracts/problem.ts';
import type { ContactCodes } from '../../../src/features/booking/admission/codes/contact-codes.ts';
import { refuse } from '../../../src/http/refusal.ts';

/** Codes that are always `123456`. */
export function codesDouble(ways: readonly CodeWay[] = ['sms', 'email']) {
  const confirmed = new Set<string>();
  const asked: unknown[] = [];
  const codes: ContactCodes = {
    waysTo: async () => ways,
    provenContacts: async (bookingId) => (confirmed.has(bookingId) ? ['sms'] : []),
    async answer(bookingId, _, code) {
      if (code !== '123456') throw refuse('code-invalid');
      confirmed.add(bookingId);
    },
    async demand(asking) {
      asked.push(asking);
      return refuse('code-required', { contact_code: { by: [...ways], sent: null } });
    },
  };
  return { codes, confirmed, asked };
}
