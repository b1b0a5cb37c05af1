import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import type { Outcome } from './run.ts';

const REPORT = join(import.meta.dirname, 'result.md');
/** Measured once, on the code before there was any of these limits: `npm run abuse -- --before <folder of that code>`. */
const BEFORE = join(import.meta.dirname, 'before.json');

/** What every other visitor is promised throughout. */
const PROMISED_P99_MS = 500;

/** What the server's process is promised to stay within. */
const PROMISED_PEAK_MB = 600;

export const isKept = ({ attacked, peakMb = 0, promised, serverEnded }: Outcome): boolean =>
  !serverEnded &&
  attacked.unanswered === 0 &&
  attacked.p99 < PROMISED_P99_MS &&
  peakMb <= PROMISED_PEAK_MB &&
  (promised === undefined || promised.isKept);

const ms = (value: number) => (value >= 10 ? Math.round(value).toLocaleString('en') : value.toFixed(1));

/** What another visitor saw, in milliseconds and pages. */
function seen(outcome: Outcome | undefined): string {
  if (outcome === undefined) return '–';
  const { attacked, serverEnded } = outcome;
  const end = serverEnded ? '; the server ended' : '';
  return `${ms(attacked.median)} / ${ms(attacked.p99)} / ${ms(attacked.slowest)}, ${attacked.unanswered} of ${attacked.visits}${end}`;
}

const counted = (outcome: Outcome | undefined): string =>
  Object.entries(outcome?.counts ?? {})
    .map(([name, value]) => `${Math.round(value).toLocaleString('en')} ${name}`)
    .join(', ') || '–';

const memory = ({ peakMb }: Outcome): string => (peakMb === undefined ? '–' : `${ms(peakMb)} MB`);

/** One line for whoever started the run. */
export const lineOf = (outcome: Outcome): string =>
  `${isKept(outcome) ? 'kept  ' : 'BROKEN'}  ${outcome.title}: ${seen(outcome)} (quiet: ${ms(outcome.quiet.median)} / ${ms(outcome.quiet.p99)}), ${memory(outcome)}; ${counted(outcome)}`;

async function before(): Promise<ReadonlyMap<string, Outcome>> {
  const outcomes: readonly Outcome[] = JSON.parse(await readFile(BEFORE, 'utf8').catch(() => '[]'));
  return new Map(outcomes.map((outcome) => [outcome.title, outcome]));
}

/** Keeps what the older code did; a scenario that was not played this time keeps its earlier figures. */
export async function keepBefore(outcomes: readonly Outcome[]): Promise<void> {
  const known = new Map([...(await before()), ...outcomes.map((one) => [one.title, one] as const)]);
  await writeFile(BEFORE, `${JSON.stringify([...known.values()], null, 2)}\n`);
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** Writes `result.md`: each scenario with its figures before and now. */
export async function keepReport(outcomes: readonly Outcome[]): Promise<void> {
  const earlier = await before();
  const head = [
    'what is done',
    'another visitor, before',
    'another visitor, now',
    'most memory, now',
    'counted, before',
    'counted, now',
    'promised of it',
  ];
  const text = [
    '# Abuse',
    '',
    'The last run of `npm run abuse`: somebody tries to take the server or the calendar away from everybody else, from',
    'addresses of this machine alone, against a real server with its default settings. Meanwhile another visitor, from an',
    'address of their own, opens the front page 50 times a second, each time on a new connection.',
    '',
    `Promised: 99 of 100 of these pages are there within ${PROMISED_P99_MS} ms, every one comes, and the server's process never has`,
    `more than ${PROMISED_PEAK_MB} MB of memory. A visitor's figures are the`,
    'median, the 99th percentile and the slowest page in milliseconds, then how many pages of all did not come within five',
    'seconds. "Before" is the code without any of these limits (commit 3d94916), measured once on the same machine.',
    'Attackers and server share the machine, so the figures are worse than over a network.',
    '',
    'Whoever books attacks flat out for 25 seconds, at the default limits and behind a proxy that tells the addresses. An hour',
    'of it takes no more: the unconfirmed minutes of a sender come back only when staff confirm or cancel, and those that all',
    'visitors may take in an hour are used up by then ([Admit public bookings in steps](decisions/007-admit-public-bookings-in-steps.md)). Before,',
    'it was the limit of requests a minute (60 from one address) and the 128 open days that ended it, one booking of eight',
    'hours each; the smaller ones came on top.',
    '',
    `${new Date().toISOString().slice(0, 10)} · ${availableParallelism()} × ${cpus()[0]?.model.trim()}, Node ${process.version}`,
    '',
    row(head),
    row(head.map(() => '---')),
    ...outcomes.map((outcome) => {
      const past = earlier.get(outcome.title);
      const promised = outcome.promised?.text ?? '';
      return row([
        outcome.title,
        seen(past),
        seen(outcome),
        memory(outcome),
        counted(past),
        counted(outcome),
        promised,
      ]);
    }),
    '',
  ].join('\n');
  await writeFile(REPORT, text);
}
