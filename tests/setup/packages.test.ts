import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { textOf } from '../support/machine/compose.ts';

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  /** It comes within another package, and under that one's checksum. */
  readonly inBundle?: boolean;
}

it('names the checksum of every package that is fetched', () => {
  const { packages } = JSON.parse(textOf('package-lock.json')) as {
    packages: Record<string, LockedPackage>;
  };
  const fetched = Object.entries(packages).filter(
    ([path, { link, inBundle }]) => path !== '' && !link && !inBundle,
  );
  expect(fetched.length).toBeGreaterThan(500);
  const without = fetched.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ''));
  expect(without.map(([path, { version }]) => `${path} ${version}`)).toEqual([]);
});

/** Runs the audit beside an npm that answers so. */
async function audited(answer: string, ...args: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'salon-audit-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'npm'), `#!/bin/sh\ncat <<'END'\n${answer}\nEND\nexit 1\n`, { mode: 0o755 });
  const env = { PATH: [folder, dirname(process.execPath), process.env.PATH].join(delimiter) };
  const { stdout, code } = await promisify(execFile)(process.execPath, ['scripts/audit.mjs', ...args], {
    env,
  })
    .then(({ stdout }) => ({ stdout, code: 0 }))
    .catch(({ stdout, code }: { stdout: string; code: number }) => ({ stdout, code }));
  return [code, stdout.trim()];
}

const found = (counts: object, ...names: readonly string[]) =>
  JSON.stringify({
    metadata: { vulnerabilities: { high: 0, critical: 0, total: names.length, ...counts } },
    vulnerabilities: Object.fromEntries(names.map((name) => [name, {}])),
  });

describe('the audit', () => {
  it('passes where nothing is known', async () => {
    expect(await audited(found({}))).toEqual([0, 'Audited: no known vulnerability.']);
  });

  it('fails where something grave is known, and names it', async () => {
    expect(await audited(found({ high: 1 }, 'left-pad'))).toEqual([1, 'Audited: 1 known: left-pad']);
  });

  it('names what is not grave, and passes', async () => {
    expect(await audited(found({ low: 1 }, 'left-pad'))).toEqual([0, 'Audited: 1 known: left-pad']);
  });

  it('says that it could not be done where the registry has none', async () => {
    const answer = JSON.stringify({ message: '405 Method Not Allowed', error: { summary: '' } });
    expect(await audited(answer)).toEqual([0, 'NOT AUDITED: 405 Method Not Allowed']);
    expect(await audited('<html>')).toEqual([0, 'NOT AUDITED: the registry gave no answer']);
  });

  it('fails for a wrong signature, and says where none could be checked', async () => {
    const wrong = JSON.stringify({ invalid: [{ name: 'left-pad', version: '1.0.0' }], missing: [] });
    expect(await audited(wrong, 'signatures')).toEqual([1, 'Signatures wrong or missing: left-pad@1.0.0']);
    expect(await audited('{"invalid":[],"missing":[]}', 'signatures')).toEqual([0, 'Signatures checked.']);
    const away = JSON.stringify({ error: { summary: 'getaddrinfo ENOTFOUND' } });
    expect(await audited(away, 'signatures')).toEqual([0, 'SIGNATURES NOT CHECKED: getaddrinfo ENOTFOUND']);
  });
});
