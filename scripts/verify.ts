import { setTimeout as sleep } from 'node:timers/promises';
import { numberText } from '../src/backup/progress.ts';
import type { EventStore } from '../src/eventsourcing/event-store.ts';
import { figuresOf } from '../src/proof/figures.ts';
import { type Verification, type VerifyStep, verify } from '../src/proof/verify.ts';
import { withReadSide } from './open-read-side.ts';

/**
 * `npm run verify`: proves the log and the read models; exit 1 and what is wrong otherwise. The service runs it each night, and when staff
 * ask for it, beside itself and gently.
 */

function* report(result: Verification): Generator<string> {
  const { personalParts, readModels, violations, offences } = result;
  yield `log            ${numberText(result.events)} events up to ${result.position || 'the start'}`;
  yield `protocol       ${numberText(result.bookings)} bookings, ${numberText(result.slots)} slots, ${numberText(result.texts)} texts: ${violations.length} violations`;
  for (const { kind, stream, revision, slotId } of violations) {
    yield `  ${kind} at ${stream}@${revision}${slotId ? ` (slot ${slotId})` : ''}`;
  }
  if (result.matching) {
    const { contacts, differences } = result.matching;
    const verdict = differences.length === 0 ? 'equal to a fresh fold' : 'NOT equal to a fresh fold';
    yield `customers      ${numberText(result.customers)}, ${numberText(contacts)} contacts of the registrar, ${verdict}`;
    for (const difference of differences) yield `  ${difference}`;
  }
  yield `personal parts ${numberText(personalParts.opened)} open, ${numberText(personalParts.erased)} erased on purpose`;
  for (const { event, reason } of offences) yield `  ${event}: ${reason}`;
  for (const { name, rows, earlier, differences } of readModels) {
    const verdict = differences.length === 0 ? 'equal to a rebuild' : 'NOT equal to a rebuild';
    const atEarlier = earlier > 0 ? `, compared at ${earlier} earlier positions as well` : '';
    yield `${name.padEnd(14)} ${numberText(rows)} rows, ${verdict}${atEarlier}`;
    for (const difference of differences) yield `  ${difference}`;
  }
  yield `${result.isClean ? 'Verified' : 'NOT verified'} in ${result.seconds.toFixed(1)} s.`;
}

const LONGEST_PAUSE_MS = 1_000;

/** Pauses after each batch for as long as it took, so that half of the database's time stays for others. */
const gently = (subscribe: EventStore['subscribe']): EventStore['subscribe'] =>
  async function* (options) {
    for await (const batch of subscribe(options)) {
      const began = performance.now();
      yield batch;
      await sleep(Math.min(LONGEST_PAUSE_MS, performance.now() - began));
    }
  };

await withReadSide('verify', async (readSide, { now, tell }) => {
  if (tell) {
    const store = { ...readSide.store, subscribe: gently(readSide.store.subscribe) };
    const result = await verify({ ...readSide, store, now, onStep: (progress) => tell({ progress }) });
    return tell({ result: figuresOf(result) });
  }
  const onStep = ({ part, done, total }: VerifyStep) =>
    process.stderr.isTTY && process.stderr.write(`Checking ${part} (${done + 1} of ${total})…\n`);
  const result = await verify({ ...readSide, now, onStep });
  for (const line of report(result)) console.log(line);
  if (!result.isClean) process.exitCode = 1;
});
