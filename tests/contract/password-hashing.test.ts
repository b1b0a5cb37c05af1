import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createPasswords } from '../../src/features/accounts/users/passwords.ts';

const passwords = createPasswords();

/** Of each process or thread in a folder of `/proc`: who started it, and how willingly it waits. */
async function statsIn(folder: string) {
  const ids = (await readdir(folder)).filter((name) => /^\d+$/.test(name));
  // One that has ended meanwhile has none.
  const stats = await Promise.all(ids.map((id) => readFile(`${folder}/${id}/stat`, 'utf8').catch(() => '')));
  return stats.filter(Boolean).map((stat) => {
    // After the name, which may hold spaces: state, parent, and, 15 fields later, the niceness.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), nice: Number(fields[16]) };
  });
}

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

  it.runIf(process.platform === 'linux')(
    'leave the priority of everything but their process as it is',
    async () => {
      await passwords.hash('Bluebird-7');
      const own = await statsIn('/proc/self/task');
      expect(new Set(own.map(({ nice }) => nice)).size).toBe(1);
      const children = (await statsIn('/proc')).filter(({ parent }) => parent === process.pid);
      expect(children.filter(({ nice }) => nice === 19)).toHaveLength(1);
    },
  );
});
