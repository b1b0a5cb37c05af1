import type { CodeWay } from '../../../src/contracts/problem.ts';
import type { ContactCodes } from '../../../src/features/booking/admission/codes/contact-codes.ts';
import { refuse } from '../../../src/http/refusal.ts';

/** Codes that are always `123456`. */
export function codesDouble(ways: readonly CodeWay[] = ['sms', 'email']) {
  const confirmed = new Set<string>();
  const asked: unknown[] = [];
  const trusted = new Set<string>();
  const used: string[] = [];
  const codes: ContactCodes = {
    waysTo: async () => ways,
    mayBeConfirmed: async (bookingId, { phoneE164 }) => confirmed.has(bookingId) || trusted.has(phoneE164),
    async isConfirmed(bookingId, { phoneE164 }) {
      if (confirmed.has(bookingId)) return true;
      if (!trusted.has(phoneE164) || used.length === 3) return false;
      used.push(bookingId);
      return true;
    },
    provenContacts: async (bookingId) => (confirmed.has(bookingId) ? ['sms'] : []),
    async refund(bookingId) {
      if (used.includes(bookingId)) used.splice(used.indexOf(bookingId), 1);
    },
    async answer(bookingId, contacts, code) {
      if (code !== '123456') throw refuse('code-invalid');
      confirmed.add(bookingId);
      trusted.add(contacts.phoneE164);
    },
    async demand(asking) {
      asked.push(asking);
      return refuse('code-required', { contact_code: { by: [...ways], sent: null } });
    },
  };
  return { codes, confirmed, asked, trusted, used };
}
