import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { PATIENCE_MS, passwordHashing } from '../../src/adapters/password-hashing/hashing.ts';
import { eventually } from '../support/machine/eventually.ts';

const { hash, verify } = passwordHashing();

/** The processes that this one has started for passwords. */
function hashers(): number[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim();
  return children
    .split(' ')
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('password-hashing'))
    .map(Number);
}

/** The process that hashes now. Where others keep all cores busy, hashes are made without one that has no time, or is just ending. */
const givenHasher = () =>
  eventually(async () => {
    await hash('Bluebird-7-lantern');
    const [pid] = hashers();
    if (pid === undefined) throw new Error('no process hashes');
    return pid;
  });

/** Fields of `/proc/<pid>/stat` from the third on: proc_pid_stat(5). */
const statOf = (pid: number) => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
};
const policyOf = (pid: number) => statOf(pid)[41 - 3];
const SCHED_IDLE = 5;

describe('hashing passwords', () => {
  it('tells the right password from others, many at once', async () => {
    const known = await hash('Bluebird-7-lantern');
    expect(known).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const typed = ['Bluebird-7-lantern', 'bluebird-7-lantern', '', 'Bluebird-7-lantern'];
    expect(await Promise.all(typed.map((one) => verify(known, one)))).toEqual([true, false, false, true]);
    await expect(verify('not a hash', 'Bluebird-7-lantern')).rejects.toThrow();
  });

  it.runIf(process.platform === 'linux')('gives way to everything else, and knows no secret', async () => {
    const pid = await givenHasher();
    // One that just starts has neither yet.
    await eventually(() => expect([getPriority(pid), policyOf(pid)]).toEqual([19, SCHED_IDLE]));
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toMatch(/PATH|SECRET/);
  });

  it.runIf(process.platform === 'linux')('goes on when the process is killed', async () => {
    const known = await hash('Bluebird-7-lantern');
    const pid = await givenHasher();
    const asked = [verify(known, 'Bluebird-7-lantern'), verify(known, 'another')];
    process.kill(pid, 'SIGKILL');
    expect(await Promise.all(asked)).toEqual([true, false]);
    expect(await verify(known, 'Bluebird-7-lantern')).toBe(true);
    await eventually(() => expect(hashers()).not.toContain(pid));
    await givenHasher();
    expect(hashers()).toHaveLength(1);
  });

  it.runIf(process.platform === 'linux')('goes on when the process gets no core', async () => {
    const known = await hash('Bluebird-7-lantern');
    const pid = await givenHasher();
    process.kill(pid, 'SIGSTOP');
    try {
      const typed = ['Bluebird-7-lantern', 'another', 'Bluebird-7-lantern'];
      expect(await Promise.all(typed.map((one) => verify(known, one)))).toEqual([true, false, true]);
      // Nobody waits for it once more.
      const timers = vi.spyOn(globalThis, 'setTimeout');
      for (let n = 0; n < 3; n += 1) expect(await verify(known, 'another')).toBe(false);
      expect(timers).not.toHaveBeenCalledWith(expect.anything(), PATIENCE_MS);
    } finally {
      vi.restoreAllMocks();
      process.kill(pid, 'SIGCONT');
    }
  });

  it('keeps no program from ending', async () => {
    const module = join(import.meta.dirname, '../../src/adapters/password-hashing/hashing.ts');
    const program = `const { passwordHashing } = await import(${JSON.stringify(module)});
      console.log((await passwordHashing().hash('Bluebird-7-lantern')).length > 20);`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
    expect(stdout).toBe('true\n');
  });
});
