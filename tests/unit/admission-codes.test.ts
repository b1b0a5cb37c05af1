import { describe, expect, it } from 'vitest';
import { codesDouble } from '../support/accounts/codes-double.ts';
import { ANN, admissionWorld, codeOf } from '../support/booking/admission-world.ts';

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

  it('is asked for a code where there is only one way to send it', async () => {
    const world = admissionWorld({ codes: codesDouble(['email']).codes });
    await world.bookMany(5);
    for (let time = 0; time < 5; time += 1) await world.bookWithProof();
    expect(await codeOf(world.bookWithProof())).toBe('code-required');
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

describe('a booking that was asked for a code, and sent again after its process was killed', () => {
  const isOurs = { bookingId: 'by Ann', contacts: ANN } as const;
  const answered = { ...isOurs, proof: 'proof of by Ann', code: '123456' };

  /** Ann's eleventh, with its code answered, of which nobody knows whether it was made. */
  async function given() {
    const double = codesDouble();
    const world = admissionWorld({ codes: double.codes });
    await world.bookMany(5);
    for (let time = 0; time < 5; time += 1) await world.bookWithProof();
    const { provenContacts } = await world.book(answered);
    expect(provenContacts).toEqual(['sms']);
    return { ...double, world };
  }

  it('tells that its contact is proven, also when no code would be asked for any more', async () => {
    const { world } = await given();
    world.secondsLater(3 * 86_400);
    expect((await world.book(answered)).provenContacts).toEqual(['sms']);
    expect((await world.book({ ...isOurs, isRepeated: true })).provenContacts).toEqual(['sms']);
  });

  it('tells so of a request that comes without the code while one is asked for', async () => {
    const { world } = await given();
    const { provenContacts } = await world.book({ ...isOurs, proof: answered.proof });
    expect(provenContacts).toEqual(['sms']);
  });

  it('tells nothing of a code that another request was asked for', async () => {
    const { world } = await given();
    world.secondsLater(3 * 86_400);
    const other = { ...isOurs, bookingId: 'another by Ann', isRepeated: true };
    expect((await world.book(other)).provenContacts).toEqual([]);
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
