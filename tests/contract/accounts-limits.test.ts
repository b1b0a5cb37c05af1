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

/** Address of the account owner's earlier sign-ins. */
const RECEPTION = '203.0.113.250';
const limitsWith = ({ byAddress }: { byAddress: boolean }) =>
  createAccountLimits({
    counts: createUsageCounts(database.pool),
    knownAddresses: { hasSignedIn: async (address) => address === RECEPTION },
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
const guess = (email: string, from: { address?: string; userId?: string } = {}) =>
  limits.countGuess({ email, address: `10.0.0.${++guesses}`, ...from });
const times = async (count: number, work: () => Promise<unknown>) => {
  for (let n = 0; n < count; n += 1) await work();
};
const slowed = expect.objectContaining({ code: 'over_request_rate_limit', status: 429 });

describe('guesses of a password', () => {
  it('are slowed for one account, from wherever they come, until a pause has passed', async () => {
    await times(10, () => guess('ada@example.com'));
    await expect(guess('Ada@Example.com')).rejects.toEqual(slowed);
    await guess('grace@example.com');
    await pass(30);
    await guess('ada@example.com');
  });

  it('tell when to try again', async () => {
    await times(10, () => guess('when@example.com'));
    await pass(10);
    const error = await guess('when@example.com').catch((error: unknown) => error);
    expect(error).toMatchObject({ retryAfterSeconds: expect.closeTo(20, -1) });
  });

  it('pause for longer each time, up to a quarter of an hour', async () => {
    await times(10, () => guess('slow@example.com'));
    for (const pause of [30, 60, 120, 240, 480, 900, 900]) {
      await pass(pause - 5);
      await expect(guess('slow@example.com')).rejects.toEqual(slowed);
      await pass(5);
      await guess('slow@example.com');
    }
  });

  it('are slowed for one address, over all accounts', async () => {
    let n = 0;
    await times(50, () => guess(`person-${++n}@example.com`, { address: '192.0.2.1' }));
    await expect(guess('next@example.com', { address: '192.0.2.1' })).rejects.toEqual(slowed);
  });

  it('never keep out somebody at an address of an earlier sign-in, and count nothing that was refused', async () => {
    await times(10, () => guess('owner@example.com'));
    for (let n = 0; n < 100; n += 1) await guess('owner@example.com').catch(() => {});
    await guess('owner@example.com', { address: RECEPTION });
    await guess('owner@example.com', { userId: 'the owner, who is signed in' });
    await pass(30);
    await guess('owner@example.com');
  });

  it('are slowed from such an address, too', async () => {
    await times(10, () => guess('near@example.com', { address: RECEPTION }));
    await expect(guess('near@example.com', { address: RECEPTION })).rejects.toEqual(slowed);
    await guess('near@example.com');
  });

  it('count for nothing when they were right, and forgive the wrong ones of their account', async () => {
    for (let n = 0; n < 30; n += 1) await (await guess('right@example.com')).isRight();
    await times(9, () => guess('right@example.com'));
    await (await guess('right@example.com')).isRight();
    await times(10, () => guess('right@example.com'));
  });

  it('are not forgiven to the address of somebody who knows one password', async () => {
    const address = '192.0.2.2';
    let n = 0;
    await times(49, () => guess(`victim-${++n}@example.com`, { address }));
    await (await guess('own@example.com', { address })).isRight();
    await guess('victim@example.com', { address });
    await expect(guess('own@example.com', { address })).rejects.toEqual(slowed);
  });

  it('are counted before they are made, so that many at once pass no more', async () => {
    const results = await Promise.allSettled(Array.from({ length: 30 }, () => guess('burst@example.com')));
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(10);
  });
});

const mail = (email: string, address: string, more: Partial<AskedMail> = {}) =>
  limits.countMail({ kind: 'recovery', email, address, ...more });
const refusedMail = expect.objectContaining({ code: 'over_email_send_rate_limit', status: 429 });

describe('mails', () => {
  it('to one mailbox are limited for each sender, so that a stranger cannot use them up for the owner', async () => {
    await times(5, () => mail('ada@example.com', '192.0.2.7'));
    await expect(mail('ada@example.com', '192.0.2.7')).rejects.toEqual(refusedMail);
    await mail('ada@example.com', '192.0.2.8');
  });

  it('from one address are limited, but for links to a new password, which go to owners of accounts alone', async () => {
    let n = 0;
    const confirmation = () => mail(`mailbox-${++n}@example.com`, '192.0.2.9', { kind: 'confirmation' });
    await times(30, confirmation);
    await expect(confirmation()).rejects.toEqual(refusedMail);
    await times(31, () => mail(`owner-${++n}@example.com`, '192.0.2.9'));
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

  it('use up the limit of their own kind only', async () => {
    await times(5, () => mail('kinds@example.com', '192.0.2.11', { kind: 'confirmation' }));
    await mail('kinds@example.com', '192.0.2.11');
  });

  it('count for one mailbox however it is written', async () => {
    let n = 0;
    await times(10, () => mail(`Victim+${n}@example.com`, `192.0.2.${100 + ++n}`));
    await expect(mail('victim@example.com', '192.0.2.130')).rejects.toEqual(refusedMail);
  });

  it('that one user asks for are limited, over all addresses', async () => {
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
    const guessAt = (email: string) => open.countGuess({ email, address });
    for (let n = 0; n < 60; n += 1) await guessAt(`somebody-${n}@example.com`);
    const mailTo = (email: string) => open.countMail({ kind: 'confirmation', email, address });
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
