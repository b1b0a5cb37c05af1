import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUsageCounts } from '../../src/adapters/postgres/usage-counts.ts';
import { limitSubjects } from '../../src/adapters/secrets/limit-subjects.ts';
import { type AccountLimits, createAccountLimits } from '../../src/features/accounts/limits.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

let database: TestDatabase;
let limits: AccountLimits;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.migrate();
  limits = limitsWith({ byAddress: true });
});
afterAll(() => database.drop());

const limitsWith = ({ byAddress }: { byAddress: boolean }) =>
  createAccountLimits({
    counts: createUsageCounts(database.pool),
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

  it('count for nothing when they were right', async () => {
    for (let n = 0; n < 30; n += 1) await (await guess('right@example.com')).takeBack();
  });

  it('are counted before they are made, so that many at once pass no more', async () => {
    const results = await Promise.allSettled(Array.from({ length: 30 }, () => guess('burst@example.com')));
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(10);
  });
});

describe('mails', () => {
  const mail = (email: string, address: string) => limits.countMail({ email, address });
  const refused = expect.objectContaining({ code: 'over_email_send_rate_limit' });

  it('to one mailbox are limited by who asks, so that a stranger cannot use them up for the owner', async () => {
    await times(5, () => mail('ada@example.com', '192.0.2.7'));
    await expect(mail('ada@example.com', '192.0.2.7')).rejects.toEqual(refused);
    await mail('ada@example.com', '192.0.2.8');
  });

  it('from one place are limited', async () => {
    let n = 0;
    await times(30, () => mail(`mailbox-${++n}@example.com`, '192.0.2.9'));
    await expect(mail('one-more@example.com', '192.0.2.9')).rejects.toEqual(refused);
  });
});

describe('where network addresses have no limits', () => {
  it('those of one account and one mailbox stay', async () => {
    const open = limitsWith({ byAddress: false });
    const address = '192.0.2.20';
    const guessAt = (email: string) => open.countGuess({ email, address, knownDevice: undefined });
    for (let n = 0; n < 60; n += 1) await guessAt(`somebody-${n}@example.com`);
    for (let n = 0; n < 40; n += 1) await open.countMail({ email: `somebody-${n}@example.com`, address });
    await times(10, () => guessAt('one@example.com'));
    await expect(guessAt('one@example.com')).rejects.toEqual(slowed);
    await times(5, () => open.countMail({ email: 'one@example.com', address }));
    await expect(open.countMail({ email: 'one@example.com', address })).rejects.toMatchObject({
      code: 'over_email_send_rate_limit',
    });
  });
});

it('keeps no address in clear', async () => {
  const { rows } = await database.pool.query<{ row: string }>(
    'select row_to_json(usage_counts)::text as row from usage_counts',
  );
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter(({ row }) => /example\.com|192\.0\.2|10\.0\.0/.test(row))).toEqual([]);
});
