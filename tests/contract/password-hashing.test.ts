import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createPasswords } from '../../src/features/accounts/passwords.ts';

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

  it('are hashed all, however many come at once', async () => {
    const hashes = await Promise.all(Array.from({ length: 20 }, (_, n) => passwords.hash(`Bluebird-${n}`)));
    expect(new Set(hashes).size).toBe(20);
  });

  it.runIf(process.platform === 'linux')('leave the priority of every other thread as it is', async () => {
    await passwords.hash('Bluebird-7');
    const threads = await readdir('/proc/self/task');
    const stats = await Promise.all(threads.map((id) => readFile(`/proc/self/task/${id}/stat`, 'utf8')));
    // The fields after the name, which may hold spaces: the niceness is the 17th of them.
    const niceness = stats.map((stat) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]));
    const lowest = Math.max(...niceness);
    expect(lowest).toBeGreaterThan(Math.min(...niceness));
    expect(niceness.filter((nice) => nice === lowest)).toHaveLength(1);
  });
});
