import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { CODE_MINUTES } from '../../src/features/booking/admission/codes/code-content.ts';
import { ALL_LIMITS } from '../../src/features/booking/admission/codes/code-limits.ts';
import { sweepCodes } from '../../src/features/booking/admission/codes/code-store.ts';
import { codeOf, newPerson, refusalOf } from '../support/booking/admission-world.ts';
import { contactCodesWorld, NOON, somebodyElse } from '../support/messages/contact-codes-world.ts';
import { givenDatabase } from '../support/server/postgres.ts';

const MINUTE = 60;
const DAY = 86_400;

const database = givenDatabase();
beforeEach(async () => {
  await database.pool.query('truncate booking_codes');
});

const givenCodes = () => contactCodesWorld(database.pool);

const anotherCode = (code = '') => (code === '111111' ? '222222' : '111111');

describe('a code', () => {
  it('has six digits, goes the way that was asked for, and only then', async () => {
    const { codes, asking, sent } = givenCodes();
    const wish = asking();
    const { codeBy: _, ...first } = wish;
    expect(await codes.demand(first)).toMatchObject({
      code: 'code-required',
      members: { contact_code: { by: ['sms', 'email'], sent: null } },
    });
    expect(sent).toEqual([]);
    const expires_at = new Date(NOON + CODE_MINUTES * 60_000).toISOString();
    const asked = { code: 'code-required', members: { contact_code: { sent: { by: 'sms', expires_at } } } };
    expect(await codes.demand(wish)).toMatchObject(asked);
    expect(sent).toEqual([
      { way: 'sms', to: wish.contacts.phoneE164, code: expect.stringMatching(/^\d{6}$/) },
    ]);
    // Asked again because the answer was lost, and after a reload.
    expect(await codes.demand(wish)).toMatchObject(asked);
    expect(await codes.demand(first)).toMatchObject(asked);
    expect(sent).toHaveLength(1);
  });

  it('proves the contact to its own request, however often it is answered, and to no other', async () => {
    const { codes, asking, confirmed, sent } = givenCodes();
    const { bookingId, contacts } = await confirmed();
    await codes.answer(bookingId, contacts, sent[0]?.code ?? '');
    expect(await codes.provenContacts(bookingId, contacts)).toEqual(['sms']);
    expect(await codes.provenContacts(bookingId, asking().contacts)).toEqual([]);
    expect(await codes.provenContacts(randomUUID(), contacts)).toEqual([]);
  });

  it.each(['sms', 'email'] as const)(
    'by %s is kept without the contact and without the code',
    async (codeBy) => {
      const { confirmed, sent } = givenCodes();
      const { contacts } = await confirmed({ codeBy });
      const { rows } = await database.pool.query('select row_to_json(c)::text as kept from booking_codes c');
      expect(rows).toHaveLength(1);
      const kept = rows.map((row) => row.kept).join('');
      for (const secret of [contacts.phoneE164, contacts.email ?? '', sent[0]?.code ?? ''])
        expect(kept).not.toContain(secret);
    },
  );

  it('that is wrong, has expired, or belongs to another request or contact is refused in the same words', async () => {
    const { codes, asking, sent, later } = givenCodes();
    const wish = asking();
    await codes.demand(wish);
    const code = sent[0]?.code ?? '';
    const others = { ...wish.contacts, phoneE164: '+19255559999', email: 'other@example.com' };
    const refused = [
      await refusalOf(codes.answer(wish.bookingId, wish.contacts, anotherCode(code))),
      await refusalOf(codes.answer(randomUUID(), wish.contacts, code)),
      await refusalOf(codes.answer(wish.bookingId, others, code)),
    ];
    later(CODE_MINUTES * MINUTE);
    refused.push(await refusalOf(codes.answer(wish.bookingId, wish.contacts, code)));
    for (const refusal of refused) expect(refusal).toMatchObject({ code: 'code-invalid', members: {} });
    expect(await codes.provenContacts(wish.bookingId, wish.contacts)).toEqual([]);
  });

  it('is worth nothing after five tries, also when they come at once', async () => {
    for (const isAtOnce of [true, false]) {
      const { codes, asking, sent } = givenCodes();
      const wish = asking();
      await codes.demand(wish);
      const code = sent[0]?.code ?? '';
      const wrong = () => codeOf(codes.answer(wish.bookingId, wish.contacts, anotherCode(code)));
      if (isAtOnce) await Promise.all(Array.from({ length: 5 }, wrong));
      else for (let time = 0; time < 5; time += 1) expect(await wrong()).toBe('code-invalid');
      expect(await codeOf(codes.answer(wish.bookingId, wish.contacts, code))).toBe('code-invalid');
    }
  });

  it('works for the fifth try', async () => {
    const { codes, asking, sent } = givenCodes();
    const wish = asking();
    await codes.demand(wish);
    const code = sent[0]?.code ?? '';
    for (let time = 0; time < 4; time += 1)
      await codeOf(codes.answer(wish.bookingId, wish.contacts, anotherCode(code)));
    await codes.answer(wish.bookingId, wish.contacts, code);
  });

  it('ends with the next one to the same number, which comes a minute later at the earliest', async () => {
    const { codes, asking, sent, later } = givenCodes();
    const first = asking();
    await codes.demand(first);
    const second = asking({ contacts: first.contacts, sender: somebodyElse() });
    expect(await refusalOf(codes.demand(second))).toMatchObject({
      code: 'too-many-codes',
      retryAfterSeconds: MINUTE,
    });
    later(MINUTE);
    await codes.demand(second);
    expect(await codeOf(codes.answer(first.bookingId, first.contacts, sent[0]?.code ?? ''))).toBe(
      'code-invalid',
    );
    await codes.answer(second.bookingId, second.contacts, sent[1]?.code ?? '');
  });

  it('that could not be sent is said so, counts for nothing, and can be asked for the other way', async () => {
    const { codes, asking, sent, setAway, counted, logged } = givenCodes();
    setAway(true);
    const wish = asking();
    expect(await codeOf(codes.demand(wish))).toBe('code-not-sent');
    expect(counted()).toEqual({});
    expect(logged.join('')).toContain('was not sent');
    expect(logged.join('')).not.toContain(wish.contacts.phoneE164);
    setAway(false);
    await codes.demand({ ...wish, codeBy: 'email' });
    expect(sent).toMatchObject([{ way: 'email', to: wish.contacts.email }]);
  });

  it('goes no way that is not offered', async () => {
    const { codes, asking, sent, offer } = givenCodes();
    offer(['email']);
    expect(await codeOf(codes.demand(asking({ codeBy: 'sms' })))).toBe('code-not-sent');
    const contacts = { ...newPerson(), email: null };
    expect(await codeOf(codes.demand(asking({ codeBy: 'email', contacts })))).toBe('code-not-sent');
    expect(sent).toEqual([]);
  });
});

describe('codes', () => {
  /** Asks until refused. @returns how many were sent */
  async function sentUntilRefused(
    given: ReturnType<typeof givenCodes>,
    next: () => Parameters<typeof given.asking>[0],
  ) {
    for (;;) {
      const code = await given.codes.demand(given.asking(next())).then(
        () => undefined,
        ({ code }: { code: string }) => code,
      );
      if (code !== undefined) expect(code).toBe('too-many-codes');
      if (code !== undefined) return given.sent.length;
      given.later(MINUTE);
    }
  }

  it('go to one number three times in an hour, whoever asks', async () => {
    const contacts = newPerson();
    const one = givenCodes();
    expect(await sentUntilRefused(one, () => ({ contacts, sender: somebodyElse() }))).toBe(3);
  });

  it('go five times in an hour for one sender, over all contacts', async () => {
    expect(await sentUntilRefused(givenCodes(), () => ({ codeBy: 'email' }))).toBe(5);
  });

  it('go five times in an hour to numbers that begin alike', async () => {
    let last = 0;
    const next = () => ({
      contacts: { ...newPerson(), phoneE164: `+1925777${String(++last).padStart(4, '0')}` },
      sender: somebodyElse(),
    });
    expect(await sentUntilRefused(givenCodes(), next)).toBe(5);
  });

  it.each(['sms', 'email'] as const)('by %s have an allowance for everybody', async (codeBy) => {
    const given = givenCodes();
    const [perHour] = ALL_LIMITS[codeBy];
    let number = 0;
    const next = () => ({
      codeBy,
      contacts: { ...newPerson(), phoneE164: `+1${String(2_125_550_000 + 10_000 * ++number)}` },
      sender: somebodyElse(),
    });
    for (let time = 0; time < (perHour?.most ?? 0); time += 1) await given.codes.demand(given.asking(next()));
    expect(await codeOf(given.codes.demand(given.asking(next())))).toBe('too-many-codes');
    const other = codeBy === 'sms' ? 'email' : 'sms';
    await given.codes.demand(given.asking({ ...next(), codeBy: other }));
  });
});

it('old codes are swept away once nothing can come of them', async () => {
  const { confirmed } = givenCodes();
  await confirmed();
  const left = async () =>
    (await database.pool.query('select count(*)::int as codes from booking_codes')).rows[0]?.codes;
  await sweepCodes(database.pool, new Date(NOON + DAY * 1_000));
  expect(await left()).toBe(1);
  await sweepCodes(database.pool, new Date(NOON + 2 * DAY * 1_000));
  expect(await left()).toBe(0);
});
