import { type Verification, type VerifyStep, verify } from '../projections/verification/verify.ts';
import { numberText } from '../src/backup/progress.ts';
import { withReadSide } from './open-read-side.ts';

/** `npm run verify`: proves the log and the read models; exit 1 and what is wrong otherwise. */

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
    const moments = earlier > 0 ? `, compared at ${earlier} earlier positions as well` : '';
    yield `${name.padEnd(14)} ${numberText(rows)} rows, ${verdict}${moments}`;
    for (const difference of differences) yield `  ${difference}`;
  }
  yield `${result.isClean ? 'Verified' : 'NOT verified'} in ${result.seconds.toFixed(1)} s.`;
}

await withReadSide('verify', async (readSide) => {
  const onStep = ({ part, done, total }: VerifyStep) =>
    process.stderr.isTTY && process.stderr.write(`Checking ${part} (${done + 1} of ${total})…\n`);
  const result = await verify({ ...readSide, now: () => new Date(), onStep });
  for (const line of report(result)) console.log(line);
  if (!result.isClean) process.exitCode = 1;
});
