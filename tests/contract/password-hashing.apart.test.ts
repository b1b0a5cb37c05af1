import type { hash as argon2 } from '@node-rs/argon2';
import { describe, expect, it, vi } from 'vitest';
import { createPasswords } from '../../src/features/accounts/users/passwords.ts';

// Really hashes, and counts.
const atOnce = vi.hoisted(() => ({ now: 0, most: 0 }));
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  const hash: typeof argon2 = async (...of) => {
    atOnce.now += 1;
    atOnce.most = Math.max(atOnce.most, atOnce.now);
    try {
      return await real.hash(...of);
    } finally {
      atOnce.now -= 1;
    }
  };
  return { ...real, hash };
});

const passwords = createPasswords();

describe('passwords', () => {
  it('are hashed with Argon2id, 19 MiB and two passes, each with a salt of its own', async () => {
    const hashes = [await passwords.hash('Bluebird-7'), await passwords.hash('Bluebird-7')];
    for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(new Set(hashes).size).toBe(2);
  });

  it('fit their own hash, and nothing fits where there is none', async () => {
    const hash = await passwords.hash('Bluebird-7');
    expect(await passwords.verify('Bluebird-7', hash)).toBe(true);
    expect(await passwords.verify('bluebird-7', hash)).toBe(false);
    for (const none of [null, undefined]) expect(await passwords.verify('Bluebird-7', none)).toBe(false);
  });

  it('fail with what is no hash, and go on afterwards', async () => {
    await expect(passwords.verify('Bluebird-7', 'no hash')).rejects.toThrow();
    expect(await passwords.hash('Bluebird-7')).toContain('argon2id');
  });

  it('are hashed all, however many come at once, and two at a time', async () => {
    atOnce.most = 0;
    const hashes = await Promise.all(Array.from({ length: 20 }, (_, n) => passwords.hash(`Bluebird-${n}`)));
    expect(new Set(hashes).size).toBe(20);
    expect(atOnce.most).toBe(2);
  });
});
