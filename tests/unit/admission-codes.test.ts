import { describe, expect, it } from 'vitest';
import type { CodeWay } from '../../src/contracts/problem.ts';
import type { ContactCodes } from '../../src/features/booking/admission/codes/contact-codes.ts';
import { refuse } from '../../src/http/refusal.ts';
import { ANN, admissionWorld, codeOf } from '../support/admission-world.ts';

/** Codes of which `123456` is always the right one. */
function codesDouble(ways: readonly CodeWay[] = ['sms', 'email']) {
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
    provenContacts: async ({ phoneE164 }) => (trusted.has(phoneE164) ? ['sms'] : []),
    async takeBack(bookingId) {
      if (used.includes(bookingId)) used.splice(used.indexOf(bookingId), 1);
    },
    async answer(bookingId, _contacts, code) {
      if (code !== '123456') throw refuse('code-invalid');
      confirmed.add(bookingId);
    },
    async demand(asking) {
      asked.push(asking);
      return refuse('code-required', { contact_code: { by: [...ways], sent: null } });
    },
  };
  return { codes, confirmed, asked, trusted, used };
}

describe('one sender', () => {
  it('is let in after the tenth by a code, which costs a proof as well', async () => {
    const { codes, confirmed, asked } = codesDouble();
    const world = admissionWorld({ codes });
    await world.bookMany(5);
    for (let time = 0; time < 5; time += 1) await world.bookWithProof();
    const attempt = { bookingId: 'by Ann', contacts: ANN, codeBy: 'sms' } as const;
    expect(await codeOf(world.book(attempt))).toBe('proof-required');
    expect(asked).toEqual([]);
    const before = world.counted();
    const proven = { ...attempt, proof: 'proof of by Ann' };
    expect(await codeOf(world.book(proven))).toBe('code-required');
    expect(asked).toMatchObject([{ bookingId: 'by Ann', contacts: ANN, codeBy: 'sms' }]);
    expect(world.counted()).toEqual(before);
    expect(await codeOf(world.book({ ...proven, code: '000000' }))).toBe('code-invalid');
    await world.book({ ...proven, code: '123456' });
    expect(confirmed).toEqual(new Set(['by Ann']));
  });

  it('is asked to call after the tenth where no code can be sent, and for what no code lifts', async () => {
    const { codes } = codesDouble([]);
    const world = admissionWorld({ codes });
    await world.bookMany(5);
    for (let time = 0; time < 5; time += 1) await world.bookWithProof();
    expect(await codeOf(world.book())).toBe('suspicious-booking');
    const full = admissionWorld({ codes: codesDouble().codes });
    expect(await codeOf(full.book({ minutes: 721, codeBy: 'sms' }))).toBe('suspicious-booking');
  });
});

describe.each([['where codes can be sent', ['sms']] as const, ['where none can', []] as const])(
  'what a trusted contact books without a code, %s,',
  (_, ways) => {
    async function given() {
      const { codes, trusted, used } = codesDouble(ways);
      const world = admissionWorld({ codes });
      await world.bookMany(5);
      for (let time = 0; time < 5; time += 1) await world.bookWithProof();
      trusted.add(ANN.phoneE164);
      return { world, used };
    }

    it('counts for nothing until the work is done', async () => {
      const { world, used } = await given();
      for (let time = 0; time < 4; time += 1)
        expect(await codeOf(world.book({ contacts: ANN }))).toBe('proof-required');
      expect(used).toEqual([]);
      await world.bookWithProof({ contacts: ANN });
      expect(used).toHaveLength(1);
    });

    it('counts for nothing when a rule refuses it', async () => {
      const { world, used } = await given();
      const { refund } = await world.bookWithProof({ contacts: ANN });
      expect(used).toHaveLength(1);
      await refund();
      expect(used).toEqual([]);
    });
  },
);
