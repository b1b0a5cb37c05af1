import { beforeAll, describe, expect, it } from 'vitest';
import { createUsageCounts } from '../../src/adapters/postgres/usage-counts.ts';
import { limitSubjects } from '../../src/adapters/secrets/limit-subjects.ts';
import {
  type AccountLimits,
  type AskedMail,
  createAccountLimits,
} from '../../src/features/accounts/limits.ts';
import { LINK_MS } from '../../src/features/accounts/mails/one-time-tokens.ts';
import { givenDatabase } from '../support/server/postgres.ts';

const database = givenDatabase();
let limits: AccountLimits;
beforeAll(() => {
  limits = limitsWith({ byAddress: true });
});

const limitsWith = ({ byAddress }: { byAddress: boolean }) =>
  createAccountLimits({
    counts: createUsageCounts(database.pool),
    devices: { known: async ({ cookie }) => cookie },
    subject: limitSubjects(Buffer.alloc(32, 1)),
    byAddress,
  });

/** Moves everything counted into the past: these counts go by the database's clock. */
const pass = (seconds: number) =>
  database.pool.query(
    `update usage_counts set uses = (select jsonb_object_agg(key, jsonb_set(value, '{0}', to_jsonb((value->>0)::float8 - $1::float8)))
      from jsonb_each(uses))`,
    [seconds],
  );

let guesses = 0;
const guess = (email: string, from: { address?: string; knownDevice?: string } = {}) =>
  limits.countGuess({ email, address: from.address ?? `10.0.0.${++guesses}`, knownDevice: from.knownDevice });
const times = async (count: number, work: () => Promise<unknown>) => {
  for (let n = 0; n < count; n += 1) await work();
};
const slowed = expect.objectContaining({ code: 'over_request_rate_limit', status: 429 });

describe('guesses of a password', () => {
  it('are slowed for one account, from wherever they come, until a while has passed', async () => {
    await times(10, () => guess('ada@example.com'));
    await expect(guess('Ada@Example.com')).rejects.toEqual(slowed);
    await guess('grace@example.com');
    await pass(15 * 60);
    await guess('ada@example.com');
  });

  it('tell when to try again', async () => {
    await times(10, () => guess('when@example.com'));
    await pass(600);
    const error = await guess('when@example.com').catch((error: unknown) => error);
    expect(error).toMatchObject({ retryAfterSeconds: expect.closeTo(300, -1) });
  });

  it('are slowed over a day, too', async () => {
    for (let n = 0; n < 5; n += 1) {
      await times(10, () => guess('slow@example.com'));
      await pass(16 * 60);
    }
    await expect(guess('slow@example.com')).rejects.toEqual(slowed);
  });

  it('are slowed from one place, for whatever accounts', async () => {
    let n = 0;
    await times(50, () => guess(`person-${++n}@example.com`, { address: '192.0.2.1' }));
    await expect(guess('next@example.com', { address: '192.0.2.1' })).rejects.toEqual(slowed);
  });

  it("never keep out a device that the account knows, and don't count what was refused", async () => {
    await times(10, () => guess('owner@example.com'));
    for (let n = 0; n < 100; n += 1) await guess('owner@example.com').catch(() => {});
    await guess('owner@example.com', { knownDevice: 'the reception' });
    await pass(15 * 60);
    await guess('owner@example.com');
  });

  it('are slowed on a known device, too', async () => {
    const knownDevice = 'stolen';
    await times(10, () => guess('device@example.com', { knownDevice }));
    await expect(guess('device@example.com', { knownDevice })).rejects.toEqual(slowed);
  });

  it.each<[string, number, (n: number) => Promise<unknown>]>([
    ['on a known device', 200, () => guess('patient@example.com', { knownDevice: 'patient' })],
    ['from one place', 300, (n) => guess(`victim-${n}@example.com`, { address: '192.0.2.77' })],
  ])('end for a day %s', async (_where, most, once) => {
    for (let n = 0; n < most; n += 1) {
      if (n % 10 === 0) await pass(301);
      await once(n);
    }
    await pass(16 * 60);
    await expect(once(most)).rejects.toEqual(slowed);
  });

  it('count for nothing when they were right', async () => {
    for (let n = 0; n < 30; n += 1) await (await guess('right@example.com')).refund();
  });

  it('are counted before they are made, so that many at once pass no more', async () => {
    const results = await Promise.allSettled(Array.from({ length: 30 }, () => guess('burst@example.com')));
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(10);
  });
});

const mail = (email: string, address: string, more: Partial<AskedMail> & { cookie?: string } = {}) =>
  limits.countMail({
    kind: 'recovery',
    email,
    device: { userAgent: '', address, cookie: more.cookie },
    ...more,
  });
const refusedMail = expect.objectContaining({ code: 'over_email_send_rate_limit', status: 429 });

describe('mails', () => {
  it('to one mailbox are limited by who asks, so that a stranger cannot use them up for the owner', async () => {
    await times(5, () => mail('ada@example.com', '192.0.2.7'));
    await expect(mail('ada@example.com', '192.0.2.7')).rejects.toEqual(refusedMail);
    await mail('ada@example.com', '192.0.2.8');
  });

  it('from one place are limited', async () => {
    let n = 0;
    await times(30, () => mail(`mailbox-${++n}@example.com`, '192.0.2.9'));
    await expect(mail('one-more@example.com', '192.0.2.9')).rejects.toEqual(refusedMail);
  });

  it('to one mailbox end at ten a day, but never for longer than a link works', async () => {
    let n = 0;
    const anywhere = () => mail('besieged@example.com', `198.51.100.${++n}`);
    await times(10, anywhere);
    const error = await anywhere().catch((error: unknown) => error);
    expect(error).toMatchObject({ retryAfterSeconds: expect.closeTo(LINK_MS / 1000, -1) });
    expect(error).toMatchObject({
      message: expect.stringMatching(/^Please wait 60 minutes, or open the newest email/),
    });
    for (let hour = 0; hour < 8; hour += 1) {
      await pass(LINK_MS / 1000);
      await anywhere();
      await expect(anywhere()).rejects.toEqual(refusedMail);
    }
  });

  it('come to somebody on a known device whatever strangers ask for, within limits of its own', async () => {
    let n = 0;
    await times(10, () => mail('owner@example.com', `203.0.113.${++n}`));
    await times(30, () => mail(`another-${++n}@example.com`, '203.0.113.200'));
    const owner = () => mail('owner@example.com', '203.0.113.200', { cookie: 'the reception' });
    await times(5, owner);
    await expect(owner()).rejects.toEqual(refusedMail);
  });

  it('of one kind use up none of another', async () => {
    await times(5, () => mail('kinds@example.com', '192.0.2.11', { kind: 'confirmation' }));
    await mail('kinds@example.com', '192.0.2.11');
  });

  it('count for one mailbox however it is written', async () => {
    let n = 0;
    await times(10, () => mail(`Victim+${n}@example.com`, `192.0.2.${100 + ++n}`));
    await expect(mail('victim@example.com', '192.0.2.130')).rejects.toEqual(refusedMail);
  });

  it('that one user asks for are limited, to whatever addresses', async () => {
    let n = 0;
    const change = () =>
      mail(`wanted-${++n}@example.com`, `192.0.2.${150 + n}`, { kind: 'email_change', userId: 'ada' });
    await times(5, change);
    await expect(change()).rejects.toEqual(refusedMail);
  });
});

describe('where network addresses have no limits', () => {
  it('those of one account and one mailbox stay', async () => {
    const open = limitsWith({ byAddress: false });
    const address = '192.0.2.20';
    const guessAt = (email: string) => open.countGuess({ email, address, knownDevice: undefined });
    for (let n = 0; n < 60; n += 1) await guessAt(`somebody-${n}@example.com`);
    const device = { userAgent: '', address, cookie: undefined };
    const mailTo = (email: string) => open.countMail({ kind: 'recovery', email, device });
    for (let n = 0; n < 40; n += 1) await mailTo(`somebody-${n}@example.com`);
    await times(10, () => guessAt('one@example.com'));
    await expect(guessAt('one@example.com')).rejects.toEqual(slowed);
    await times(5, () => mailTo('one@example.com'));
    await expect(mailTo('one@example.com')).rejects.toEqual(refusedMail);
  });
});

it('keeps no address in clear', async () => {
  const { rows } = await database.pool.query<{ row: string }>(
    'select row_to_json(usage_counts)::text as row from usage_counts',
  );
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter(({ row }) => /example\.com|192\.0\.2|10\.0\.0/.test(row))).toEqual([]);
});
