import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createAccessTokens } from '../../src/features/accounts/sessions/access-tokens.ts';
import { createSigningKeyRing } from '../../src/features/accounts/sessions/signing-keys.ts';
import { givenAccountsWorld } from '../support/accounts/accounts-world.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SESSION = {
  id: '0197a1b2-0000-4000-8000-000000000001',
  userId: '0197a1b2-0000-4000-8000-000000000002',
  aal: 'aal1' as const,
  amr: [],
};

const all: Awaited<ReturnType<typeof givenAccountsWorld>>[] = [];
let world: Awaited<ReturnType<typeof givenAccountsWorld>>;
beforeEach(async () => {
  world = await givenAccountsWorld();
  all.push(world);
});
afterAll(() => Promise.all(all.map(({ database }) => database.drop())));

const signer = async () => (await world.ring.signer()).kid;
const published = async () => (await world.ring.published()).map(({ kid }) => kid);

describe('the keys of access tokens', () => {
  it('are made with the first token, one for all processes that start at once', async () => {
    const rings = Array.from({ length: 4 }, () => createSigningKeyRing(world));
    const kids = await Promise.all(rings.map(async (ring) => (await ring.signer()).kid));
    expect(new Set(kids).size).toBe(1);
  });

  it('are published a day before they sign, and until their last token has expired', async () => {
    const first = await signer();
    expect(await published()).toEqual([first]);
    world.pass(29 * DAY - 1);
    expect(await published()).toEqual([first]);
    // Each process looks once a minute.
    world.pass(60_000);
    const [, second] = await published();
    expect(second).toBeDefined();
    expect(await signer()).toBe(first);
    world.pass(DAY - 1);
    expect(await signer()).toBe(first);
    const { token } = await world.accessTokens.sign(SESSION, 'ada@example.com');
    world.pass(60_001);
    expect(await signer()).toBe(second);
    world.pass(HOUR - 120_000);
    expect(await world.accessTokens.verify(token)).toMatchObject({ sessionId: SESSION.id });
    world.pass(2 * HOUR);
    expect(await world.accessTokens.verify(token)).toBeUndefined();
    expect(await published()).toEqual([second]);
  });

  it('give a new key its day even when nobody asked for a long time', async () => {
    const first = await signer();
    world.pass(90 * DAY);
    expect(await signer()).toBe(first);
    expect(await published()).toHaveLength(2);
    world.pass(DAY + 60_000);
    expect(await signer()).not.toBe(first);
  });

  it('are known to other processes before they sign', async () => {
    await signer();
    const elsewhere = createSigningKeyRing(world);
    await elsewhere.published();
    world.pass(29 * DAY);
    await signer();
    world.pass(DAY + 60_000);
    const { token } = await world.accessTokens.sign(SESSION, 'ada@example.com');
    const accessTokens = createAccessTokens(elsewhere, 'https://salon.test', world.now);
    expect(await accessTokens.verify(token)).toBeDefined();
  });

  it('prove a token that was proven before only while it is valid and its key is published', async () => {
    const { token } = await world.accessTokens.sign(SESSION, 'ada@example.com');
    let keys = await world.ring.published();
    const ring = { ...world.ring, published: async () => keys };
    const accessTokens = createAccessTokens(ring, 'https://salon.test', world.now);
    const proves = async (text: string) => (await accessTokens.verify(text)) !== undefined;
    expect([await proves(token), await proves(token)]).toEqual([true, true]);
    const [head, body, signature = ''] = token.split('.');
    const other = [...signature].reverse().join('');
    expect(await proves(`${head}.${body}.${other}`)).toBe(false);
    const ours = keys;
    keys = [];
    expect(await proves(token)).toBe(false);
    keys = ours;
    world.pass(HOUR - 1);
    expect(await proves(token)).toBe(true);
    world.pass(1);
    expect(await proves(token)).toBe(false);
  });

  it('survive a restart, and their private world are sealed', async () => {
    const { token } = await world.accessTokens.sign(SESSION, 'ada@example.com');
    const accessTokens = createAccessTokens(createSigningKeyRing(world), 'https://salon.test', world.now);
    expect(await accessTokens.verify(token)).toBeDefined();
    const { rows } = await world.pool.query<{ private_key: Buffer }>(
      'select private_key from accounts.signing_keys',
    );
    expect(rows[0]?.private_key.toString('latin1')).not.toContain('PRIVATE KEY');
  });
});
