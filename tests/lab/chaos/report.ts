import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { table } from '../../support/server/server-report.ts';
import { messageHead, messageTable } from './messages/report.ts';
import type { MessageTrial } from './messages/trial.ts';
import { STALL_MS } from './stalls.ts';
import type { Trial } from './trial.ts';

const REPORT = join(import.meta.dirname, 'result.md');

const HEAD = [
  'fault',
  'log',
  'lasted, s',
  'refused',
  'acknowledged',
  'lost',
  'books again after, s',
  'shows it after, s',
  'slowest answer, s',
];

const inSeconds = (ms: number) => (ms / 1000).toFixed(1);

const cellsOf = (trial: Trial) => [
  trial.fault.name,
  trial.fault.log,
  inSeconds(trial.durationMs),
  String(trial.refused),
  String(trial.acknowledged),
  String(trial.lost),
  inSeconds(trial.acceptsAfterMs),
  inSeconds(trial.caughtUpAfterMs),
  inSeconds(trial.slowestMs),
];

export const resultTable = (trials: readonly Trial[]): string => table(HEAD, trials.map(cellsOf));

/** The part about messages begins here; it has runs of its own. */
const MESSAGES = '\n## Messages\n';

const machine = () =>
  `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}, Node ${process.version}`;
const today = () => new Date().toISOString().slice(0, 10);

async function keptParts(): Promise<readonly [faults: string, messages: string]> {
  const text = await readFile(REPORT, 'utf8').catch(() => '');
  const at = text.indexOf(MESSAGES);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)];
}

/** Keeps a whole run of the faults in `result.md`. */
export async function keepReport(
  trials: readonly Trial[],
  skipped: readonly string[],
  seconds: number,
): Promise<void> {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const [, messages] = await keptParts();
  const text = [
    '# Chaos',
    '',
    'The last run of `npm run chaos`. Ten customers look, book, move and cancel against a real server while something goes',
    'wrong; then it is made right, and nobody touches the server. Each line begins with an empty salon. Times count from',
    'the end of the fault: until a new customer can book, and until the read models show that booking. Refused requests',
    'got a clear 503 within seven seconds; customers sent them again with the same key.',
    '',
    'After each fault: every acknowledged position is in the log, the API shows every booking as it was acknowledged, no time',
    'was given to two, no slot is left without a booking, no answer was a 500 or kept anybody waiting, and `npm run verify`',
    'is clean. EventStoreDB is the double of its protocol.',
    '',
    `A trial in which the suite's own process was kept from running for ${STALL_MS / 1000} s at a stretch is done again, whatever`,
    'came of it, twice at most: the customers and the clock are in that process, so its times say nothing about the service.',
    '',
    `${today()} · ${machine()} · ${seconds} s in all`,
    '',
    line(HEAD),
    line(HEAD.map((_, column) => (column < 2 ? '---' : '--:'))),
    ...trials.map((trial) => line(cellsOf(trial))),
    ...(skipped.length === 0 ? [] : ['', ...skipped.map((what) => `Not tried: ${what}.`)]),
    '',
  ].join('\n');
  await writeFile(REPORT, `${text}${messages}`);
}

/** Keeps a whole run of `npm run chaos messages` there as well. */
export async function keepMessageReport(trials: readonly MessageTrial[], seconds: number): Promise<void> {
  const [faults] = await keptParts();
  const text = [
    ...messageHead(trials),
    '',
    `${today()} · ${machine()} · ${seconds} s in all`,
    '',
    ...messageTable(trials),
    '',
  ].join('\n');
  await writeFile(REPORT, `${faults}${MESSAGES}${text}`);
}
