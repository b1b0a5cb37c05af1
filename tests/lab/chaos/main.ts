import { openEventLog } from '../../../src/adapters/event-log/open.ts';
import { LOG_START } from '../../../src/eventsourcing/event-store.ts';
import { FAULTS } from './faults.ts';
import { tryAllMessages } from './messages/run.ts';
import { keepReport, resultTable } from './report.ts';
import { STALL_MS, watchStalls } from './stalls.ts';
import { type Fault, type Trial, tryFault } from './trial.ts';

/**
 * `npm run chaos [-- word…]`: every fault, or those whose name or log has one of the words, each under booking load against a service of
 * its own; with the word `messages` it tries texts to customers instead (`messages/run.ts`). CHAOS_SEED repeats a run's wishes. With
 * EVENTSTORE_URL, one fault on EventStoreDB strikes a service on that server, which must be empty, since each fault needs a salon of its
 * own: choose the fault by a word. Exit 1 when any promise was broken or nothing was tried.
 */

const MOST_TRIES = 3;

const words = process.argv.slice(2);
const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);
const report = (line: string) => console.log(`   ${line}`);

/** One fault's trial, again when this process stood still meanwhile. */
async function tried(fault: Fault): Promise<Trial | string> {
  for (let attempt = 1; ; attempt += 1) {
    const stalled = watchStalls();
    const trial = await tryFault(fault, { seed, report }).catch((error: Error) => error.message);
    const stalledMs = stalled();
    if (stalledMs < STALL_MS || attempt === MOST_TRIES) return trial;
    report(`this process stood still for ${(stalledMs / 1000).toFixed(1)} s: once more`);
  }
}

if (words[0] === 'messages') process.exit(await tryAllMessages(words.slice(1), seed, report));

const startedAt = performance.now();
const eventstoreUrl = process.env.EVENTSTORE_URL;
const faults = FAULTS.filter(
  ({ name, log }) =>
    (eventstoreUrl === undefined || log === 'EventStoreDB') &&
    (words.length === 0 || words.some((word) => `${name} ${log}`.includes(word))),
);
if (eventstoreUrl !== undefined) {
  if (faults.length !== 1)
    throw new Error(`Choose one fault by a word: ${faults.map(({ name }) => name).join('; ')}.`);
  const log = await openEventLog({ eventstoreUrl }, '');
  const isEmpty = (await log.head()) === LOG_START;
  await log.close();
  if (!isEmpty) throw new Error('EVENTSTORE_URL must name an empty EventStoreDB.');
}
console.log(`${faults.length} faults under booking load (CHAOS_SEED=${seed})`);

const trials: Trial[] = [];
const skipped: string[] = [];
let broken = faults.length === 0 ? 1 : 0;
for (const fault of faults) {
  console.log(`\n${fault.name}, log in ${fault.log}`);
  const cannot = await fault.cannot?.();
  if (cannot !== undefined) {
    skipped.push(`${fault.name}: ${cannot}`);
    report(`NOT TRIED, and so not proven here: ${cannot}`);
    continue;
  }
  const trial = await tried(fault);
  if (typeof trial === 'string') {
    broken += 1;
    report(`BROKEN  ${trial}`);
    continue;
  }
  trials.push(trial);
  report(
    Object.entries(trial.tally)
      .map(([what, count]) => `${count} ${what}`)
      .join(', '),
  );
  for (const { name, ok, detail } of trial.checks) {
    report(`${ok ? 'kept  ' : 'BROKEN'}  ${name}: ${detail}`);
    if (!ok) broken += 1;
  }
}

const seconds = Math.round((performance.now() - startedAt) / 1000);
console.log(`\n${resultTable(trials)}\n\n${seconds} s in all.`);
for (const what of skipped) console.log(`NOT TRIED: ${what}`);
if (words.length === 0 && eventstoreUrl === undefined && broken === 0)
  await keepReport(trials, skipped, seconds);
console.log(broken === 0 ? 'Every promise was kept.' : `${broken} broken.`);
// The log's client keeps a connection until its process ends.
process.exit(broken === 0 ? 0 : 1);
