import { createKeyedMutex } from '../../../../src/eventsourcing/async/keyed-mutex.ts';
import { keepMessageReport } from '../report.ts';
import { MESSAGE_FAULTS } from './faults.ts';
import { messageResults } from './report.ts';
import { type MessageTrial, tryMessages } from './trial.ts';

/** Bookings of a run that is kept. */
const ALL = 1_000;

/**
 * `npm run chaos messages [-- word…]`: a thousand bookings under each fault, or under those whose name has one of the words; as many as
 * CHAOS_BOOKINGS says where it is set, and then nothing is kept of the run. Customers book under one after the other; the rest is mostly
 * waiting, and side by side.
 *
 * @returns the exit code: 1 when any promise was broken or nothing was tried
 */
export async function tryAllMessages(
  words: readonly string[],
  seed: number,
  report: (line: string) => void,
): Promise<0 | 1> {
  const began = performance.now();
  const bookings = Number(process.env.CHAOS_BOOKINGS ?? ALL);
  const faults = MESSAGE_FAULTS.filter(
    ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
  );
  console.log(`${faults.length} faults while texts leave (CHAOS_SEED=${seed})`);
  const turns = createKeyedMutex();
  const trials: MessageTrial[] = [];
  let broken = faults.length === 0 ? 1 : 0;
  const results = await Promise.allSettled(
    faults.map((fault, index) =>
      tryMessages(fault, {
        seed: seed + index,
        bookings,
        report: (line) => report(`${fault.name}: ${line}`),
        inTurn: (work) => turns.runExclusive('busy', work),
      }),
    ),
  );
  for (const [index, result] of results.entries()) {
    console.log(`\n${faults[index]?.name}`);
    if (result.status === 'rejected') {
      broken += 1;
      report(`BROKEN  ${result.reason}`);
      continue;
    }
    const { calls, checks } = result.value;
    trials.push(result.value);
    report([...calls].map(([fate, count]) => `${count} ${fate}`).join(', '));
    for (const { name, ok, detail } of checks) {
      report(`${ok ? 'kept  ' : 'BROKEN'}  ${name}: ${detail}`);
      if (!ok) broken += 1;
    }
  }
  const seconds = Math.round((performance.now() - began) / 1_000);
  console.log(`\n${messageResults(trials)}\n\n${seconds} s in all.`);
  if (words.length === 0 && bookings === ALL && broken === 0) await keepMessageReport(trials, seconds);
  console.log(broken === 0 ? 'Every promise was kept.' : `${broken} broken.`);
  return broken === 0 ? 0 : 1;
}
