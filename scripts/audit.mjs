// Asks the package registry what it knows against the packages that the service runs with. Plain JavaScript, since it
// runs before anything is installed.
//
//   node scripts/audit.mjs               known vulnerabilities, of what the lock file names
//   node scripts/audit.mjs signatures    signatures of what is installed
//
// Ends with 1 when there is something to mend. If the registry has no such service, it says so and ends with 0.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const WAIT = ['--fetch-retries=0', '--fetch-timeout=30000'];

/** The JSON that npm prints, whether it succeeds or fails; undefined when it prints something else. */
function ask(...args) {
  const { stdout } = spawnSync('npm', ['audit', ...args, '--omit=dev', '--json', ...WAIT], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    encoding: 'utf8',
    timeout: 120_000,
  });
  try {
    return JSON.parse(stdout);
  } catch {
    return undefined;
  }
}

function vulnerabilities() {
  const answer = ask('--package-lock-only');
  const found = answer?.metadata?.vulnerabilities;
  if (!found) return { line: `NOT AUDITED: ${reason(answer)}`, ok: true };
  const names = Object.keys(answer.vulnerabilities ?? {}).join(', ');
  const grave = found.high + found.critical;
  const line =
    found.total === 0 ? 'Audited: no known vulnerability.' : `Audited: ${found.total} known: ${names}`;
  return { line, ok: grave === 0 };
}

function signatures() {
  const answer = ask('signatures');
  if (!answer?.invalid || !answer.missing)
    return { line: `SIGNATURES NOT CHECKED: ${reason(answer)}`, ok: true };
  const wrong = [...answer.invalid, ...answer.missing].map(({ name, version }) => `${name}@${version}`);
  const line =
    wrong.length === 0 ? 'Signatures checked.' : `Signatures wrong or missing: ${wrong.join(', ')}`;
  return { line, ok: answer.invalid.length === 0 };
}

const reason = (answer) =>
  [answer?.message, answer?.error?.summary, 'the registry gave no answer'].find((text) => text) ?? '';

const { line, ok } = process.argv[2] === 'signatures' ? signatures() : vulnerabilities();
console.log(line);
process.exitCode = ok ? 0 : 1;
