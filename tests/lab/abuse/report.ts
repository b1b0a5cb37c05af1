import { writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import type { Outcome } from './run.ts';

const REPORT = join(import.meta.dirname, 'result.md');

/** Every other visitor is promised an answer within this time throughout. */
const PROMISED_MS = 1_000;

/** The server's process is promised to stay within this memory. */
const PROMISED_PEAK_MB = 600;

export const isKept = ({ attacked, peakMb = 0, promised, serverEnded }: Outcome): boolean =>
  !serverEnded &&
  attacked.unanswered === 0 &&
  attacked.slowest <= PROMISED_MS &&
  peakMb <= PROMISED_PEAK_MB &&
  (promised === undefined || promised.isKept);

const ms = (value: number) => (value >= 10 ? Math.round(value).toLocaleString('en') : value.toFixed(1));

/** Describes another visitor's visit, in milliseconds and pages. */
function seen({ attacked, serverEnded }: Outcome): string {
  const end = serverEnded ? '; the server ended' : '';
  return `${ms(attacked.median)} / ${ms(attacked.p99)} / ${ms(attacked.slowest)}, ${attacked.unanswered} of ${attacked.visits}${end}`;
}

const counted = ({ counts }: Outcome): string =>
  Object.entries(counts)
    .map(([name, value]) => `${Math.round(value).toLocaleString('en')} ${name}`)
    .join(', ') || '–';

const memory = ({ peakMb }: Outcome): string => (peakMb === undefined ? '–' : `${ms(peakMb)} MB`);

/** One line for the person who started the run. */
export const lineOf = (outcome: Outcome): string =>
  `${isKept(outcome) ? 'kept  ' : 'BROKEN'}  ${outcome.title}: ${seen(outcome)} (quiet: ${ms(outcome.quiet.median)} / ${ms(outcome.quiet.p99)}), ${memory(outcome)}; ${counted(outcome)}`;

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** Writes `result.md`. */
export async function keepReport(outcomes: readonly Outcome[]): Promise<void> {
  const head = ['what is done', 'another visitor', 'most memory', 'counted', 'promised of it'];
  const text = [
    '# Abuse',
    '',
    'The last run of `npm run abuse`: somebody tries to take the server or the calendar away from everybody else, from',
    'addresses of this machine alone, against a real server with its default settings and no proxy before it. Meanwhile another',
    'visitor, from an address of their own, opens the front page 50 times a second, each time on a new connection.',
    '',
    `Promised: no page takes longer than a second, and the server's process never has more than ${PROMISED_PEAK_MB} MB of memory.`,
    "A visitor's figures are the median, the 99th percentile and the slowest page in milliseconds, then how many pages of all did not",
    'come within five seconds. Attackers and server share the machine, so the figures are worse than over a network.',
    '',
    'Programs that book attack flat out for 25 seconds behind a proxy that tells their addresses. An hour of it takes no more: the',
    'unconfirmed minutes of a sender come back only when staff confirm or cancel.',
    '',
    `${new Date().toISOString().slice(0, 10)} · ${availableParallelism()} × ${cpus()[0]?.model.trim()}, Node ${process.version}, load of the last 15 minutes ${loadavg()[2]?.toFixed(1)}`,
    '',
    row(head),
    row(head.map(() => '---')),
    ...outcomes.map((outcome) =>
      row([outcome.title, seen(outcome), memory(outcome), counted(outcome), outcome.promised?.text ?? '']),
    ),
    '',
  ].join('\n');
  await writeFile(REPORT, text);
}
